"""One-click fixes of a list: a title in place of a name.

The rest of a line, its count, its set and its comments, is left unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import cards
from headjudge import decklists
from headjudge.decklists import edits
from headjudge.decklists.edits import Edit, Meant
from headjudge.decklists.syntaxes import DOCUMENTS
from headjudge.web import question
from headjudge.web.pages.check.form import CheckForm
from validator import Decklist

MOST_AT_ONCE = 20
"""Maximum changes per button; each parses its list again."""
LONGEST = 2_000
"""Maximum characters of lines in a button; JSON may have a whole deck on one line."""
_DOCUMENT_IDS = frozenset(syntax.id for syntax in DOCUMENTS)


def area_of(box: int | None) -> str:
    """The id of the text area of a box of the form, from 0, or of the card pool."""
    return "pool" if box is None else f"list-{box + 1}"


class Change(NamedTuple):
    """A replacement of a name by a title, on a line of one of the form's boxes."""

    box: int | None
    """The index of the box, from 0; None for the card pool."""
    line: int
    name: str
    title: str
    was: str = ""
    """The lines before and after the change; empty if they are too long."""
    becomes: str = ""
    area: str = ""
    """The id of the text area of its list; empty for a change sent by the form's button."""

    @property
    def value(self) -> str:
        """The change as sent by the form's button."""
        return json.dumps([self.box, self.line, self.name, self.title], ensure_ascii=False)


class Source:
    """A text and the decks read from it, for computing changes."""

    def __init__(self, box: int | None, text: str, decks: Sequence[Decklist]) -> None:
        self.box = box
        self.text = text
        self.decks = decks
        self.area = area_of(box)

    def changes(self, line: int, name: str, titles: Iterable[str]) -> Iterator[Change]:
        """The titles that can certainly replace the name on that line."""
        for title in titles:
            if edit := self.edit(Meant(line, name, title)):
                start, stop = self._line_of(edit)
                was = self.text[start:stop]
                becomes = self.text[start : edit.start] + edit.text + self.text[edit.stop : stop]
                lines = (was, becomes) if len(was) <= LONGEST else ("", "")
                yield Change(self.box, line, name, title, *lines, area=self.area)

    def edit(self, meant: Meant) -> Edit | None:
        """The change of the text, if it certainly parses as intended."""
        if self.decks[0].syntax in _DOCUMENT_IDS:
            return self._names.edit(meant)
        return edits.title_in_line(self._rows, self._starts, meant)

    @cached_property
    def _names(self) -> edits.Names:
        return edits.Names(self.text, self.decks[0].syntax)

    @cached_property
    def _rows(self) -> list[edits.Row]:
        return edits.rows(self.text, self.decks)

    @cached_property
    def _starts(self) -> list[int]:
        return edits.starts(self._rows)

    def _line_of(self, edit: Edit) -> tuple[int, int]:
        ends = [at for at in (self.text.find(end, edit.stop) for end in "\r\n") if at >= 0]
        start = max(self.text.rfind(end, 0, edit.start) for end in "\r\n") + 1
        return start, min(ends, default=len(self.text))


def apply_suggestions(form: CheckForm, value: str) -> CheckForm:
    """The form after the changes sent by a button, as far as they are possible."""
    for change in _changes(value):
        form = _apply(form, change)
    return form


def _apply(form: CheckForm, change: Change) -> CheckForm:
    source = _source(form, change.box)
    if source is None or not cards.catalogue().is_title(change.title):
        return form
    lines = (line for deck in source.decks for line in deck.lines if line.number == change.line)
    if not any(line.name == change.name for line in lines):
        return form  # the line was edited meanwhile
    edit = source.edit(Meant(change.line, change.name, change.title))
    return form.with_list(change.box, edits.apply_edits(source.text, [edit])) if edit else form


def _changes(value: str) -> list[Change]:
    try:
        document = json.loads(value)
    except (ValueError, RecursionError):
        return []
    if not isinstance(document, list):
        return []
    rows = document if document and isinstance(document[0], list) else [document]
    return [change for row in rows[:MOST_AT_ONCE] if (change := _change(row))]


def _change(row: object) -> Change | None:
    match row:
        case [int() | None as box, int() as line, str() as name, str() as title]:
            return Change(box, line, name, title)
    return None


def _source(form: CheckForm, box: int | None) -> Source | None:
    if box is None:
        return Source(None, form.pool, [decklists.read(form.pool, pool=True)])
    if not 0 <= box < len(form.boxes):
        return None
    values = form.boxes[box]
    decks = question.decks_of({"list": values.list}, form.format_of(values))
    return Source(box, values.list, decks)
