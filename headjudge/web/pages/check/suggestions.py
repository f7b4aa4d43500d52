"""Suggestions that can be applied: a title in place of a name that no card, or several, have.

Nothing else of the line changes: its count, its set and its comments stay as they were written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import cards
from headjudge import decklists
from headjudge.decklists.rewriting import corrections, texts
from headjudge.decklists.rewriting.corrections import Meant
from headjudge.decklists.rewriting.texts import Edit
from headjudge.decklists.syntaxes import DOCUMENTS
from headjudge.web.inputs import question
from headjudge.web.pages.check.form import CheckForm
from headjudge.web.service import house_folder
from validator import Decklist

MOST_AT_ONCE = 20
"""Changes of one button; each reads its list anew."""
LONGEST_LINE = 300
"""Characters of a line that a button carries with it; JSON may have a whole deck on one."""
_DOCUMENT_IDS = frozenset(syntax.id for syntax in DOCUMENTS)


class Change(NamedTuple):
    """A title in place of a name, on a line of one of the form's boxes."""

    box: int | None
    """The box, from 0; None for the card pool's."""
    line: int
    name: str
    title: str
    was: str = ""
    """The line as it is, and as it is to be; empty where it is too long to be packing."""
    becomes: str = ""

    @property
    def value(self) -> str:
        """The change as the form's button sends it."""
        return json.dumps([self.box, self.line, self.name, self.title], ensure_ascii=False)

    @property
    def field(self) -> str:
        """The id of the box's text area."""
        return "pool" if self.box is None else f"list-{self.box + 1}"


class Source:
    """A text with the decks that were read from it, in which names are to be replaced."""

    def __init__(self, box: int | None, text: str, decks: Sequence[Decklist]) -> None:
        self.box = box
        self.text = text
        self.decks = decks

    def changes(self, line: int, name: str, titles: Iterable[str]) -> Iterator[Change]:
        """Each title that can surely be put in place of the name on that line."""
        for title in titles:
            edit = self.edit(Meant(line, name, title))
            if edit:
                start, stop = self._line_of(edit)
                was = self.text[start:stop]
                becomes = self.text[start : edit.start] + edit.text + self.text[edit.stop : stop]
                is_short = len(was) <= LONGEST_LINE
                shown = (was, becomes) if is_short else ("", "")
                yield Change(self.box, line, name, title, *shown)

    def edit(self, meant: Meant) -> Edit | None:
        """The change of the text, where it is sure to be read as it is meant."""
        if self.decks[0].syntax in _DOCUMENT_IDS:
            return self._names.edit(meant)
        return corrections.title_in_line(self._rows, self._starts, meant)

    @cached_property
    def _names(self) -> corrections.Names:
        return corrections.Names(self.text, self.decks[0].syntax)

    @cached_property
    def _rows(self) -> list[texts.Row]:
        return texts.rows(self.text, self.decks)

    @cached_property
    def _starts(self) -> list[int]:
        return texts.starts(self._rows)

    def _line_of(self, edit: Edit) -> tuple[int, int]:
        ends = [at for at in (self.text.find(end, edit.stop) for end in "\r\n") if at >= 0]
        start = max(self.text.rfind(end, 0, edit.start) for end in "\r\n") + 1
        return start, min(ends, default=len(self.text))


def apply_suggestions(form: CheckForm, value: str) -> CheckForm:
    """The form after the changes that a button sent, one or several, as far as they can be made."""
    for change in _changes(value):
        form = _apply(form, change)
    return form


def _apply(form: CheckForm, change: Change) -> CheckForm:
    if not cards.catalogue().is_title(change.title):
        return form
    source = _source(form, change.box)
    if source is None:
        return form
    unread = [line for deck in source.decks for line in deck.lines if line.number == change.line]
    if not any(line.name == change.name for line in unread):
        return form  # the line was changed since
    edit = source.edit(Meant(change.line, change.name, change.title))
    return form.with_list(change.box, texts.applied(source.text, [edit])) if edit else form


def _changes(value: str) -> list[Change]:
    try:
        sent = json.loads(value)
    except (ValueError, RecursionError):
        return []
    if not isinstance(sent, list):
        return []
    several = sent if sent and isinstance(sent[0], list) else [sent]
    return [change for one in several[:MOST_AT_ONCE] if (change := _change(one))]


def _change(sent: object) -> Change | None:
    if not isinstance(sent, list) or len(sent) != 4:
        return None
    box, line, name, title = sent
    is_whole = all(type(one) is int for one in (line, box if box is not None else 0))
    is_text = all(type(one) is str for one in (name, title))
    return Change(box, line, name, title) if is_whole and is_text and line > 0 else None


def _source(form: CheckForm, box: int | None) -> Source | None:
    if box is None:
        return Source(None, form.pool, [decklists.read(form.pool, pool=True)])
    if not 0 <= box < len(form.boxes):
        return None
    sent = form.boxes[box]
    format_id = sent.format or form.format
    play_format = house_folder.load(format_id) if format_id in house_folder.ids() else None
    return Source(box, sent.list, question.decks_of({"list": sent.list}, play_format))
