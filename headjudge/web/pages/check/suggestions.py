"""One-click fixes of a list: a title in place of a name, fewer copies, no sideboard.

The rest of a line, its count, its set and its comments, is left unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import cards
from headjudge import decklists
from headjudge.decklists import edits
from headjudge.decklists.edits import Edit, Meant
from headjudge.decklists.syntaxes import DOCUMENTS
from headjudge.web import question
from headjudge.web.pages.check.form import CheckForm
from messages import Message
from validator import Decklist

MOST_AT_ONCE = 20
"""Maximum changes per button; each parses its list again."""
LONGEST = 2_000
"""Maximum characters of lines in a button; JSON may have a whole deck on one line."""
LINES = "lines"
"""Marks a button's change that replaces lines, not a name by a title."""
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
    words: Message | None = None
    """The effect, for changes other than titles."""
    area: str = ""
    """The id of the text area of its list; empty for a change sent by the form's button."""

    @property
    def value(self) -> str:
        """The change as sent by the form's button: a name and its title, or lines."""
        texts = (self.was, self.becomes, LINES) if self.words else (self.name, self.title)
        return json.dumps([self.box, self.line, *texts], ensure_ascii=False)


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

    def less(self, lines: Sequence[int], copies: int, words: Message) -> Iterator[Change]:
        """Fewer copies on these lines, the last ones first; lines without copies are removed.

        None if the change is not certain, as in a document of a program.
        """
        if self.decks[0].syntax in _DOCUMENT_IDS:
            return
        rows = {number: self._rows[number - 1] for number in sorted(lines, reverse=True)}
        changed: dict[int, str | None] = {}
        for number, row in rows.items():
            if not row.card:
                return
            left = max(row.card.copies - copies, 0)
            copies -= row.card.copies - left
            changed[number] = edits.with_count(row.text, left) if left else ""
        if copies or None in changed.values():
            return
        heading = self._heading_over(min(lines), changed)
        first, last = heading or min(lines), max(lines)
        before = self._rows[first - 1 : last]
        after = [row._replace(text=changed.get(row.number) or row.text) for row in before
                 if changed.get(row.number) != "" and row.number != heading]  # fmt: skip
        was, becomes = (edits.join_rows(part).replace("\r\n", "\n") for part in (before, after))
        if len(was) <= LONGEST:
            yield Change(self.box, first, "", "", was, becomes, words, self.area)

    def _heading_over(self, line: int, changed: Mapping[int, str | None]) -> int | None:
        """The heading right above a line, if its section becomes empty."""
        rows = (row for row in reversed(self._rows[: line - 1]) if row.card or row.heading)
        above = next(rows, None)
        if not (above and above.heading and above.heading.section):
            return None
        section = [row.number for row in self._rows[above.number :]
                   if row.card and row.card.section == above.heading.section]  # fmt: skip
        return above.number if all(changed.get(number) == "" for number in section) else None

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
    if source is None:
        return form
    if change.was:
        return form.with_list(change.box, _with_lines(source.text, change))
    if not cards.catalogue().is_title(change.title):
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
    if not isinstance(row, list) or len(row) not in (4, 5):
        return None
    box, line, old, new, *kind = row
    is_whole = all(type(number) is int for number in (line, box if box is not None else 0))
    is_text = all(type(text) is str for text in (old, new))
    if not (is_whole and is_text and line > 0 and kind in ([], [LINES])):
        return None
    return Change(box, line, "", "", old, new) if kind else Change(box, line, old, new)


def _with_lines(text: str, change: Change) -> str:
    """The text with the lines replaced, if they are still there; with LF line ends."""
    text = text.replace("\r\n", "\n")
    start = sum(len(line) for line in text.splitlines(keepends=True)[: change.line - 1])
    stop = start + len(change.was)
    is_there = f"{text}\n".startswith(change.was, start)
    if is_there and (change.was.endswith("\n") or text[stop : stop + 1] in ("", "\n")):
        return text[:start] + change.becomes + text[stop:]
    return text


def _source(form: CheckForm, box: int | None) -> Source | None:
    if box is None:
        return Source(None, form.pool, [decklists.read(form.pool, pool=True)])
    if not 0 <= box < len(form.boxes):
        return None
    values = form.boxes[box]
    decks = question.decks_of({"list": values.list}, form.format_of(values))
    return Source(box, values.list, decks)
