"""Building decks from a card pool: moving copies between the pool and the decks.

The state is two records, the registered pool and the decks; copies in no deck are left in the
pool. Moves therefore never lose or create copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from messages import Message, MessageError, say, say_count
from validator.decks import OUTSIDE, Deck
from validator.model import COPIES, DECKS, MAIN, POOL, SIDEBOARD, Decklist, Line, Place
from validator.questions import shorten

COPIES_MAX = 9999
"""Maximum copies of a title in one place, as in lists."""
LEFT = Place(None, POOL)
"""The place of copies that are in no deck."""
Copies = Mapping[tuple[str, str], int]
"""Copies by section and title."""


class CannotMove(MessageError):
    """A move of copies that are not there, or to an impossible place; `message` is a sentence."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A pool, and which of its copies are in which deck.

    Titles are full English card titles; unknown or ambiguous names stay as written and can be
    moved like others. `free` are the lands that may be added to any deck without limit (MTR
    7.2); they are not counted as part of the pool.
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
        """Copies in no deck, by title in pool order."""
        used = self.used
        return {title: n - used[title] for title, n in self.pool.items() if n > used[title]}

    @property
    def beyond(self) -> dict[str, int]:
        """Copies in the decks that are missing from the pool, by title."""
        pool = self.pool
        return {title: n - pool[title] for title, n in self.used.items() if n > pool[title]}

    def copies(self, title: str, place: Place) -> int:
        """Copies in a place; free lands left in the pool never run out."""
        if place.deck is not None:
            return self.decks[place.deck].get((place.section, title), 0)
        if title in self.free:
            return COPIES_MAX
        return max(0, self.pool[title] - self.used[title])

    def size(self, deck: int, section: str = MAIN) -> int:
        """Cards in a section of a deck."""
        return sum(copies for (place, _), copies in self.decks[deck].items() if place == section)

    def decklist(self, deck: int, player: str | None = None) -> Decklist:
        """A deck as a list, main deck first."""
        rows = sorted(self.decks[deck].items(), key=lambda row: _order(row[0][0]))
        lines = (Line(copies, title, section) for (section, title), copies in rows)
        return Decklist(tuple(lines), player=player)


def assignment(pool: Deck, decks: Sequence[Deck], free: frozenset[str]) -> Assignment:
    """The assignment given by the lists of the pool and the decks."""
    counts: Counter[str] = Counter()
    for (_, title), copies in _count(pool).items():
        if title not in free:
            counts[title] += copies
    return Assignment(counts, tuple(_count(deck) for deck in decks), free)


def move(before: Assignment, title: str, copies: int, source: Place, target: Place) -> Assignment:
    """The assignment after moving copies; raises CannotMove.

    `source` and `target` are LEFT, or the main deck or sideboard of a deck; moving to the same
    place changes nothing. Copies missing from the pool disappear when they leave the decks.
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
                held=say_count(have, *COPIES) if have else say("no copy"),
                card=shorten(title),
                copies=copies,
            )
        )
    if source == target:
        return before
    if target.deck is not None and before.copies(title, target) + copies > COPIES_MAX:
        raise CannotMove(
            say(
                "{place} may list at most {most} copies of a title.",
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
    """The assignment after bringing copies (default: all) to a place; raises CannotMove.

    They are taken from the rest of the pool first, then from the other decks, last deck first,
    as far as there are any. Free lands are not moved, as their number is unlimited.
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
    """The main decks and sideboards, last deck first."""
    for index in reversed(range(len(state.decks))):
        yield Place(index, SIDEBOARD)
        yield Place(index, MAIN)


def _with(deck: Copies, key: tuple[str, str], more: int) -> Copies:
    """The deck with more (or, if negative, fewer) copies; titles without copies are dropped."""
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
                decks=say_count(len(before.decks), *DECKS),
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
