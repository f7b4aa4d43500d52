"""Source lines of lists in reports, with the card's name underlined."""

import unicodedata
from typing import NamedTuple

from headjudge.cli.output import escaped
from headjudge.decklists.edits import name_spans
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.items import Entry

TAB = " " * 4
WIDEST = 100
"""Maximum columns shown of a line; a document may have a whole deck on one line."""
LONGEST = 10 * WIDEST
"""Characters considered for that: combining marks take no column."""
BEFORE = 40
"""Columns shown before the name in a shortened line."""
CUT = "…"


class Span(NamedTuple):
    """A part of a line as character offsets, `stop` exclusive."""

    start: int
    stop: int


class MarkedLine(NamedTuple):
    """A source line and its carets, to be printed from the same column."""

    line: str
    carets: str


def name_in(text: str, card: str | None) -> Span:
    """The part with the card's name; if not found, the line without surrounding white space."""
    if card and (span := _find(card, text)):
        return span
    item = classify(text)
    if isinstance(item, Entry) and item.name and (span := _find(item.name, text)):
        return span
    indent = len(text) - len(text.lstrip())
    return Span(indent, max(indent, len(text.rstrip())))


def underline(text: str, span: Span) -> MarkedLine:
    """The line with the span underlined, also below wide letters, tabs and escapes."""
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
    # Compare as lists are written: white space and case are ignored, and in East Asian scripts a
    # title may follow its count directly. A few letters change length in lower case.
    lower = text.lower()
    same = (text, name) if len(lower) != len(text) else (lower, name.lower())
    spans = [Span(*span) for span in name_spans(*same)]
    return next((span for span in spans if _is_apart(span, text)), spans[0] if spans else None)


def _is_apart(span: Span, text: str) -> bool:
    """Whether the part is not adjacent to letters or digits."""
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
    """Columns on a terminal: East Asian wide letters take two, combining marks none."""
    return sum(
        0
        if unicodedata.category(letter) in ("Mn", "Me")
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in "".join(map(_letter, text))
    )
