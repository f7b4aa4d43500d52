"""Read an organizer's upload; its kind is detected from the content, not the name."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path, PurePosixPath
from threading import BoundedSemaphore
from time import monotonic
from typing import NamedTuple

from headjudge import decklists
from headjudge.web.http import Problem
from headjudge.web.pages.event import workbook_process
from messages import Message, MessageError, say

ROWS_MAX = 5_000
"""Rows of a sheet, with its header."""
COLUMNS_MAX = 60
CELL_MAX = 100_000
"""Characters of a cell; the longest lists have a tenth of that."""
TEXT_MAX = workbook_process.TEXT_MAX
"""Characters of all cells."""

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
    left_out: tuple[str, ...] = ()
    """The sheets of a workbook that are not read: hidden ones, and those beyond `SHEETS_MAX`."""


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


DELIMITERS = (",", ";", "\t", "|")
SAMPLE = 20
"""Records used to detect the delimiter."""
RECORD_LINES = 50_000
"""Maximum lines of a record; a longer one is unterminated, and would swallow later rows."""
LINES_MAX = 1_000_000
"""Lines of a table: five thousand rows with two hundred lines each."""
LINE_MAX = 1024 * 1024
"""Characters of a line."""
READINGS = 10
"""Maximum times a character may be read: for its record, and for broken ones before it."""


class Record(NamedTuple):
    """The cells of one row, and its number of lines."""

    cells: list[str]
    lines: int
    is_open: bool
    """Whether it has an unclosed quotation mark."""


def read_delimited(text: str) -> tuple[str, list[TableRow]]:
    """The delimiter and rows of a table; raises CannotBeRead if it is too large."""
    if text.count("\n") + text.count("\r") > LINES_MAX:
        raise CannotBeRead(TOO_MUCH_TEXT)
    lines = list(io.StringIO(text, newline=""))
    delimiter = None
    if max(map(len, lines), default=0) > LINE_MAX:
        raise CannotBeRead(TOO_MUCH_TEXT)
    if lines and lines[0][:4].lower() == "sep=" and is_delimiter(lines[0][4:].rstrip("\r\n")):
        delimiter = lines.pop(0)[4]  # Excel's directive
    delimiter = delimiter or delimiter_of(lines)
    # One row more than allowed, so that the sheet can report too many rows.
    records = list(islice(_Reader(lines, delimiter).rows(), ROWS_MAX + 1))
    rows = rows_of(cells for cells, _ in records)
    return delimiter, [
        row._replace(fault=fault or row.fault)
        for row, (_, fault) in zip(rows, records, strict=True)
    ]


def is_delimiter(text: str) -> bool:
    """Whether this can be a delimiter: one of the usual ones, or another character of `sep=`."""
    return text in DELIMITERS or (
        len(text) == 1 and "!" <= text <= "~" and not text.isalnum() and text != '"'
    )


def delimiter_of(lines: Sequence[str]) -> str:
    """The delimiter that gives the most of the first records the same number of cells."""

    def fitness(delimiter: str) -> tuple[int, int]:
        reader = _Reader(lines, delimiter)
        widths = [len(record.cells) for record in islice(reader.records(), SAMPLE)]
        width = _usual_width(widths)
        return (widths.count(width) if width > 1 else 0, width)

    return max(DELIMITERS, key=fitness)


def _usual_width(widths: Sequence[int]) -> int:
    """The cells of a row: those of the first one, unless that is a title above the table."""
    several = Counter(width for width in widths if width > 1)
    if not widths or widths[0] > 1 or not several:
        return widths[0] if widths else 0
    return several.most_common(1)[0][0]


class _Reader:
    """Reads the records of a text of lines."""

    def __init__(self, lines: Sequence[str], delimiter: str) -> None:
        self.lines = lines
        self.delimiter = delimiter
        self._left = READINGS * sum(map(len, lines))
        """Characters that may still be read; after that each line is its own record."""
        first = islice(self.records(), SAMPLE)
        self.width = _usual_width([len(record.cells) for record in first])

    def records(self) -> Iterator[Record]:
        """The records, as read by a lenient program."""
        start = 0
        while start < len(self.lines):
            record = self._record(start)
            yield record
            start += record.lines

    def rows(self) -> Iterator[tuple[list[str], str]]:
        """The cells of each row, no more than in the first row, and the code of its fault.

        A row with an unclosed quotation mark extends to the next complete row.
        """
        start = 0
        while start < len(self.lines):
            if len(self.lines[start]) > csv.field_size_limit():
                yield self._first_line(start), "long"
                # The lines of a row that continues are no rows.
                is_open = self.lines[start].count('"') % 2 == 1 and self._left > 0
                start = (
                    is_open
                    and (self._closing_line(start) or self._whole_row(start + 1, len(self.lines)))
                ) or start + 1
                continue
            record = self._record(start)
            cells = record.cells
            if self.width > COLUMNS_MAX:
                yield cells, ""  # rejected by the sheet
                return
            has_more = any(cell.strip() for cell in cells[self.width :])
            next_row = None
            if record.is_open or (record.lines > 1 and (has_more or not self._is_strict(start))):
                stop = len(self.lines) if record.is_open else start + record.lines
                next_row = self._closing_line(start) if record.is_open else None
                next_row = next_row or self._whole_row(start + 1, stop)
            if next_row or record.is_open:
                yield self._first_line(start), "quotes"
                start = next_row or (len(self.lines) if self._left > 0 else start + 1)
                continue
            yield cells[: self.width], "cells" if has_more else ""
            start += record.lines

    def _record(self, start: int, *, is_strict: bool = False) -> Record:
        """The record that starts at this line; raises csv.Error only in strict mode."""
        stop = min(start + (RECORD_LINES if self._left > 0 else 1), len(self.lines))
        reader = csv.reader(self._window(start, stop), delimiter=self.delimiter, strict=is_strict)
        try:
            cells = next(reader, [])
        except csv.Error:  # a cell that is longer than any
            if is_strict:
                raise
            return Record([], 1, is_open=True)
        # The line after the last one is only read within quotation marks.
        lines = reader.line_num
        return Record(cells, min(lines, stop - start), is_open=lines > stop - start)

    def _window(self, start: int, stop: int) -> Iterator[str]:
        for index in range(start, stop):
            self._left -= len(self.lines[index])
            yield self.lines[index]
        yield "\n"

    def _is_strict(self, start: int) -> bool:
        """Whether all quotation marks of a record follow the rules of CSV."""
        try:
            return not self._record(start, is_strict=True).is_open
        except csv.Error:
            return False

    def _whole_row(self, start: int, stop: int) -> int | None:
        """The line of the next complete row, as far as characters may be read."""
        for index in range(start, stop):
            if self._left <= 0:
                return None
            if self.width < 2 or self.delimiter not in self.lines[index]:
                continue
            record = self._record(index)
            is_whole = len(record.cells) == self.width and not record.is_open
            if is_whole and self._is_strict(index):
                return index
        return None

    def _closing_line(self, start: int) -> int | None:
        """The line after the one that closes the quotation marks of an overlong row."""
        marks = 0
        for index in range(start, len(self.lines)):
            if self._left <= 0:
                return None
            self._left -= len(self.lines[index])
            marks += self.lines[index].count('"')
            if marks % 2 == 0:
                return index + 1
        return None

    def _first_line(self, start: int) -> list[str]:
        """The cells on the first line of an incomplete record."""
        line = self.lines[start].rstrip("\r\n")
        cells = line.split(self.delimiter, self.width)[: self.width or None]
        return [cell.strip('"') for cell in cells]


PROCESS = Path(workbook_process.__file__)
SECONDS = 9.0
"""Time-out for reading an upload's workbooks, including the wait for others."""
WAIT_SECONDS = 2.0
"""Of those, for the wait."""
BUSY = say("The service is busy reading other spreadsheets: try again.")
_places = BoundedSemaphore(1)
"""One process per worker at a time, as each may take as much memory as the worker."""
NO_WORKBOOK = say(
    "This spreadsheet cannot be read: it is damaged, protected by a password or much too"
    " large. Please save it again as .xlsx or .csv."
)


