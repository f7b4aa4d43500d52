"""A deck with its cards resolved, and the copies of each title with their lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice

import formats
from cards import Card, Catalogue
from formats import SideDeck
from messages import say
from validator.model import (
    COMMANDER,
    COMPANION,
    MAYBEBOARD,
    POOL,
    SIDEBOARD_GUESSED,
    TOKENS,
    Decklist,
    Entry,
    Line,
    Notice,
    Place,
)

OUTSIDE = frozenset({COMPANION, MAYBEBOARD, TOKENS})
"""Sections that are not part of the deck (a companion counts in the sideboard)."""

SUPPLEMENTARY = frozenset(formats.side_decks())
"""Sections of cards used beside a deck, and no part of it; in Limited they come from the pool."""


class Deck:
    """One deck (or the pool) with its cards resolved."""

    def __init__(self, index: int | None, decklist: Decklist) -> None:
        self.index = index
        """The deck's index in the team, from 0; None for the card pool."""
        self.decklist = decklist
        self.entries: list[Entry] = []
        self.unresolved: list[tuple[int, Line, tuple[Card, ...]]] = []
        """Lines whose name is no card or ambiguous, with their position in the list."""
        self.companions: list[Entry] = []
        """The deck's companion; the same lines are in `entries`."""
        self.doubted: list[Card] = []
        """The candidates of ambiguous names that the format may decide."""
        self.notices: list[Notice] = []
        self.cards: dict[str, Card] = {}
        """The cards by English card title."""
        self.copies: defaultdict[str, dict[str, int]] = defaultdict(dict)
        """Copies by section and English card title."""
        self.sizes: defaultdict[str, int] = defaultdict(int)
        """Copies by section; unknown and ambiguous cards count as well."""
        self.has_namesake = False
        """Whether another player of the team has the same name."""

    @property
    def label(self) -> str:
        """The deck's name in messages: the player's name or the deck's number; both if two players
        share a name."""
        if self.index is None:
            return say("the pool")
        player, number = self.decklist.player, self.index + 1
        if player and self.has_namesake:
            return say("{player} (deck {number})", player=player, number=number)
        return player or say("deck {number}", number=number)

    @property
    def is_sideboard_guessed(self) -> bool:
        """Whether only a blank line tells the sideboard from the main deck."""
        notices = self.decklist.notices
        return bool(notices) and any(notice.code == SIDEBOARD_GUESSED for notice in notices)

    @property
    def is_missing(self) -> bool:
        """Whether no list was given: no line of it is a card, nor looks like one."""
        return not any(self.sizes.values()) and not self.decklist.unreadable

    @property
    def commanders(self) -> list[Entry]:
        """The lines of the command zone."""
        return [entry for entry in self.entries if entry[0].section == COMMANDER]

    def move(self, entries: Iterable[Entry], section: str) -> None:
        """Move lines of the deck to another section."""
        moved = {id(line) for line, _ in entries}
        self.entries = [
            (line.moved(section), card) if id(line) in moved else (line, card)
            for line, card in self.entries
        ]
        self.recount()

    def recount(self) -> None:
        """Count the cards anew, after lines were moved or read as other cards."""
        self.cards.clear()
        self.copies.clear()
        for line, card in self.entries:
            titles = self.copies[line.section]
            titles[card.title] = titles.get(card.title, 0) + line.copies
            self.cards[card.title] = card
        self.measure()

    def measure(self) -> None:
        """Sum up the copies of each section."""
        self.sizes.clear()
        for section, titles in self.copies.items():
            self.sizes[section] = sum(titles.values())
        for _, line, _ in self.unresolved:
            self.sizes[line.section] += line.copies

    def in_order(self) -> Sequence[tuple[Line, Card | None]]:
        """All lines with copies in the order of the list, each with its card.

        The card is None if the name is unknown or ambiguous.
        """
        if not self.unresolved:
            return self.entries
        resolved: list[tuple[Line, Card | None]] = []
        entries = iter(self.entries)
        for position, line, _ in self.unresolved:
            resolved += islice(entries, position - len(resolved))
            resolved.append((line, None))
        return [*resolved, *entries]

    def with_titles(self) -> Decklist:
        """The list with full English card titles; unresolved names as written."""
        lines = (
            replace(line, name=card.title, text=None) if card else line
            for line, card in self.in_order()
        )
        return self.decklist._replace(lines=tuple(lines))

    def is_translated(self, catalogue: Catalogue) -> bool:
        """Whether most lines have titles in another language."""
        lines = sum(
            line.name != card.title and catalogue.find(line.name).level == "translated"
            for line, card in self.entries
        )
        return 2 * lines > len(self.entries)

    def unreadable(self) -> Counter[str]:
        """The unreadable lines by text, ignoring order and spaces."""
        return Counter(" ".join(line.text.split()) for line in self.decklist.unreadable)

    def place(self, line: Line) -> Place:
        section = POOL if self.index is None else line.section
        text = line.name if line.text is None else line.text
        return Place(self.index, section, line.number, line.copies, text)


