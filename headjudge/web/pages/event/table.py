"""The rows of an upload, the same for all kinds of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from headjudge.web.pages.event import workbook_process
from messages import MessageError, say

ROWS_MAX = 5_000
"""Rows of a sheet, with its header."""
COLUMNS_MAX = 60
CELL_MAX = 100_000
"""Characters of a cell; the longest lists have a tenth of that."""
TEXT_MAX = workbook_process.TEXT_MAX
"""Characters of all cells."""
SHEETS_MAX = workbook_process.SHEETS_MAX

ROW_FAULTS = {
    "cells": say(
        "This row has more cells than the table has columns: a quotation mark or a separator in"
        " it is wrong."
    ),
    "quotes": say("A quotation mark in this row is opened and never closed."),
    "long": say("A cell of this row is longer than any decklist; only its beginning was kept."),
}
"""Faults of rows, by code."""


class CannotBeRead(MessageError):
    """The upload cannot be read; the text is a message."""


class TableRow(NamedTuple):
    """One row."""

    number: int
    """Its number in the sheet, from 1, as in a spreadsheet."""
    cells: tuple[str, ...]
    fault: str = ""
    """Its fault, a code of `ROW_FAULTS`."""

    @property
    def is_blank(self) -> bool:
        return not (self.fault or any(cell.strip() for cell in self.cells))


class Sheet(NamedTuple):
    """A table, with its header if it has one."""

    name: str
    rows: tuple[TableRow, ...]

    @property
    def width(self) -> int:
        """The number of its columns, by the longest row."""
        return max((len(row.cells) for row in self.rows), default=0)

    @property
    def size(self) -> int:
        """The number of characters in its cells."""
        return sum(len(cell) for row in self.rows for cell in row.cells)


class Upload(NamedTuple):
    """The content of a file."""

    name: str
    sheets: tuple[Sheet, ...]
    """At least one."""
    delimiter: str = ","
    """The delimiter of a text table."""
    encoding: str | None = None
    """The encoding of the text, where it had to be guessed."""
    size: int = 0
    """Bytes of the file."""


def rows_of(records: Iterable[Sequence[str]]) -> Iterator[TableRow]:
    """Rows of these cells, numbered; overlong cells are cut, with the fault `long`."""
    for number, cells in enumerate(records, 1):
        is_long = any(len(cell) > CELL_MAX for cell in cells)
        yield TableRow(number, tuple(cell[:CELL_MAX] for cell in cells), "long" if is_long else "")


def sheet(name: str, rows: Iterable[TableRow]) -> Sheet:
    """The sheet of these rows without blank ones at its end; raises CannotBeRead."""
    table_rows: list[TableRow] = []
    size = stop = 0
    for row in rows:
        if row.is_blank:
            if len(table_rows) < ROWS_MAX:  # beyond, the next row that is not blank is too many
                table_rows.append(row)
            continue
        table_rows.append(row)
        stop = len(table_rows)
        size += sum(map(len, row.cells))
        if stop > ROWS_MAX:
            raise CannotBeRead(
                say("The file has more than {rows} rows. Please split it.", rows=ROWS_MAX)
            )
        if size > TEXT_MAX:
            raise CannotBeRead(TOO_MUCH_TEXT)
    read = Sheet(name, tuple(table_rows[:stop]))
    if read.width > COLUMNS_MAX:
        raise CannotBeRead(
            say(
                "The table has {columns} columns, and at most {most} are read.",
                columns=read.width,
                most=COLUMNS_MAX,
            )
        )
    return read


TOO_MUCH_TEXT = say("This file has more text than the lists of an event can have. Please split it.")
