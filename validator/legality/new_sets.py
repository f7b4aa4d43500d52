"""Sets that the card facts have and no format knows yet, and from when they are likely legal."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator
from typing import NamedTuple

import formats
from cards import CardSet, Catalogue

PRERELEASE_SINCE = datetime.date(2023, 2, 3)
"""The prerelease of Phyrexia: All Will Be One, the first set that was legal from it. The card facts
have this day as the set's release."""
PRERELEASE = datetime.timedelta(days=7)
"""The prerelease weekend begins on the Friday before the release, as with every set since then."""
STANDARD_KINDS = frozenset({"core", "expansion"})
"""Kinds of sets that come into Standard, and with it into every format that has all of those."""
NOTE = (
    "legal from the prerelease date (practice since ONE, 2023-02); derived from the release date,"
    " uncertain"
)
"""As the rows of earlier sets have it, until a document gives the day."""


class NewSet(NamedTuple):
    """A set that no format knows."""

    card_set: CardSet
    legal_from: datetime.date
    cards: int
    """Cards of it that the facts have."""
    formats: tuple[str, ...]
    """The formats that take it in by its kind and have to name it; others date it by its day."""


def new_sets(facts: Catalogue, play_formats: Collection[str]) -> Iterator[NewSet]:
    """The sets on paper that no format names, oldest first.

    `known` are the codes of sets that need no word: those that were there before. Promotional
    cards and sets that are not for tournaments are none of a format.
    """
    named = {code for play_format in map(formats.load, formats.ids()) for code in play_format.sets}
    for code, card_set in facts.sets.items():
        is_played = card_set.platform == "paper" and card_set.kind in {
            *STANDARD_KINDS,
            "supplemental",
        }
        if is_played and code not in named and code not in play_formats:
            yield NewSet(
                card_set, legal_from(card_set), len(facts.cards_of(code)), _taking(card_set)
            )


def legal_from(card_set: CardSet) -> datetime.date:
    """The first day of a set of Standard, as the practice is; of other sets the release."""
    is_early = card_set.released > PRERELEASE_SINCE and card_set.kind in STANDARD_KINDS
    return card_set.released - PRERELEASE if is_early else card_set.released


def _taking(card_set: CardSet) -> tuple[str, ...]:
    """The formats whose last sets are those of Standard: it, and those that keep them all."""
    if card_set.kind not in STANDARD_KINDS:
        return ()
    standard = formats.load("standard")
    newest = max(standard.sets, key=lambda code: standard.sets[code][-1].start)
    play_formats = map(formats.load, formats.ids())
    return tuple(
        play_format.id
        for play_format in play_formats
        if play_format.pool == "sets" and newest in play_format.sets
    )
