"""Building decks from a card pool: copies move between the pool and the decks, none is lost.

Where each copy is follows from two records alone, the pool as it was registered and the decks:
what no deck has is left of the pool. So however copies are moved, those in the decks and those
left are always the pool's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from messages import Message, counted, say
from validator.decks import OUTSIDE, Deck
from validator.model import MAIN, POOL, SIDEBOARD, Decklist, Line, Place
from validator.nouns import COPIES, DECKS
from validator.questions import shorten

COPIES_MAX = 9999
"""Of one title in one place; the same bound as in a list."""
LEFT = Place(None, POOL)
"""Where a copy is that no deck has."""
Copies = Mapping[tuple[str, str], int]
"""Copies by section and title."""


class CannotMove(ValueError):
    """A move of copies that are not there, or to where none can be; `message` says it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Assignment:
    """A pool, and which of its copies are in which deck.

    Titles are full English card titles; a name that means no card, or several, stays as it is
    written and can be moved like others. `free` are the lands that are added to any deck and
    returned without end (MTR 7.2); of those the pool counts none.
    """

    pool: Counter[str]
    decks: tuple[Copies, ...]
    free: frozenset[str] = frozenset()

    @property
    def used(self) -> Counter[str]:
        """Copies in the decks and their sideboards, by title."""
        used: Counter[str] = Counter()
        for deck in self.decks:
            for (section, title), copies in deck.items():
                if section not in OUTSIDE and title not in self.free:
                    used[title] += copies
        return used

    @property
    def left(self) -> dict[str, int]:
        """Copies in no deck, by title in the order of the pool."""
        used = self.used
        return {title: n - used[title] for title, n in self.pool.items() if n > used[title]}

    @property
    def beyond(self) -> dict[str, int]:
        """Copies in the decks that the pool does not have, by title."""
        pool = self.pool
        return {title: n - pool[title] for title, n in self.used.items() if n > pool[title]}

    def copies(self, title: str, place: Place) -> int:
        """Copies in a place; of a free land left of the pool there are always enough."""
        if place.deck is not None:
            return self.decks[place.deck].get((place.section, title), 0)
        if title in self.free:
            return COPIES_MAX
        return max(0, self.pool[title] - self.used[title])

    def size(self, deck: int, section: str = MAIN) -> int:
        """Cards in a section of a deck."""
        return sum(copies for (place, _), copies in self.decks[deck].items() if place == section)

    def decklist(self, deck: int, player: str | None = None) -> Decklist:
        """A deck as a list, its main deck first."""
        rows = sorted(self.decks[deck].items(), key=lambda row: _order(row[0][0]))
        lines = (Line(copies, title, section) for (section, title), copies in rows)
        return Decklist(tuple(lines), player=player)


def assignment(pool: Deck, decks: Sequence[Deck], free: frozenset[str]) -> Assignment:
    """The pool and the decks as their lists have them."""
    held: Counter[str] = Counter()
    for (_, title), copies in _count(pool).items():
        if title not in free:
            held[title] += copies
    return Assignment(held, tuple(_count(deck) for deck in decks), free)


def move(before: Assignment, title: str, copies: int, source: Place, target: Place) -> Assignment:
    """The assignment with so many copies moved; CannotMove, with a sentence, where it cannot be.

    A place is LEFT, or the main deck or sideboard of a deck. Copies that are moved to where they
    are stay there. A copy that the pool does not have is gone once it leaves the decks.
    """
    for place in (source, target):
        _check_place(before, place)
    if copies < 1:
        raise CannotMove(say("At least one copy is moved."))
    have = before.copies(title, source)
    if copies > have:
        raise CannotMove(
            say(
                "{place} has {held} of {card}, not {copies}.",
                place=_words(source),
                held=counted(have, *COPIES) if have else say("no copy"),
                card=shorten(title),
                copies=copies,
            )
        )
    if source == target:
        return before
    if target.deck is not None and before.copies(title, target) + copies > COPIES_MAX:
        raise CannotMove(
            say(
                "{place} may list {most} copies of a title at most.",
                place=_words(target),
                most=COPIES_MAX,
            )
        )
    decks = list(before.decks)
    for place, more in ((source, -copies), (target, copies)):
        if place.deck is not None:
            decks[place.deck] = _with(decks[place.deck], (place.section, title), more)
    return replace(before, decks=tuple(decks))


def bring(before: Assignment, title: str, target: Place, copies: int | None = None) -> Assignment:
    """The assignment with so many copies (without a number, all) brought to a place.

    They come from what is left of the pool first, then from the other decks, the last one first;
    no more come than there are. Of a free land none come, as there is no end of them.
    """
    after = before
    missing = COPIES_MAX if copies is None else copies
    for source in (LEFT, *_spots(before)):
        if source != target and title not in before.free:
            here = min(missing, after.copies(title, source))
            if here > 0:
                after = move(after, title, here, source, target)
                missing -= here
    return after


def _spots(state: Assignment) -> Iterator[Place]:
    """The main decks and sideboards, the last deck first."""
    for index in reversed(range(len(state.decks))):
        yield Place(index, SIDEBOARD)
        yield Place(index, MAIN)


def _with(deck: Copies, key: tuple[str, str], more: int) -> Copies:
    """The deck with more (or fewer) copies; a title without copies is no longer in it."""
    copies = deck.get(key, 0) + more
    if copies:
        return {**deck, key: copies}
    return {place: number for place, number in deck.items() if place != key}


def _check_place(before: Assignment, place: Place) -> None:
    if place.deck is None:
        return
    if not 0 <= place.deck < len(before.decks):
        raise CannotMove(
            say(
                "There is no deck {number}: the team has {decks}.",
                number=place.deck + 1,
                decks=counted(len(before.decks), *DECKS),
            )
        )
    if place.section not in (MAIN, SIDEBOARD):
        raise CannotMove(say("Cards are moved between main decks, sideboards and the pool."))


def _count(deck: Deck) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for line, card in deck.in_order():
        counts[line.section, card.title if card else line.name] += line.copies
    return counts


def _order(section: str) -> tuple[bool, bool, str]:
    return (section != MAIN, section != SIDEBOARD, section)


def _words(place: Place) -> Message:
    if place.deck is None:
        return say("What is left of the pool")
    number = place.deck + 1
    if place.section == SIDEBOARD:
        return say("The sideboard of deck {number}", number=number)
    return say("The main deck of deck {number}", number=number)
