"""From when a card's printings count: which sets are tournament sets, and since when."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

import formats
from cards import Card, CardSet, Catalogue
from formats import Format


def legality_day(card_set: CardSet, play_format: Format) -> datetime.date:
    """The day a set becomes legal: its first day in the first of the formats that date sets.

    If none of these lists it, its release; its prerelease, where the format counts from it.
    """
    if play_format.prereleases_until:
        prerelease = formats.prerelease(card_set.code)
        if prerelease and prerelease < play_format.prereleases_until:
            return prerelease
    for format_id in play_format.dated_by:
        periods = formats.load(format_id).sets.get(card_set.code)
        if periods:
            return periods[0].start
    return card_set.released


def first_legal_day(card: Card, play_format: Format, catalogue: Catalogue) -> datetime.date | None:
    """The first legal day of any printing; None if no printing is on paper.

    Promotional printings ahead of the card's set, or in a series that runs for years, do not
    date the card unless it has no other printing or a format dates the set.
    """
    return _first_day(paper_sets(card, catalogue), play_format)


def publication_day(card_set: CardSet, play_format: Format) -> datetime.date:
    """The publication day of a set: its release, or its prerelease if it is legal from then."""
    return min(card_set.released, legality_day(card_set, play_format))


def first_publication_day(
    card: Card, play_format: Format, catalogue: Catalogue
) -> datetime.date | None:
    """The day of the first printing, legal yet or not; None if no printing is on paper."""
    sets = dating_sets(paper_sets(card, catalogue), play_format)
    return min((publication_day(each, play_format) for each in sets), default=None)


def first_common_day(card: Card, play_format: Format, catalogue: Catalogue) -> datetime.date | None:
    """The first day of any common printing that counts in the format; None without one."""
    return _first_day(common_sets(card, play_format, catalogue), play_format)


def paper_sets(card: Card, catalogue: Catalogue) -> list[CardSet]:
    """The sets with tournament printings of the card on paper."""
    return [
        card_set for card_set in _tournament_sets(card, catalogue) if card_set.platform == "paper"
    ]


def common_sets(card: Card, play_format: Format, catalogue: Catalogue) -> list[CardSet]:
    """The sets with a common printing, on paper or Magic Online, that counts."""
    commons = _tournament_sets(card, catalogue, rarity="C")
    return [card_set for card_set in commons if card_set.code not in play_format.sets_left_out]


def dating_sets(sets: Sequence[CardSet], play_format: Format) -> Sequence[CardSet]:
    """The sets that date their cards; all of them if none does."""
    dating = [
        card_set
        for card_set in sets
        if card_set.dates_its_cards
        or any(card_set.code in formats.load(format_id).sets for format_id in play_format.dated_by)
    ]
    return dating or sets


def _first_day(sets: Sequence[CardSet], play_format: Format) -> datetime.date | None:
    dating = dating_sets(sets, play_format)
    return min((legality_day(each, play_format) for each in dating), default=None)


def _tournament_sets(
    card: Card, catalogue: Catalogue, rarity: str | None = None
) -> Iterator[CardSet]:
    """The sets with tournament printings of the card (at that rarity); not Arena."""
    for set_code, its_rarity in card.printings:
        card_set = catalogue.sets[set_code]
        if (
            rarity in (None, its_rarity)
            and card_set.platform != "arena"
            and card_set.kind != "other"
        ):
            yield card_set
