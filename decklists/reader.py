"""Reading a text of one card a line: its lines, its syntax, its decks.

Each line is read by itself, and what was read of one line is kept for the next list that has
it. The traits of all lines tell the syntax, and the syntax what a blank line means.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from cards import Answers, remembered
from decklists import directives, notation, splitting, traits
from decklists.headings import Heading
from decklists.lines import REMEMBERED_LINES, Entry, IsTitle, Item, Other, classify, split
from decklists.notation import LONGEST_TITLE
from decklists.sections import Sections, sideboard_behind_blank
from decklists.splitting import Part, Start
from decklists.syntax import TextSyntax
from decklists.syntaxes import PLAIN, TEXTS
from decklists.syntaxes.text import BECAUSE
from decklists.traits import SIDEBOARD_BEHIND_BLANK, Trait
from messages import say
from validator.model import COMPANION, MAIN, Decklist, Line, Notice, Unreadable

REMEMBERED_FACTS = 2
"""Catalogues for which lines are remembered at a time."""
NAMED = say("the syntax was named")
"""Why a text was read in a syntax that nothing in it had to speak for."""


class Shown(NamedTuple):
    """What can be seen in a line besides what it is."""

    traits: frozenset[Trait]
    start: Start | None
    """What it may begin in a text of several decks."""


Row = tuple[Item, Shown | None]
"""What a line is and shows; None for most lines: a count and a title, or nothing."""


class Reading(NamedTuple):
    """Some lines of a text, read in order; what a blank line means is still open."""

    lines: tuple[Line, ...]
    unreadable: tuple[Unreadable, ...]
    blanks: list[int]
    """The numbers of the blank lines."""
    is_open: bool
    """Whether nothing has named a section, so that a blank line may begin one."""
    shown: list[tuple[int, Shown]]
    """What lines show, with their places in the text, from 0."""

    @property
    def traits(self) -> frozenset[Trait]:
        return frozenset[Trait]().union(*(shown.traits for _, shown in self.shown))

    @property
    def starts(self) -> list[tuple[int, Start]]:
        """The lines that may begin a deck."""
        return [(index, shown.start) for index, shown in self.shown if shown.start]

    def may_be_several(self, main_min: int) -> bool:
        """Whether it is worth a look if these are the lines of several decks."""
        if not self.shown and not self.blanks:
            return False
        return len(self.starts) > 1 or sum(line.copies for line in self.lines) >= 2 * main_min

    def deck(self, syntax: TextSyntax, because: str, main_min: int) -> Decklist:
        """The deck, with its sideboard behind the last blank line where that is meant."""
        lines, notices = self.lines, tuple[Notice, ...]()
        if self.is_open and self.blanks:
            meaning = syntax.blank_line
            lines, notices = sideboard_behind_blank(meaning, lines, self.blanks, main_min)
        return Decklist(lines, self.unreadable, syntax=syntax.id, because=because, notices=notices)


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
    lines = split(text)
    known = _rows(is_title)
    rows = [known[line] for line in lines]
    whole = _reading(lines, rows, Part(0, len(lines)), pool)
    chosen, because = (syntax, NAMED) if syntax else _recognised(whole)

    def read_part(part: Part) -> Decklist:
        return _reading(lines, rows, part, pool).deck(chosen, because, main_min)

    decks = None
    if may_split and not pool and whole.may_be_several(main_min):
        items = [item for item, _ in rows]
        decks = splitting.decks_of(items, whole.starts, main_min, read_part)
    decks = decks or (whole.deck(chosen, because, main_min),)
    return _guessed(decks) if whole.blanks and chosen is PLAIN and not syntax else decks


def _reading(lines: Sequence[str], rows: Sequence[Row], part: Part, pool: bool) -> Reading:
    """The lines of one part of the text, and what each of them is."""
    found: list[Line] = []
    unreadable: list[Unreadable] = []
    blanks: list[int] = []
    marked: list[tuple[int, Shown]] = []
    # What Line(...) comes to, in a third of its time, which is most of what reading costs.
    made = partial(tuple.__new__, Line)
    sections = Sections()
    numbers = range(part.start + 1, part.stop + 1)
    read = zip(numbers, lines[part.start : part.stop], rows[part.start : part.stop], strict=True)
    for number, text, (item, shown) in read:
        if shown is not None:
            marked.append((number - 1, shown))
        if sections.in_settings and notation.is_setting(text):
            continue
        if isinstance(item, Entry):
            copies, name, own, set_code, collector_number, foil = item
            section = sections.current
            if pool:
                section = MAIN
            elif own is not None or section == COMPANION:
                section = sections.section_of(item)
            found.append(
                made((copies, name, section, number, text, set_code, collector_number, foil))
            )
        elif isinstance(item, Heading):
            sections.enter(item)
        elif item is Other.BLANK:
            sections.blank()
            blanks.append(number)
        elif item is Other.UNREADABLE and number - 1 != part.title:
            unreadable.append(Unreadable(number, text))
    is_open = not pool and not sections.are_named
    return Reading(tuple(found), tuple(unreadable), blanks, is_open, marked)


@remembered(REMEMBERED_FACTS)
def _rows(is_title: IsTitle) -> Answers[str, Row]:
    """What a line is and shows, remembered for the facts that know the titles."""
    return Answers(partial(_row, is_title), REMEMBERED_LINES, keeps=_is_short)


def _is_short(line: str) -> bool:
    """Whether a line is no longer than titles are: others seldom come again."""
    return len(line) <= LONGEST_TITLE


def _row(is_title: IsTitle, line: str) -> Row:
    line = directives.without(line)
    item = classify(line, is_title)
    shown = Shown(traits.of(line), splitting.start_of(line, item))
    return item, shown if any(shown) else None


def _recognised(reading: Reading) -> tuple[TextSyntax, str]:
    """The syntax that the lines speak for, and what in them does."""
    return _known(reading.traits) if reading.shown else (PLAIN, BECAUSE)


def _known(shown: Set[Trait]) -> tuple[TextSyntax, str]:
    for syntax in TEXTS:
        if because := syntax.recognise(shown):
            return syntax, because
    return PLAIN, BECAUSE


def _guessed(decks: tuple[Decklist, ...]) -> tuple[Decklist, ...]:
    """The decks, under another syntax if a blank line was taken for the beginning of one."""
    codes = {notice.code for deck in decks for notice in deck.notices}
    if "sideboard-guessed" not in codes:
        return decks
    syntax, because = _known({SIDEBOARD_BEHIND_BLANK})
    return tuple(replace(deck, syntax=syntax.id, because=because) for deck in decks)
