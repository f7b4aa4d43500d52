"""Certain corrections of a list, as edits of its text.

Names are replaced in place by their titles. The caller determines the titles, as readers keep
names as they are written.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple
from xml.sax.saxutils import escape, unescape

from headjudge.decklists import edits
from headjudge.decklists.documents.tables import DELIMITERS
from headjudge.decklists.edits import Correction, Edit, Row
from messages import say

_XML_NAME = re.compile(r"""<!--|\sname=(?:"(?P<double>[^"<]*)"|'(?P<single>[^'<]*)')""", re.I)
_JSON_NAME = re.compile(r'"name"\s*:\s*(?P<value>"(?:[^"\\\n]|\\.)*")')
_CELL = re.compile(rf'"(?:[^"\r\n]|"")*+"?|[^{re.escape("".join(DELIMITERS))}\r\n"]+')
"""A cell, quoted or not; an unclosed quote extends to the end of its line."""
_LINE_END = re.compile(r"\r\n|\r|\n")


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
    starts = edits.starts(lines)
    for title in meant:
        edit = title_in_line(lines, starts, title)
        yield Correction(title.number, title.message, (edit,) if edit else ())


def title_in_line(lines: Sequence[Row], starts: Sequence[int], meant: Meant) -> Edit | None:
    """The edit of one line, if possible; `starts` are the offsets of the lines."""
    row, start = lines[meant.number - 1], starts[meant.number - 1]
    changed = edits.with_title(row.text, meant.title)
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
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
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
        quote, entity = _QUOTES[match.lastgroup]
        value = unescape(match[match.lastgroup], {"&quot;": '"', "&apos;": "'"})
        written = partial(escape, entities={quote: entity})
        yield value, Value(*match.span(match.lastgroup), written)


def _in_json(text: str) -> Iterator[tuple[str, Value]]:
    for match in _JSON_NAME.finditer(text):
        try:
            value = json.loads(match["value"], strict=False)
        except ValueError:
            continue
        written = partial(json.dumps, ensure_ascii=match["value"].isascii())
        yield value, Value(*match.span("value"), written)


def _in_table(text: str) -> Iterator[tuple[str, Value]]:
    for match in _CELL.finditer(text):
        cell = match[0]
        is_quoted = cell.startswith('"')
        value = cell[1:-1].replace('""', '"') if is_quoted else cell
        yield value, Value(*match.span(), partial(_cell, is_quoted=is_quoted))


def _cell(title: str, *, is_quoted: bool) -> str:
    if is_quoted or any(sign in title for sign in (*DELIMITERS, '"')):
        return '"' + title.replace('"', '""') + '"'
    return title


_QUOTES = {"double": ('"', "&quot;"), "single": ("'", "&apos;")}
_VALUES = {"dek": _in_xml, "cod": _in_xml, "json": _in_json, "csv": _in_table}
"""Finders of values that may be names, in order, by syntax."""
