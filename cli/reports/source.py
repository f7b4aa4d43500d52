"""A line of a list as a report shows it, and the part of it that names the card."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from cli.output import visible
from decklists.lines import Entry, classify

TAB = " " * 4
WIDEST = 100
"""Columns of a source line that are shown; a document may have all of a deck in one line."""
BEFORE = 40
"""Columns that are shown before the name in a line that is cut."""
CUT = "…"


class Span(NamedTuple):
    """A part of a line, in characters from 0; `stop` is behind it."""

    start: int
    stop: int


class Shown(NamedTuple):
    """A source line and the carets below it, both to be printed from the same column."""

    line: str
    carets: str


def name_in(text: str, card: str | None) -> Span:
    """The part that names the card; where none does, the line without the white space around."""
    item = classify(text)
    written = item.name if isinstance(item, Entry) else None
    for name in (card, written):
        if name and (found := _find(name, text)):
            return found
    indent = len(text) - len(text.lstrip())
    return Span(indent, max(indent, len(text.rstrip())))


def shown(text: str, span: Span) -> Shown:
    """The line with the span underlined: right below wide letters, tabs and escapes as well."""
    letters = [TAB if letter == "\t" else visible(letter) for letter in text]
    start, stop = 0, len(letters)
    if sum(map(_width, letters)) > WIDEST:
        start = max(0, min(span.start - BEFORE, len(letters)))
        stop = _fitting(letters, start)
    head = CUT * (start > 0)
    line = head + "".join(letters[start:stop]) + CUT * (stop < len(letters))
    before = _width(head) + sum(map(_width, letters[start : span.start]))
    under = sum(map(_width, letters[span.start : min(span.stop, stop)]))
    return Shown(line.rstrip(), " " * before + "^" * max(1, under))


def _find(name: str, text: str) -> Span | None:
    # White space and case are as in the list; in the scripts of East Asia a title may follow its
    # count without a space.
    words = r"\s+".join(map(re.escape, name.split()))
    for pattern in (rf"(?<!\w){words}(?!\w)", words):
        if words and (found := re.search(pattern, text, re.I)):
            return Span(*found.span())
    return None


def _fitting(letters: list[str], start: int) -> int:
    columns = 0
    for position in range(start, len(letters)):
        columns += _width(letters[position])
        if columns > WIDEST:
            return position
    return len(letters)


def _width(text: str) -> int:
    """Columns on a terminal: East Asian wide letters take two, marks on a letter none."""
    return sum(
        0
        if unicodedata.category(letter) in ("Mn", "Me")
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )
