"""What is otherwise in one list than in another, whatever the order, syntax and language.

Played against registered, after the deadline against before it, a pool as it was received
against the pool as it was registered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from messages import Message, say
from validator.decks import OUTSIDE, Deck
from validator.model import MAIN, POOL, SIDEBOARD
from validator.nouns import SECTIONS

if TYPE_CHECKING:
    from headjudge import documents


class CopyChange(NamedTuple):
    """Another number of copies of one card in one section of one deck."""

    deck: int
    """The deck's place in both lists, from 0."""
    section: str
    name: str
    """The English card title; what was written where that means no card, or several."""
    before: int
    after: int

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> Message:
        """`+2 Opt (sideboard)`."""
        return say(
            "{difference} {card} ({section})",
            difference=f"{self.after - self.before:+}",
            card=self.name,
            section=SECTIONS.get(self.section, self.section),
        )

    def as_dict(self) -> documents.Change:
        """The change in the form of the API's answer, ready for JSON."""
        return {
            "deck": self.deck,
            "section": self.section,
            "name": self.name,
            "from": self.before,
            "to": self.after,
        }


@dataclass(frozen=True)
class DeckComparison:
    """All that is otherwise."""

    changes: tuple[CopyChange, ...]
    """By deck, section (main deck and sideboard first) and name."""
    is_read_alike: bool
    """Whether the lines that could not be read, and may hold any card, are the same in both."""

    @property
    def same(self) -> bool:
        """Whether both lists surely hold the same."""
        return self.is_read_alike and not self.changes

    def as_dict(self) -> documents.Difference:
        """The comparison in the form of the API's answer, ready for JSON."""
        return {"same": self.same, "changes": [change.as_dict() for change in self.changes]}


def compare(
    before: Sequence[Deck], after: Sequence[Deck], leave_out: frozenset[str] = OUTSIDE
) -> DeckComparison:
    """Compare decks (or pools) by title, count and section, the first with the first and so on.

    A deck that the other side lacks is compared with an empty one. `leave_out` are the sections
    that are not compared, as their cards are no part of the deck.
    """
    changes: list[CopyChange] = []
    is_read_alike = True
    for index, (old, new) in enumerate(zip_longest(before, after)):
        changes += _changes(index, _counts(old, leave_out), _counts(new, leave_out))
        is_read_alike = is_read_alike and _not_read(old) == _not_read(new)
    return DeckComparison(tuple(changes), is_read_alike)


def _changes(index: int, before: Counter[_Key], after: Counter[_Key]) -> list[CopyChange]:
    return [
        CopyChange(index, key[0], key[1], before[key], after[key])
        for key in sorted({*before, *after}, key=_position)
        if before[key] != after[key]
    ]


_Key = tuple[str, str, bool]
"""A section, a name in it, and whether that is the title of a card."""


def _position(key: _Key) -> tuple[bool, bool, _Key]:
    return (key[0] != MAIN, key[0] != SIDEBOARD, key)


def _counts(deck: Deck | None, leave_out: frozenset[str]) -> Counter[_Key]:
    counts: Counter[_Key] = Counter()
    for line, card in deck.in_order() if deck else ():
        # A name that means no card is at fault in every section.
        if line.section not in leave_out or card is None:
            section = POOL if deck and deck.index is None else line.section
            counts[section, card.title if card else line.name, card is not None] += line.copies
    return counts


def _not_read(deck: Deck | None) -> tuple[Counter[str], Counter[str]]:
    return (deck.unreadable(), Counter(deck.decklist.unread)) if deck else (Counter(), Counter())
