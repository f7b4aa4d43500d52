"""Edits a text line by line: values are replaced in place, and nothing else changes.

A replacement is found by trial: it is accepted only if the changed line is read as intended.
Marks, comments and notations around the value are therefore kept. Corrections that are certain are
such edits: names become their titles, which the caller determines, as readers keep names as they
are written.
"""

import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple
from xml.sax.saxutils import escape, unescape

from headjudge.decklists.documents.tables import DELIMITERS
from headjudge.decklists.lines import notation
from headjudge.decklists.lines.classifier import HIGHEST_COUNT, MOST_PLACES, classify, name_spans
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Kind
from messages import say
from validator.model import Decklist, Line

OWN_COMMENT = re.compile(r"\bheadjudge:", re.I)
"""A comment for Headjudge, which applies to the line beside it."""

_LINE_ENDS = r"(\r\n|\r|\n)"
_DIGITS = r"[0-9０-９]+"


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
    pieces = [*re.split(_LINE_ENDS, text), ""]
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
        for match in re.finditer(_DIGITS, text)
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


def _reading_as(changed: Iterable[str], wanted: Entry) -> str | None:
    return next((line for line in changed if classify(line) == wanted), None)


_XML_NAME = re.compile(
    r"""<!--|\sname=(?:"(?P<double>[^"<]*)"|'(?P<single>[^'<]*)')|>(?P<inside>[^<>]+)(?=</)""", re.I
)
_JSON_NAME = r'"name"\s*:\s*(?P<value>"(?:[^"\\\n]|\\.)*")'
_CELL = rf'"(?:[^"\r\n]|"")*+"?|[^{re.escape("".join(DELIMITERS))}\r\n"]+'
"""A cell, quoted or not; an unclosed quote extends to the end of its line."""
_LINE_END = r"\r\n|\r|\n"


class Meant(NamedTuple):
    """A name that was read as a title."""

    number: int
    """The line, from 1."""
    name: str
    title: str

    @property
    def message(self) -> str:
        """The message about the correction."""
        return say("“{name}” is {title}", name=self.name, title=self.title)


def titles_in_lines(lines: Sequence[Row], meant: Sequence[Meant]) -> Iterator[Correction]:
    """Corrections of titles in a text with one card per line."""
    offsets = starts(lines)
    for title in meant:
        edit = title_in_line(lines, offsets, title)
        yield Correction(title.number, title.message, (edit,) if edit else ())


def title_in_line(lines: Sequence[Row], offsets: Sequence[int], meant: Meant) -> Edit | None:
    """The edit of one line, if possible; `offsets` are those of the lines."""
    row, start = lines[meant.number - 1], offsets[meant.number - 1]
    changed = with_title(row.text, meant.title)
    return Edit(start, start + len(row.text), changed) if changed else None


class Value(NamedTuple):
    """A value's position in a document, and how it is quoted."""

    start: int
    stop: int
    written: Callable[[str], str]
    """Another value with the same quoting."""


class Names:
    """The values of XML, JSON or a table that may be names, collected once for all corrections."""

    def __init__(self, text: str, syntax: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(_LINE_END, text))]
        self._values: defaultdict[str, list[Value]] = defaultdict(list)
        for name, value in _VALUES[syntax](text):
            self._values[" ".join(name.split())].append(value)

    def edit(self, meant: Meant, after: int = 0) -> Edit | None:
        """The edit of the first such name from its line on, at or after the offset `after`."""
        values = self._values[meant.name]
        at = bisect_left(
            values, max(self._starts[meant.number - 1], after), key=lambda value: value[0]
        )
        if at == len(values):
            return None
        start, stop, written = values[at]
        return Edit(start, stop, written(meant.title))


def titles_in_document(names: Names, meant: Sequence[Meant]) -> Iterator[Correction]:
    """Corrections of titles in a document; each of several equal names has its own value."""
    taken: dict[str, int] = {}
    found: dict[int, Edit] = {}
    for at, title in sorted(enumerate(meant), key=lambda each: each[1].number):
        if edit := names.edit(title, taken.get(title.name, 0)):
            taken[title.name], found[at] = edit.stop, edit
    for at, title in enumerate(meant):
        yield Correction(title.number, title.message, (found[at],) if at in found else ())


def _in_xml(text: str) -> Iterator[tuple[str, Value]]:
    at, has_end = 0, True
    while match := _XML_NAME.search(text, at):
        at = match.end()
        if match.lastgroup is None:  # a comment, which may be unclosed
            end = text.find("-->", at) if has_end else -1
            has_end = end >= 0
            at = end + 3 if has_end else at
            continue
        value = unescape(match[match.lastgroup], {"&quot;": '"', "&apos;": "'"})
        written = partial(escape, entities=_QUOTES[match.lastgroup])
        yield value, Value(*match.span(match.lastgroup), written)


def _in_json(text: str) -> Iterator[tuple[str, Value]]:
    for match in re.finditer(_JSON_NAME, text):
        try:
            value = json.loads(match["value"], strict=False)
        except ValueError:
            continue
        written = partial(json.dumps, ensure_ascii=match["value"].isascii())
        yield value, Value(*match.span("value"), written)


def _in_table(text: str) -> Iterator[tuple[str, Value]]:
    for match in re.finditer(_CELL, text):
        cell = match[0]
        is_quoted = cell.startswith('"')
        value = cell[1:-1].replace('""', '"') if is_quoted else cell
        yield value, Value(*match.span(), partial(_cell, is_quoted=is_quoted))


def _cell(title: str, *, is_quoted: bool) -> str:
    if is_quoted or any(sign in title for sign in (*DELIMITERS, '"')):
        return '"' + title.replace('"', '""') + '"'
    return title


_QUOTES = {"double": {'"': "&quot;"}, "single": {"'": "&apos;"}, "inside": {}}
_VALUES = {"dek": _in_xml, "cod": _in_xml, "xml": _in_xml, "json": _in_json, "csv": _in_table}
"""Finders of values that may be names, in order, by syntax."""
