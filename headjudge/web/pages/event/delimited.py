"""Tables as text: cells between commas, semicolons, tabs or bars, lists in quotation marks.

An unclosed quotation mark would swallow all rows below it. Such rows are detected, and reading
resumes at the next complete row.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from headjudge.web.pages.event.table import (
    COLUMNS_MAX,
    ROWS_MAX,
    TOO_MUCH_TEXT,
    CannotBeRead,
    TableRow,
    rows_of,
)

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


def read(text: str) -> tuple[str, list[TableRow]]:
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
