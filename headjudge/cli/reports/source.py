"""A line of a list as a report shows it, and the part of it that names the card."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from headjudge.cli.output import escaped
from headjudge.decklists.lines.classifier import Entry, classify
from headjudge.decklists.rewriting.texts import name_spans

TAB = " " * 4
WIDEST = 100
"""Columns of a source line that are shown; a document may have all of a deck in one line."""
LONGEST = 10 * WIDEST
"""Characters that are looked at for these: marks on letters take no column."""
BEFORE = 40
"""Columns that are shown before the name in a line that is cut."""
CUT = "…"


class Span(NamedTuple):
    """A part of a line, in characters from 0; `stop` is behind it."""

    start: int
    stop: int


class MarkedLine(NamedTuple):
    """A source line and the carets below it, both to be printed from the same column."""

    line: str
    carets: str


def name_in(text: str, card: str | None) -> Span:
    """The part that names the card; where none does, the line without the white space around."""
    if card and (span := _find(card, text)):
        return span
    item = classify(text)
    if isinstance(item, Entry) and item.name and (span := _find(item.name, text)):
        return span
    indent = len(text) - len(text.lstrip())
    return Span(indent, max(indent, len(text.rstrip())))


def underline(text: str, span: Span) -> MarkedLine:
    """The line with the span underlined: right below wide letters, tabs and escapes as well."""
    start, stop = 0, len(text)
    if _fitting(text, start) < stop:
        start = max(0, min(span.start - BEFORE, stop))
        stop = _fitting(text, start)
    head = CUT * (start > 0)
    line = head + "".join(map(_letter, text[start:stop])) + CUT * (stop < len(text))
    before = _width(head) + _width(text[start : span.start])
    under = _width(text[span.start : min(span.stop, stop)])
    return MarkedLine(line.rstrip(), " " * before + "^" * max(1, under))


def _letter(letter: str) -> str:
    return TAB if letter == "\t" else escaped(letter)


def _find(name: str, text: str) -> Span | None:
    # White space and case are as in the list; in the scripts of East Asia a title may follow its
    # count without a space. A few letters are longer in lower case, and then places would differ.
    lower = text.lower()
    same = (text, name) if len(lower) != len(text) else (lower, name.lower())
    spans = [Span(*span) for span in name_spans(*same)]
    return next((span for span in spans if _is_apart(span, text)), spans[0] if spans else None)


def _is_apart(span: Span, text: str) -> bool:
    """Whether neither letters nor digits are right before or behind the part."""
    beside = text[max(0, span.start - 1) : span.start] + text[span.stop : span.stop + 1]
    return not any(sign.isalnum() or sign == "_" for sign in beside)


def _fitting(text: str, start: int) -> int:
    columns, end = 0, min(len(text), start + LONGEST)
    for position in range(start, end):
        columns += _width(text[position])
        if columns > WIDEST:
            return position
    return end


def _width(text: str) -> int:
    """Columns on a terminal: East Asian wide letters take two, marks on a letter none."""
    return sum(
        0
        if unicodedata.category(letter) in ("Mn", "Me")
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in "".join(map(_letter, text))
    )