def read_workbook(
    data: bytes, deadline: float | None = None
) -> tuple[tuple[Sheet, ...], tuple[str, ...]]:
    """The sheets of a workbook that are not empty, in order, and the names of those left out.

    The deadline is monotonic time.

    Raises CannotBeRead, and Problem 503 if the service is busy reading others.
    """
    deadline = monotonic() + SECONDS if deadline is None else deadline
    try:
        with _place():
            process = subprocess.run(
                [sys.executable, "-I", str(PROCESS)],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=max(deadline - monotonic(), 0),
                check=True,
            )
        tables, left_out = json.loads(process.stdout)
    except subprocess.TimeoutExpired:
        raise CannotBeRead(TOO_MUCH_TEXT) from None
    except (subprocess.SubprocessError, ValueError) as error:
        if getattr(error, "returncode", None) == workbook_process.TOO_MUCH:
            raise CannotBeRead(TOO_MUCH_TEXT) from None
        raise CannotBeRead(NO_WORKBOOK) from None
    sheets = (sheet(name, rows_of(rows)) for name, rows in tables)
    return tuple(part for part in sheets if part.rows), tuple(left_out)


@contextmanager
def _place() -> Iterator[None]:
    if not _places.acquire(timeout=WAIT_SECONDS):
        raise Problem(503, BUSY, headers={"Retry-After": str(round(SECONDS))})
    try:
        yield
    finally:
        _places.release()


