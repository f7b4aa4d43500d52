"""Reading a text of one card a line: its lines, its syntax, its decks.

Each line is read by itself, and what was read of one line is kept for the next list that has
it. The traits of all lines tell the syntax, and the syntax what a blank line means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from decklists import directives, notation, splitting, traits
from decklists.headings import Heading
from decklists.lines import REMEMBERED_LINES, Entry, IsTitle, Item, Other, classify, split
from decklists.notation import LONGEST_TITLE
from decklists.sections import BlankLine, Sections, sideboard_behind_blank
from decklists.splitting import Part, Start
from decklists.syntax import TextSyntax
from decklists.syntaxes import PLAIN, TEXTS
from decklists.syntaxes.text import BECAUSE
from decklists.traits import SIDEBOARD_BEHIND_BLANK, Trait
from validator.model import MAIN, Decklist, Line, Notice, Unreadable


class Shown(NamedTuple):
    """What can be seen in a line besides what it is."""

    traits: frozenset[Trait]
    start: Start | None
    """What it may begin in a text of several decks."""


class Row(NamedTuple):
    """A line of the text."""

    item: Item
    shown: Shown | None
    """None for most lines: a count and a title, or nothing."""


def read(
    text: str,
    *,
    main_min: int,
    pool: bool,
    is_title: IsTitle,
    syntax: TextSyntax | None,
    may_split: bool,
) -> tuple[Decklist, ...]:
    """Every deck of the text, in a syntax that is named or else recognised.

    Nothing is lost: what is no card, comment or heading is unreadable. See
    `decklists.read_team` for the parameters, `splitting` for how decks are told apart.
    """
    sheet = Sheet(text, main_min, pool, is_title)
    if syntax is not None:
        return sheet.decks(syntax.blank_line, may_split)
    chosen, because = _recognised(sheet.traits)
    decks = sheet.decks(chosen.blank_line, may_split)
    if chosen is PLAIN and _is_guessed(decks):
        chosen, because = _recognised(frozenset({SIDEBOARD_BEHIND_BLANK}))
    return tuple(replace(deck, syntax=chosen.id, because=because) for deck in decks)


class Sheet:
    """The lines of a text, read one by one."""

    def __init__(self, text: str, main_min: int, pool: bool, is_title: IsTitle) -> None:
        self._lines = split(text)
        self._rows = [
            _row_once(line, is_title) if len(line) <= LONGEST_TITLE else _row(line, is_title)
            for line in self._lines
        ]
        self._main_min = main_min
        self._pool = pool
        shown = {row.shown for row in self._rows} - {None}
        self.traits = frozenset[Trait]().union(*(each.traits for each in shown if each))

    def decks(self, blank_line: BlankLine, may_split: bool) -> tuple[Decklist, ...]:
        """One deck, or several where the text holds them; a pool is never split."""
        read_part = partial(self._deck, blank_line)
        starts = self._starts() if may_split and not self._pool else []
        if len(starts) > 1:
            items = [row.item for row in self._rows]
            if decks := splitting.decks_of(items, starts, self._main_min, read_part):
                return decks
        return (read_part(Part(0, len(self._rows))),)

    def _starts(self) -> list[tuple[int, Start]]:
        return [
            (index, row.shown.start)
            for index, row in enumerate(self._rows)
            if row.shown and row.shown.start
        ]

    def _deck(self, blank_line: BlankLine, part: Part) -> Decklist:
        """The deck of some of the lines."""
        found: list[Line] = []
        unreadable: list[Unreadable] = []
        blanks: list[int] = []
        sections = Sections()
        pool = self._pool
        here = slice(part.start, part.stop)
        lines_here = zip(self._lines[here], self._rows[here], strict=True)
        for number, (text, (item, _)) in enumerate(lines_here, part.start + 1):
            if sections.in_settings and notation.is_setting(text):
                continue
            if isinstance(item, Entry):
                copies, name, _, set_code, collector_number = item
                section = MAIN if pool else sections.section_of(item)
                found.append(Line(copies, name, section, number, text, set_code, collector_number))
            elif isinstance(item, Heading):
                sections.enter(item)
            elif item is Other.BLANK:
                sections.blank()
                blanks.append(number)
            elif item is Other.UNREADABLE and number - 1 != part.title:
                unreadable.append(Unreadable(number, text))
        lines, notices = tuple(found), tuple[Notice, ...]()
        if not pool and not sections.are_named:
            lines, notices = sideboard_behind_blank(blank_line, lines, blanks, self._main_min)
        return Decklist(lines, tuple(unreadable), notices=notices)


def _row(line: str, is_title: IsTitle) -> Row:
    line = directives.without(line)
    item = classify(line, is_title)
    shown = Shown(traits.of(line), splitting.start_of(line, item))
    return Row(item, shown if any(shown) else None)


_row_once = lru_cache(REMEMBERED_LINES)(_row)


def _recognised(shown: frozenset[Trait]) -> tuple[TextSyntax, str]:
    """The syntax that the traits speak for, and which do."""
    if shown:
        for syntax in TEXTS:
            if because := syntax.recognise(shown):
                return syntax, because
    return PLAIN, BECAUSE


def _is_guessed(decks: Sequence[Decklist]) -> bool:
    return any(notice.code == "sideboard-guessed" for deck in decks for notice in deck.notices)
