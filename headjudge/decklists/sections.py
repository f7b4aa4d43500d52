"""The sections of lines, and guessing the sideboard if nothing marks it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from cards import catalogue
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry
from messages import say, say_count, say_list
from validator.model import (
    COMMANDER,
    COMPANION,
    MAIN,
    MAYBEBOARD,
    SIDEBOARD,
    TOKENS,
    Decklist,
    Line,
    Notice,
    Place,
)

BlankLine = Literal["doubtful", "sideboard", "nothing"]
"""The meaning of the last blank line if no heading or mark names a section.

"doubtful": the sideboard begins there if its size fits, with a notice. "sideboard": it begins
there, whatever its size. "nothing": the program marks its sideboards in another way.
"""

LEAST_SPACED = 5
SPACED = 0.8
"""The share of lines with a blank line between them from which on such a line means nothing."""
SIZE_OF_COMMANDER = 100
SIDEBOARD_MAX = 15
"""Blocks with more cards are not guessed to be a sideboard."""


KINDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "avatar": frozenset({"Vanguard"}),
        "planes": frozenset({"Plane", "Phenomenon"}),
        "schemes": frozenset({"Scheme"}),
        "attractions": frozenset({"Attraction"}),
        "stickers": frozenset({"Stickers"}),
        "conspiracies": frozenset({"Conspiracy"}),
        "contraptions": frozenset({"Contraption"}),
        "dungeons": frozenset({"Dungeon"}),
        TOKENS: frozenset(),
    }
)
"""The types of the cards that are kept beside the deck, by section; tokens have names alone."""


class Sections:
    """Tracks the current section through headings and blank lines.

    Cards beside the deck, a maybeboard and a companion end by themselves, and what comes after
    belongs to the section before. A maybeboard ends at a blank line or any heading; cards beside
    the deck at any heading, and at a blank line before cards of another kind; tokens also at the
    first card that is no token.
    """

    def __init__(self, *, pool: bool) -> None:
        """In a `pool` every card is in the section "main"."""
        self.is_of_pool = pool
        self.are_named = False
        """Whether a heading or line names a section other than the main deck; if so, blank lines
        have no meaning."""
        self.is_commander_open = False
        """Whether the deck continues after a commander without a separator."""
        self.is_companion_open = False
        """The same after a companion."""
        self.in_settings = False
        """Whether lines such as `Key=Value` are expected here."""
        self.current = MAIN
        self._interrupted = MAIN
        self._companion: str | None = None
        self._is_begun = False
        """Whether the current section has a card."""
        self._is_apart = False
        """Whether a blank line follows that card."""

    @property
    def of_plain(self) -> str | None:
        """The section of a line with a count and a title; None if it depends on the line."""
        if self.in_settings:
            return None
        if self.is_of_pool:
            return MAIN
        return self.current if self.current in (MAIN, SIDEBOARD, COMMANDER) else None

    def enter(self, heading: Heading) -> None:
        """Enter the section of the heading, if it has one."""
        self.in_settings = heading.settings
        if heading.section is None:
            if heading.owner:
                self._enter(MAIN)
            else:
                self.words()
            return
        self.are_named = self.are_named or heading.section != MAIN
        self.is_commander_open = self.is_commander_open or heading.is_assumed
        self._enter(heading.section)

    def words(self) -> None:
        """A heading of the writer's own, or any other line that is no card."""
        if self.current == COMPANION or (self._is_begun and self._ends_by_itself):
            self._end()

    def blank(self) -> None:
        """A blank line ends the companion and the maybeboard, once they have cards."""
        self._is_apart = self._is_begun
        if self._is_begun and self.current in (COMPANION, MAYBEBOARD):
            self._end()

    def section_of(self, entry: Entry) -> str:
        """The section of the card."""
        if self.is_of_pool:
            return MAIN
        is_hidden = entry.section == TOKENS and is_other_card(entry.name, TOKENS)
        if entry.section is not None and not is_hidden:
            self.are_named = self.are_named or entry.section != MAIN
            return entry.section
        if self.current in KINDS and (self._is_apart or self.current == TOKENS):
            if is_other_card(entry.name, self.current):
                self._end()
        elif self.current == COMPANION and self._companion not in (None, entry.name):
            # A deck has one companion: the following cards belong to the deck again.
            self._end()
            self.is_companion_open = True
        self._companion = entry.name
        self._is_begun = True
        return self.current

    @property
    def _ends_by_itself(self) -> bool:
        return self.current in KINDS or self.current in (COMPANION, MAYBEBOARD)

    def _enter(self, section: str) -> None:
        if not self._ends_by_itself:
            self._interrupted = self.current
        self.current, self._companion = section, None
        self._is_begun = self._is_apart = False

    def _end(self) -> None:
        self.current, self._companion = self._interrupted, None
        self._is_begun = self._is_apart = False


def is_other_card(name: str, section: str) -> bool:
    """Whether the name is that of a card which is not kept in such a section beside the deck."""
    facts = catalogue()
    if section == TOKENS and facts.is_token(name):
        return False
    cards = facts.find(name).cards
    return bool(cards) and not any(
        KINDS[section].intersection((*card.types, *card.subtypes)) for card in cards
    )