UPLOAD_MAX = 5 * 1024 * 1024
"""Bytes of a file."""
ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
LONGEST_NAME = 120
ENCODINGS = {
    "Windows-1252": "cp1252",
    "Windows-1250": "cp1250",
    "Windows-1251": "cp1251",
    "Mac OS Roman": "mac_roman",
    "Shift_JIS": "cp932",
    "EUC-JP": "euc_jp",
    "EUC-KR": "cp949",
    "Big5": "cp950",
    "GB 18030": "gb18030",
}
"""The encodings in which spreadsheets write CSV where it is not Unicode, with Python's names."""
PARTS_OF_WORKBOOKS = (b"[Content_Types].xml", b"content.xml")
"""Of .xlsx and .ods, which are archives too."""

NOTHING_IN_IT = say("This file is empty.")
NO_TABLE = say("This file is neither a text table (.csv) nor a spreadsheet (.xlsx or .ods).")
ARCHIVE = say("This is a ZIP archive. Please open it, and choose the table that is in it.")


def read(name: str, data: bytes, encoding: str = "") -> Upload:
    """The sheets of a file of that name; raises CannotBeRead.

    A text that is no Unicode has this encoding, one of ENCODINGS, or else the guessed one.
    """
    name = PurePosixPath(name.replace("\\", "/")).name[:LONGEST_NAME]
    if len(data) > UPLOAD_MAX:
        raise CannotBeRead(too_large())
    if data.startswith((ZIP, EMPTY_ZIP)):
        if not any(part in data for part in PARTS_OF_WORKBOOKS):
            raise CannotBeRead(ARCHIVE)
        sheets, left_out = read_workbook(data)
        return _check_filled(Upload(name, sheets, size=len(data), left_out=left_out))
    if data.startswith(OLD_WORKBOOK):
        raise CannotBeRead(say("Please save this spreadsheet as .xlsx or .csv first."))
    return _check_filled(_text(name, data, encoding))


def too_large() -> Message:
    """The error for a file over the limit."""
    return say("The file is larger than {size} MiB. Please split it.", size=UPLOAD_MAX // 1024**2)


def _check_filled(upload: Upload) -> Upload:
    if not upload.sheets:
        raise CannotBeRead(NOTHING_IN_IT)
    return upload


def _text(name: str, data: bytes, chosen: str) -> Upload:
    try:
        text, encoding = decklists.decode(data)
        if encoding and chosen in ENCODINGS:
            text, encoding = data.decode(ENCODINGS[chosen], "replace"), chosen
    except decklists.NoText:
        raise CannotBeRead(NO_TABLE) from None
    if len(text) > TEXT_MAX:
        raise CannotBeRead(TOO_MUCH_TEXT)
    delimiter, table = read_delimited(text)
    read_sheet = sheet("", table)
    return Upload(name, (read_sheet,) if read_sheet.rows else (), delimiter, encoding, len(data))
