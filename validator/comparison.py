"""Differences between two lists, independent of order, syntax and language.

For example played against registered, after the deadline against before it, or a pool as
received against the pool as registered.
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
    """A changed number of copies of one card in one section of one deck."""

    deck: int
    """The deck's index in both lists, from 0."""
    section: str
    name: str
    """The English card title, or the text as written if it does not name exactly one card."""
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
            "earlier_count": self.before,
            "later_count": self.after,
        }


@dataclass(frozen=True)
class DeckComparison:
    """All differences."""

    changes: tuple[CopyChange, ...]
    """By deck, section (main deck and sideboard first) and name."""
    is_read_alike: bool
    """Whether the unreadable lines, which may hold any card, are the same in both."""

    @property
    def same(self) -> bool:
        """Whether both lists certainly hold the same cards."""
        return self.is_read_alike and not self.changes

    def as_dict(self) -> documents.Difference:
        """The comparison in the form of the API's answer, ready for JSON."""
        return {"same": self.same, "changes": [change.as_dict() for change in self.changes]}


def compare(
    before: Sequence[Deck], after: Sequence[Deck], leave_out: frozenset[str] = OUTSIDE
) -> DeckComparison:
    """Compare decks (or pools) by title, count and section, pairwise by position.

    A deck missing on one side is compared with an empty one. `leave_out` are sections that are
    not compared because their cards are not part of the deck.
    """
    changes: list[CopyChange] = []
    is_read_alike = True
    for index, (old, new) in enumerate(zip_longest(before, after)):
        earlier, later = _counts(old, leave_out), _counts(new, leave_out)
        changes += [
            CopyChange(index, key[0], key[1], earlier[key], later[key])
            for key in sorted({*earlier, *later}, key=_position)
            if earlier[key] != later[key]
        ]
        is_read_alike = is_read_alike and _not_read(old) == _not_read(new)
    return DeckComparison(tuple(changes), is_read_alike)


_Key = tuple[str, str, bool]
"""A section, a name in it, and whether the name is a card title."""


def _position(key: _Key) -> tuple[bool, bool, _Key]:
    return (key[0] != MAIN, key[0] != SIDEBOARD, key)


def _counts(deck: Deck | None, leave_out: frozenset[str]) -> Counter[_Key]:
    counts: Counter[_Key] = Counter()
    for line, card in deck.in_order() if deck else ():
        # Unknown names are compared in every section, as they may be any card.
        if line.section not in leave_out or card is None:
            section = POOL if deck and deck.index is None else line.section
            counts[section, card.title if card else line.name, card is not None] += line.copies
    return counts


def _not_read(deck: Deck | None) -> tuple[Counter[str], Counter[str]]:
    return (deck.unreadable(), Counter(deck.decklist.unread)) if deck else (Counter(), Counter())
