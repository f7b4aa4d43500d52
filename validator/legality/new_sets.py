"""Sets in the card facts that no format lists yet, with their likely first legal day."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator
from typing import NamedTuple

import formats
from cards import CardSet, Catalogue

PRERELEASE_SINCE = datetime.date(2023, 2, 3)
"""The prerelease of Phyrexia: All Will Be One, the first set legal from its prerelease. The card
facts have this day as the set's release."""
PRERELEASE = datetime.timedelta(days=7)
"""The prerelease starts on the Friday before the release, as for every set since then."""
STANDARD_KINDS = frozenset({"core", "expansion"})
"""Kinds of sets that enter Standard, and with it every format that keeps all such sets."""
NOTE = (
    "legal from the prerelease date (practice since ONE, 2023-02); derived from the release date,"
    " uncertain"
)
"""The note on rows of earlier sets, until a document gives the day."""


class NewSet(NamedTuple):
    """A set that no format lists."""

    card_set: CardSet
    legal_from: datetime.date
    cards: int
    """The number of its cards in the facts."""
    formats: tuple[str, ...]
    """The formats that must list it because of its kind; others date it by its release."""


def new_sets(facts: Catalogue, play_formats: Collection[str]) -> Iterator[NewSet]:
    """The sets on paper that none of `play_formats` lists, oldest first.

    Promotional cards and sets that are not for tournaments belong to no format.
    """
    named = {code for play_format in map(formats.load, formats.ids()) for code in play_format.sets}
    for code, card_set in facts.sets.items():
        is_played = card_set.platform == "paper" and card_set.kind in {
            *STANDARD_KINDS,
            "supplemental",
        }
        if is_played and code not in named and code not in play_formats:
            yield NewSet(
                card_set,
                legal_from(card_set),
                len(facts.cards_of(code)),
                _formats_to_list(card_set),
            )


def legal_from(card_set: CardSet) -> datetime.date:
    """The first legal day of a set: by current practice in Standard, else its release."""
    is_early = card_set.released > PRERELEASE_SINCE and card_set.kind in STANDARD_KINDS
    return card_set.released - PRERELEASE if is_early else card_set.released


def _formats_to_list(card_set: CardSet) -> tuple[str, ...]:
    """The formats that have to list the set: Standard and those that keep all of its sets."""
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