@dataclass(slots=True, eq=False)
class CardCopies:
    """All copies of one title in a group of decks."""

    card: Card
    count: int
    lines: list[tuple[Deck, Line]]

    def by_deck(self) -> dict[int, CardCopies]:
        """The same copies by deck, in deck order."""
        decks: dict[int, CardCopies] = {}
        for deck, line in self.lines:
            copies = decks.setdefault(deck.index or 0, CardCopies(self.card, 0, []))
            copies.count += line.copies
            copies.lines.append((deck, line))
        return decks

    def places(self) -> list[Place]:
        return [deck.place(line) for deck, line in self.lines]


def copies_together(
    decks: Iterable[Deck], left_out: Set[str], with_companions: bool = False
) -> tuple[Mapping[str, int], Set[str]]:
    """Copies by title in all decks without `left_out`, and the titles in several decks."""
    together: Mapping[str, int] = {}
    in_several: Set[str] = frozenset()
    for deck in decks:
        own: Mapping[str, int] = {}
        for section, titles in deck.copies.items():
            if section not in left_out:
                own, _ = _add(own, titles)
        for line, card in deck.companions if with_companions else ():
            own, _ = _add(own, {card.title: line.copies})
        together, in_both = _add(together, own)
        in_several |= in_both
    return together, in_several


def _add(some: Mapping[str, int], more: Mapping[str, int]) -> tuple[Mapping[str, int], Set[str]]:
    """The copies of both, and the titles that are in both."""
    if not some:
        return more, frozenset()
    both = some.keys() & more.keys()
    return {**some, **more, **{title: some[title] + more[title] for title in both}}, both


def count_titles(
    decks: list[Deck], leave_out: frozenset[str] = OUTSIDE, *, companions: bool = False
) -> dict[str, CardCopies]:
    """The copies of each English card title in the decks, without the sections left out.

    With `companions`, companions count wherever they are.
    """
    titles: dict[str, CardCopies] = {}
    for deck in decks:
        counted = {id(line) for line, _ in deck.companions} if companions else ()
        for line, card in deck.entries:
            if line.section in leave_out and id(line) not in counted:
                continue
            copies = titles.get(card.title)
            if copies is None:
                titles[card.title] = CardCopies(card, line.copies, [(deck, line)])
            else:
                copies.count += line.copies
                copies.lines.append((deck, line))
    return titles


def side_decks_of(decks: list[Deck]) -> Iterator[tuple[SideDeck, dict[str, CardCopies]]]:
    """The kinds of side decks that the decks have, each with its titles."""
    for section, side_deck in formats.side_decks().items():
        if any(deck.sizes.get(section) for deck in decks):
            others = {name for deck in decks for name in deck.copies} - {section}
            yield side_deck, count_titles(decks, frozenset(others))


def is_of_kind(card: Card, side_deck: SideDeck) -> bool:
    """Whether the card belongs into such a side deck."""
    return side_deck.holds(card.types, card.subtypes)
