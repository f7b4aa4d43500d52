"""What is certain to be meant otherwise than a list has it, as edits of its text.

Titles are replaced where they stand; lines that say the same of one card become one line.
Which title is meant is known to the caller: a reader takes names as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, unescape

from decklists import rewriting
from decklists.formatting import Style, card
from decklists.rewriting import OWN_COMMENT, Correction, Edit, Kind, Row
from decklists.syntaxes.tables import DELIMITERS
from messages import counted, say

_XML_NAME = re.compile(
    r"<!--.*?-->|(?<=\sname=)(?P<quote>[\"'])(?P<value>(?:(?!(?P=quote))[^<])*)(?P=quote)",
    re.I | re.S,
)
_JSON_NAME = re.compile(r'"name"\s*:\s*(?P<value>"(?:[^"\\\n]|\\.)*")')
_CELL = re.compile(rf'"(?:[^"]|"")*"|[^{re.escape("".join(DELIMITERS))}\r\n"]+')


class Meant(NamedTuple):
    """A name that was read as a title."""

    number: int
    """The line, from 1."""
    name: str
    title: str

    @property
    def message(self) -> str:
        """What is said of the correction."""
        return say("“{name}” is {title}", name=self.name, title=self.title)


def titles_in_lines(lines: Sequence[Row], meant: Sequence[Meant]) -> Iterator[Correction]:
    """The titles of a text of one card a line."""
    starts = rewriting.starts(lines)
    for one in meant:
        row, start = lines[one.number - 1], starts[one.number - 1]
        changed = rewriting.renamed(row.text, one.title)
        edits = (Edit(start, start + len(row.text), changed),) if changed else ()
        yield Correction(one.number, one.message, edits)


def titles_in_document(text: str, syntax: str, meant: Sequence[Meant]) -> Iterator[Correction]:
    """The titles of XML, JSON or a table: the first value like the name from its line on."""
    starts = [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text))]
    taken: set[int] = set()
    for one in meant:
        places = (
            edit
            for edit in _VALUES[syntax](text, starts[one.number - 1], one)
            if edit.start not in taken
        )
        edit = next(places, None)
        if edit:
            taken.add(edit.start)
        yield Correction(one.number, one.message, (edit,) if edit else ())


def merged_lines(lines: Sequence[Row], titles: Mapping[int, str]) -> Iterator[Correction]:
    """One line for those that have the same card in the same section and all else alike.

    `titles` are those of the cards, by line. A line under a comment for Headjudge stays, as
    the comment is about that line.
    """
    starts = rewriting.starts(lines)
    groups: dict[object, list[Row]] = {}
    is_explained = False
    for row in lines:
        if row.number in titles and not is_explained:
            groups.setdefault(_alike(row, titles[row.number]), []).append(row)
        if row.kind is Kind.COMMENT:
            is_explained = is_explained or OWN_COMMENT.search(row.text) is not None
        else:
            is_explained = False
    for key, (first, *others) in groups.items():
        copies = sum(row.card.copies for row in (first, *others) if row.card)
        changed = rewriting.recounted(first.text, copies) if others and key else None
        if changed is None:
            continue
        start = starts[first.number - 1]
        edits = [Edit(start, start + len(first.text), changed)]
        edits += [_removal(lines, row, starts) for row in others]
        message = counted(
            len(others),
            "{copies} {title}, with the copies of line {lines}",
            "{copies} {title}, with the copies of lines {lines}",
            copies=copies,
            title=titles[first.number],
            lines=", ".join(str(row.number) for row in others),
        )
        yield Correction(first.number, message, tuple(edits))


def _alike(row: Row, title: str) -> object:
    """What two lines have to agree in to be one: all but the count and how it is written."""
    once = rewriting.recounted(row.text, 1)
    named = once and rewriting.renamed(once, title)
    if not named or not row.card:
        return None
    return row.deck, row.card.section, title, card(named, Style())


def _removal(lines: Sequence[Row], row: Row, starts: Sequence[int]) -> Edit:
    """The line with the end before it, so that the text ends as it did."""
    start = starts[row.number - 1]
    return Edit(start - len(lines[row.number - 2].end), start + len(row.text), "")


def _in_xml(text: str, start: int, meant: Meant) -> Iterator[Edit]:
    for found in _XML_NAME.finditer(text, start):
        value = unescape(found["value"] or "", {"&quot;": '"', "&apos;": "'"})
        if _plain(value) == meant.name:
            quote = found["quote"]
            entity = {'"': {'"': "&quot;"}, "'": {"'": "&apos;"}}[quote]
            yield Edit(*found.span("value"), escape(meant.title, entity))


def _in_json(text: str, start: int, meant: Meant) -> Iterator[Edit]:
    for found in _JSON_NAME.finditer(text, start):
        try:
            value = json.loads(found["value"], strict=False)
        except ValueError:
            continue
        if _plain(value) == meant.name:
            is_ascii = found["value"].isascii()
            yield Edit(*found.span("value"), json.dumps(meant.title, ensure_ascii=is_ascii))


def _in_table(text: str, start: int, meant: Meant) -> Iterator[Edit]:
    for found in _CELL.finditer(text, start):
        cell = found[0]
        is_quoted = cell.startswith('"')
        if _plain(cell[1:-1].replace('""', '"') if is_quoted else cell) == meant.name:
            yield Edit(*found.span(), _cell(meant.title, is_quoted=is_quoted))


def _cell(title: str, *, is_quoted: bool) -> str:
    if is_quoted or any(sign in title for sign in (*DELIMITERS, '"')):
        return '"' + title.replace('"', '""') + '"'
    return title


def _plain(value: str) -> str:
    return " ".join(value.split())


_VALUES = {"dek": _in_xml, "cod": _in_xml, "json": _in_json, "csv": _in_table}
"""By syntax, where in the text a name may stand."""