def is_large(deck: Decklist, smallest: int) -> bool:
    """Whether the main deck has at least that many cards."""
    return sum(line.copies for line in deck.lines if line.section == MAIN) >= smallest


def larger_gaps(lines: Sequence[Line], blanks: Sequence[int]) -> list[int]:
    """The blank lines that mean something: where one stands between nearly all lines, only those
    that are more than in most gaps."""
    if not blanks or len(lines) < LEAST_SPACED:
        return [*blanks]
    gaps = [
        bisect_right(blanks, after.number or 0) - bisect_right(blanks, before.number or 0)
        for before, after in pairwise(lines)
        if before.number != after.number
    ]
    usual = sorted(gaps)[(len(gaps) - 1) // 2] if gaps else 0
    if not usual or sum(gap > 0 for gap in gaps) < SPACED * len(gaps):
        return [*blanks]
    return [
        blanks[bisect_right(blanks, after.number or 0) - 1]
        for before, after in pairwise(lines)
        if bisect_right(blanks, after.number or 0) - bisect_right(blanks, before.number or 0)
        > usual
    ]


def sideboard_behind_blank(
    meaning: BlankLine, lines: tuple[Line, ...], blanks: Sequence[int], main_min: int
) -> tuple[tuple[Line, ...], tuple[Notice, ...]]:
    """The lines in their sections, using blank lines if nothing else marks any."""
    if meaning == "doubtful":
        return guess_sideboard(lines, blanks, main_min)
    start = _last_block(lines, blanks) if meaning == "sideboard" else 0
    return (*lines[:start], *_as_sideboard(lines[start:])) if start else lines, ()


def guess_sideboard(
    lines: tuple[Line, ...], blanks: Sequence[int], main_min: int
) -> tuple[tuple[Line, ...], tuple[Notice, ...]]:
    """The lines, with those after the last blank line as the sideboard, and a notice.

    Magic Online separates the sideboard in this way. The lines are returned unchanged, without
    a notice, if more than 15 cards come after the blank line, or fewer than `main_min` before
    it. `blanks` are the numbers of the blank lines, in order.
    """
    start = _last_block(lines, blanks)
    main, rest = lines[:start], lines[start:]
    size = sum(line.copies for line in rest)
    if not 1 <= size <= SIDEBOARD_MAX or sum(line.copies for line in main) < main_min:
        return lines, ()
    return (*main, *_as_sideboard(rest)), (_guess_notice(rest[0].number, size),)


def commander_behind_sideboard(
    lines: tuple[Line, ...], blanks: Sequence[int]
) -> tuple[tuple[Line, ...], tuple[Notice, ...]]:
    """The lines, with the last block of a sideboard as the commanders, and a notice.

    Moxfield writes them there, without a heading. They are one or two cards behind a blank line
    that make the deck one of a hundred.
    """
    start = _last_block(lines, blanks)
    block, before = lines[start:], lines[:start]
    is_block = 0 < len(block) <= 2 and all(line.section == SIDEBOARD for line in block)
    main = sum(line.copies for line in before if line.section == MAIN)
    if not is_block or main + sum(line.copies for line in block) != SIZE_OF_COMMANDER:
        return lines, ()
    if any(line.section == COMMANDER for line in before) or before[-1].section != SIDEBOARD:
        return lines, ()
    message = say(
        "The last block was read as the commander, not as part of the sideboard, because it makes"
        " the deck one of a hundred cards: {titles}.",
        titles=say_list([line.name for line in block]),
    )
    places = tuple(Place(None, COMMANDER, line.number, line.copies, line.text) for line in block)
    notice = Notice("commander-guessed", "warning", message, places)
    return (*before, *(line._replace(section=COMMANDER) for line in block)), (notice,)


def _as_sideboard(lines: Iterable[Line]) -> Iterator[Line]:
    return (line._replace(section=SIDEBOARD) for line in lines)


def _last_block(lines: Sequence[Line], blanks: Sequence[int]) -> int:
    """The index of the first card after the last blank line that has cards below it."""
    numbers = [line.number or 0 for line in lines]
    before_last_card = bisect_right(blanks, numbers[-1]) if numbers else 0
    return bisect_right(numbers, blanks[before_last_card - 1]) if before_last_card else 0


def _guess_notice(line: int | None, size: int) -> Notice:
    message = say_count(
        size,
        "Line {line} and those below it were read as the sideboard: {number} card comes after"
        " the last blank line, without a heading. If it is the sideboard, put a line"
        " 'Sideboard' before it; if it belongs to the main deck, remove the blank line.",
        "Line {line} and those below it were read as the sideboard: {number} cards come after"
        " the last blank line, without a heading. If they are the sideboard, put a line"
        " 'Sideboard' before them; if they belong to the main deck, remove the blank line.",
        line=line,
    )
    place = Place(None, SIDEBOARD, line, size)
    return Notice("sideboard-guessed", "warning", message, places=(place,))
