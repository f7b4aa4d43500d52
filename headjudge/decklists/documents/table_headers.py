"""The header of a table, which names its columns; in a post, text may come before it."""

import csv
import re
from functools import lru_cache
from typing import NamedTuple

from headjudge.decklists.documents import BELOW
from headjudge.decklists.documents.columns import Columns, columns
from messages import say

DELIMITERS = {",": say("commas"), ";": say("semicolons"), "\t": say("tabs"), "|": say("bars")}
LONGEST_HEADER = 4096
"""Maximum characters of a header."""
MOST_WORDS = 6
"""Maximum lines of text, including the header below them."""
REMEMBERED_HEADERS = 512
"""Cached first lines of texts; at most about 2 MB."""

_BELOW = re.compile(BELOW)
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n)?")
SEPARATOR = re.compile(r'"?sep=."?', re.I)
"""A line before the header that tells Excel the delimiter."""


class Header(NamedTuple):
    """The header row, and its interpretation."""

    number: int
    """Its line, from 1."""
    delimiter: str
    columns: Columns

    @property
    def because(self) -> str:
        """Why the text is a table, as part of a sentence."""
        titles, copies = self.columns.titles, self.columns.copies
        name, signs = titles[self.columns.names[0]], DELIMITERS[self.delimiter]
        table = (
            say("a table with the column {name}, divided by {signs}", name=name, signs=signs)
            if copies is None
            else say(
                "a table with the columns {count} and {name}, divided by {signs}",
                count=titles[copies],
                name=name,
                signs=signs,
            )
        )
        if not self.columns.program:
            return table
        return say("{table}, as {program} exports it", table=table, program=self.columns.program)


def header_of(text: str) -> Header | None:
    """The header: the first line that is not blank, not a separator hint, and names columns."""
    lines_left = MOST_WORDS if _BELOW.match(text) else 1
    for number, match in enumerate(_LINE.finditer(text), 1):
        line = match[1].removeprefix("\ufeff")
        if line.strip() and not SEPARATOR.fullmatch(line.strip()):
            columns = _columns(line) if len(line) <= LONGEST_HEADER else None
            lines_left -= 1
            if columns or not lines_left:
                return Header(number, *columns) if columns else None
    return None


@lru_cache(REMEMBERED_HEADERS)
def _columns(line: str) -> tuple[str, Columns] | None:
    """The delimiter and columns of a header; None for other lines, such as a title with a comma."""
    for delimiter in DELIMITERS:
        if delimiter in line:
            named = columns(next(csv.reader([line], delimiter=delimiter)))
            if named:
                return delimiter, named
    return None
