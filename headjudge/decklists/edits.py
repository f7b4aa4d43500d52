"""Edits a text line by line: values are replaced in place, and nothing else changes.

A replacement is found by trial: it is accepted only if the changed line is read as intended.
Marks, comments and notations around the value are therefore kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from headjudge.decklists.lines import notation
from headjudge.decklists.lines.classifier import HIGHEST_COUNT, classify
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Kind
from validator.model import Decklist, Line

OWN_COMMENT = re.compile(r"\bheadjudge:", re.I)
"""A comment for Headjudge, which applies to the line beside it."""

MOST_PLACES = 8
"""Maximum positions of a name that are tried in a line; usually it is the first."""

REMEMBERED_LINES = 64
"""Cached lines; a line with several cards is searched once for each of them."""

_WORD = re.compile(r"\S+")
_LINE_ENDS = re.compile(r"(\r\n|\r|\n)")
_DIGITS = re.compile(r"[0-9０-９]+")


class Row(NamedTuple):
    """A line of a text, and how it was read."""

    number: int
    """From 1."""
    text: str
    end: str
    """Its line end: `\\n`, `\\r\\n`, `\\r`, or empty at the end of the text."""
    kind: Kind
    """A setting, a name, or any other line that is never changed is unreadable here."""
    card: Line | None = None
    deck: int = 0
    """The index of its deck in the text, from 0."""
    heading: Heading | None = None


class Edit(NamedTuple):
    """A replacement of the text from `start` to `stop`."""

    start: int
    stop: int
    text: str


class Correction(NamedTuple):
    """A certain correction."""

    number: int
    """The line, from 1."""
    message: str
    edits: tuple[Edit, ...]
    """Empty if the position was not found; then the user has to correct it."""


def rows(text: str, decks: Sequence[Decklist]) -> list[Row]:
    """The lines of a text from which these decks were read."""
    cards = {line.number: (line, at) for at, deck in enumerate(decks) for line in deck.lines}
    unread = {number for deck in decks for number, *_ in deck.unreadable}
    pieces = [*_LINE_ENDS.split(text), ""]
    rows, in_settings = list[Row](), False
    for number, (line, end) in enumerate(zip(pieces[::2], pieces[1::2], strict=True), 1):
        if number in cards:
            card, at = cards[number]
            rows.append(Row(number, line, end, Kind.CARD, card, at))
            continue
        item = Kind.UNREADABLE if number in unread else classify(line)
        if isinstance(item, Heading) and not (in_settings and notation.is_setting(line)):
            in_settings = item.settings
            rows.append(Row(number, line, end, Kind.HEADING, heading=item))
        else:
            rows.append(Row(number, line, end, item if item in _KEPT else Kind.UNREADABLE))
    return rows


_KEPT = (Kind.COMMENT, Kind.BLANK)


def join_rows(lines: Iterable[Row]) -> str:
    """The text of the rows."""
    return "".join(row.text + row.end for row in lines)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text after the edits, which may be adjacent."""
    parts, position = [], 0
    for start, stop, replacement in sorted(edits):
        parts += [text[position:start], replacement]
        position = stop
    return "".join([*parts, text[position:]])


def starts(lines: Sequence[Row]) -> list[int]:
    """The offset of each row, and of the end of the text."""
    offsets = [0]
    for row in lines:
        offsets.append(offsets[-1] + len(row.text) + len(row.end))
    return offsets


def with_title(text: str, title: str) -> str | None:
    """The line with the title in place of its name; None if that is not certainly possible."""
    item = classify(text)
    if not isinstance(item, Entry):
        return None
    changed = (text[:start] + title + text[stop:] for start, stop in name_spans(text, item.name))
    return _reading_as(changed, item._replace(name=title))


def with_count(text: str, copies: int) -> str | None:
    """The line with another number of copies; None if that is not certainly possible.

    A line without a count gets one before its name.
    """
    item = classify(text)
    if not isinstance(item, Entry) or not 1 <= copies <= HIGHEST_COUNT:
        return None
    wanted = item._replace(copies=copies)
    numbers = (
        match
        for match in _DIGITS.finditer(text)
        if len(match[0]) < 10 and int(match[0]) == item.copies
    )
    changed = [
        text[: match.start()] + str(copies) + text[match.end() :]
        for match in islice(numbers, MOST_PLACES)
    ]
    if item.copies == 1:
        changed += [
            f"{text[:start]}{copies} {text[start:]}" for start, _ in name_spans(text, item.name)
        ]
    return _reading_as(changed, wanted)


def name_spans(text: str, name: str) -> Iterator[tuple[int, int]]:
    """The first possible positions of the name in the line, ignoring white space between words.

    The caller tries each by reading the line with another name there.
    """
    line, places = _single_spaces(text)
    name = " ".join(name.split())
    at = line.find(name)
    for _ in range(MOST_PLACES if name else 0):
        if at < 0:
            return
        yield places[at], places[at + len(name) - 1] + 1
        at = line.find(name, at + len(name))


@lru_cache(REMEMBERED_LINES)
def _single_spaces(text: str) -> tuple[str, Sequence[int]]:
    """The line with single spaces, and the position in the text of each of its characters."""
    words = [*_WORD.finditer(text)]
    places = [at for word in words for at in (*range(*word.span()), word.end())]
    return " ".join(word[0] for word in words), places


def _reading_as(changed: Iterable[str], wanted: Entry) -> str | None:
    return next((line for line in changed if classify(line) == wanted), None)
