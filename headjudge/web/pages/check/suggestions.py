"""One-click fixes of a list: a title in place of a name, fewer copies, no sideboard.

The rest of a line, its count, its set and its comments, is left unchanged. A fix is a piece of text
in place of another, which is only made where that still stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from headjudge.decklists import edits
from headjudge.decklists.edits import Meant
from headjudge.decklists.syntaxes import DOCUMENTS
from headjudge.web.pages.check.form import CheckForm
from messages import Message
from validator import Decklist

MOST_AT_ONCE = 20
"""Maximum changes per button."""
LONGEST = 2_000
"""Maximum characters of lines in a button."""
_DOCUMENT_IDS = frozenset(syntax.id for syntax in DOCUMENTS)


def area_of(box: int | None) -> str:
    """The id of the text area of a box of the form, from 0, or of the card pool."""
    return "pool" if box is None else f"list-{box + 1}"


class Change(NamedTuple):
    """A change of the text in one of the form's boxes."""

    box: int | None
    """The index of the box, from 0; None for the card pool."""
    line: int
    """The line on which it begins, from 1."""
    column: int
    """The characters of that line before it."""
    was: str
    """The text before the change, with the line feed of each whole line."""
    becomes: str

    @property
    def area(self) -> str:
        """The id of the text area."""
        return area_of(self.box)

    @property
    def value(self) -> str:
        """The change as sent by the form's button."""
        return json.dumps(self, ensure_ascii=False)


class Fix(NamedTuple):
    """A change with its effect in words, or with the English title that it puts in."""

    change: Change
    words: Message | None = None
    title: str = ""


class Source:
    """A text and the decks read from it, for computing changes."""

    def __init__(self, box: int | None, text: str, decks: Sequence[Decklist]) -> None:
        self.box = box
        self.text = _with_line_feeds(text)
        self.decks = decks

    @property
    def is_document(self) -> bool:
        """Whether it is a document of a program, which is not read line by line."""
        return self.decks[0].syntax in _DOCUMENT_IDS

    def titles(self, line: int, name: str, titles: Iterable[str]) -> Iterator[Fix]:
        """The titles that can certainly replace the name on that line."""
        for title in titles:
            if change := self._change(Meant(line, name, title)):
                yield Fix(change, title=title)

    def less(self, lines: Sequence[int], copies: int, words: Message) -> Iterator[Fix]:
        """Fewer copies on these lines, the last ones first; lines without copies are removed.

        None if the change is not certain, as in a document of a program.
        """
        if self.is_document:
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
        first = heading or min(lines)
        before = [row.text for row in self._rows[first - 1 : max(lines)]]
        after = [changed.get(number, text) for number, text in enumerate(before, first)
                 if changed.get(number) != "" and number != heading]  # fmt: skip
        was, becomes = ("".join(f"{text}\n" for text in part) for part in (before, after))
        if len(was) <= LONGEST:
            yield Fix(Change(self.box, first, 0, was, becomes), words)

    def _heading_over(self, line: int, changed: Mapping[int, str | None]) -> int | None:
        """The heading right above a line, if its section becomes empty."""
        rows = (row for row in reversed(self._rows[: line - 1]) if row.card or row.heading)
        above = next(rows, None)
        if not (above and above.heading and above.heading.section):
            return None
        section = [row.number for row in self._rows[above.number :]
                   if row.card and row.card.section == above.heading.section]  # fmt: skip
        return above.number if all(changed.get(number) == "" for number in section) else None

    def _change(self, meant: Meant) -> Change | None:
        """The change of a name to a title, if it certainly is read as intended."""
        if not self.is_document:
            was = self._rows[meant.number - 1].text
            text = edits.with_title(was, meant.title)
            return Change(self.box, meant.number, 0, f"{was}\n", f"{text}\n") if text else None
        if edit := self._names.edit(meant):
            before = self.text[: edit.start]
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n") - 1
            return Change(self.box, line, column, self.text[edit.start : edit.stop], edit.text)
        return None

    @cached_property
    def _names(self) -> edits.Names:
        return edits.Names(self.text, self.decks[0].syntax)

    @cached_property
    def _rows(self) -> list[edits.Row]:
        return edits.rows(self.text, self.decks)


def apply_changes(form: CheckForm, value: str) -> CheckForm:
    """The form after the changes sent by a button, as far as they are possible."""
    for change in sorted(_changes(value), key=lambda each: (each.line, each.column), reverse=True):
        if change.box is None:
            form = form.with_list(None, _changed(form.pool, change))
        elif 0 <= change.box < len(form.boxes):
            form = form.with_list(change.box, _changed(form.boxes[change.box].list, change))
    return form


def _changed(text: str, change: Change) -> str:
    """The text with the change, if what it replaces is still there."""
    # Lines end with a line feed, which the last one of the text may lack.
    whole = f"{_with_line_feeds(text)}\n"
    start = sum(len(line) + 1 for line in whole.split("\n")[: change.line - 1]) + change.column
    if not change.was or not whole.startswith(change.was, start):
        return text
    return (whole[:start] + change.becomes + whole[start + len(change.was) :]).removesuffix("\n")


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


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
        case [int() | None as box, int() as line, int() as column, str() as was, str() as becomes]:
            return Change(box, line, column, was, becomes) if line > 0 <= column else None
    return None
