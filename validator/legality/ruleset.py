"""Whether a card is legal in a format on a day, and if not, why."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

import banlists
import formats
from cards import Card, CardSet, Catalogue, catalogue_cache
from formats import Format, SideDeck
from messages import say
from validator.house_rules import House

Reason = Literal[
    "not-a-deck-card", "digital-only", "unsanctioned", "unreleased", "rarity", "rotated", "set"
]


class Refusal(NamedTuple):
    """Why a card is not legal, with the day and set if the reason has them."""

    reason: Reason
    day: datetime.date | None = None
    set_name: str | None = None


Basis = Literal["", "class", "house", "seen"]
"""What a ruling rests on: an announcement that names the card, or one of its kind; house rules; or
`seen`, where another list has it and `since` is only the day on which it was seen there."""


class Ruling(NamedTuple):
    """A ban or restriction: the list, its version, and since when by which source."""

    list_name: str
    version: datetime.date | None
    """None for house rules without a date."""
    since: datetime.date
    source: str
    basis: Basis = ""

    @property
    def clause(self) -> str | None:
        """The section of the source; None for house rules."""
        if self.basis == "seen":
            return f"as listed on {self.since}"
        return None if self.basis == "house" else f"effective {self.since}"


Status = Literal["banned", "refused", "restricted", "legal"]


class Standing(NamedTuple):
    """A card's standing in a format on a day; all None if nothing restricts the card."""

    ban: Ruling | None = None
    refusal: Refusal | None = None
    restriction: Ruling | None = None

    @property
    def is_refused(self) -> bool:
        """Whether every copy has to go, because of a ban or a refusal."""
        return self.ban is not None or self.refusal is not None

    @property
    def status(self) -> Status:
        """The standing in one word."""
        if self.is_refused:
            return "banned" if self.ban else "refused"
        return "restricted" if self.restriction else "legal"


FREE = Standing()
"""The standing of an unrestricted card; there is only this instance of it."""


SNOW = "Snow"
"""The supertype of snow lands, as cards print it."""
TWO_HEADED_GIANT_LIST = "two-headed-giant"
"""The additional list for every Constructed 2HG event."""
CACHED_STANDINGS = 4_096
CACHED_RULESETS = 64
CACHED_HOUSE_RULESETS = 16


class Ruleset:
    """A format on one day, with the banlists that apply."""

    def __init__(
        self,
        format: Format,
        day: datetime.date,
        catalogue: Catalogue,
        *,
        two_headed: bool,
        house: House | None = None,
    ) -> None:
        self.format = format
        self.house = house
        self.day = day
        self.is_active = day in format.life
        self.limits_copies = self.is_active and format.kind == "constructed"
        """Whether rules on copies apply."""
        self.lowest_limit = min(formats.lowest_limit(), format.copies_max or sys.maxsize)
        """The lowest limit on copies of any rule that does not name the title."""
        self.catalogue = catalogue
        self.two_headed = two_headed
        self.standing = lru_cache(CACHED_STANDINGS)(self._standing)
        self._ordinary: set[str] = set()
        """Titles already checked that are not `special`: nearly all."""

    def on(self, day: datetime.date) -> Ruleset:
        """The same format and banlists on another day."""
        return Ruleset(
            self.format, day, self.catalogue, two_headed=self.two_headed, house=self.house
        )

    @property
    def list_ids(self) -> tuple[str, ...]:
        """The banlists that apply: the format's own, and the one for every 2HG event."""
        if self.format.kind == "limited":
            return ()
        own = (self._own_list,) if self._own_list else ()
        return (*own, TWO_HEADED_GIANT_LIST) if self.two_headed else own

    @property
    def _own_list(self) -> str | None:
        return self.house.base if self.house else self.format.id

    @cached_property
    def rotates(self) -> bool:
        """Whether sets leave the format."""
        return self.format.rotates

    @cached_property
    def banlist(self) -> banlists.Version | None:
        """The version of the format's own banlist; Limited has none (MTR 7.1)."""
        if self.format.kind != "constructed" or self._own_list is None:
            return None
        return banlists.at(self._own_list, self.day)

    @cached_property
    def banlist_until(self) -> datetime.date | None:
        """The day to which the format's own list is known; None without a list."""
        if self.format.kind != "constructed" or self._own_list is None:
            return None
        return banlists.known_until(self._own_list)

    @cached_property
    def _lists(self) -> list[tuple[str, banlists.Version]]:
        return [(_list_name(list_id), banlists.at(list_id, self.day)) for list_id in self.list_ids]

    def special(self, cards: Mapping[str, Card]) -> dict[str, Standing]:
        """The standing of each title that is not FREE, or whose text sets a limit on copies.

        `cards` maps English card titles to cards.
        """
        ordinary = self._ordinary
        if ordinary.issuperset(cards):
            return {}
        standings = {title: self.standing(cards[title]) for title in cards if title not in ordinary}
        for title, standing in list(standings.items()):
            if standing is FREE and cards[title].copy_limit is None:
                ordinary.add(title)
                del standings[title]
        return standings

    def _standing(self, card: Card, side_deck: SideDeck | None = None) -> Standing:
        """The standing of a card in a deck, or in a side deck of its kind, which no deck holds."""
        if not self.is_active:
            return FREE
        if self.house and card.title in self.house.allow:
            return FREE
        if ban := self._ban(card):
            return Standing(ban=ban)
        refusal = self._refusal_beside(card, side_deck) if side_deck else self._refusal(card)
        if refusal:
            return Standing(refusal=refusal)
        if restriction := self._restriction(card):
            return Standing(restriction=restriction)
        return FREE

    def _ruling_of(self, house: House) -> Ruling:
        source = f"House rules of {house.name}"
        return Ruling(house.name, house.dated, self.format.life.start, source, "house")

    def _ban(self, card: Card) -> Ruling | None:
        """The ban of a card; house rules that name it override every list."""
        if self.house and card.title in self.house.ban:
            return self._ruling_of(self.house)
        if self.house and card.title in self.house.restrict:
            return None
        kinds = {*card.types, *card.subtypes}
        for name, version in self._lists:
            if version.effective is None:
                continue
            if ruling := version.banned.get(card.title):
                return _ruling(name, version.effective, ruling)
            for each in version.classes:
                if each.covers(kinds):
                    source = each.source or each.rule
                    return Ruling(name, version.effective, each.effective, source, "class")
        return None

    def _restriction(self, card: Card) -> Ruling | None:
        if self.house and card.title in self.house.restrict:
            return self._ruling_of(self.house)
        for name, version in self._lists:
            ruling = version.restricted.get(card.title)
            if ruling and version.effective:
                return _ruling(name, version.effective, ruling)
        return None

    def _refusal(self, card: Card) -> Refusal | None:
        """The first reason that applies; None if the card is legal on the day.

        Limited has neither a banlist nor a list of sets, so only the first two apply there.
        """
        if not formats.kinds_beside_decks().isdisjoint((*card.types, *card.subtypes)):
            return Refusal("not-a-deck-card")
        if card.status == "online":
            return Refusal("digital-only")
        if self.format.kind == "limited":
            return None
        if card.status == "funny":
            return Refusal("unsanctioned")
        if card.title in self.format.always_legal:
            return None
        refusal = self._outside_the_pool(card)
        if refusal is None or self._is_snow_as_basic(card):
            return None
        published = first_publication_day(card, formats.widest(), self.catalogue)
        if published is None or published > self.day:
            return Refusal("unreleased", published)
        return refusal

    def counts_as_basic(self, card: Card) -> bool:
        """Whether it is a snow basic outside the format that counts as the equivalent basic."""
        return self._is_snow_as_basic(card) and self._outside_the_pool(card) is not None

    def _is_snow_as_basic(self, card: Card) -> bool:
        # Snow-covered lands that are not legal in Standard are treated as the basic lands with the
        # same land type, without an infraction (MTR 6.3).
        since = self.format.snow_as_basic
        if since is None or self.day < since or not card.is_basic or SNOW not in card.supertypes:
            return False
        return bool(card.subtypes) and set(card.subtypes) <= set(self.format.always_legal)

    def _refusal_beside(self, card: Card, side_deck: SideDeck) -> Refusal | None:
        """Planes, schemes and the like are in no format; Attractions are in those of their sets."""
        if card.status == "online":
            return Refusal("digital-only")
        if self.format.kind == "limited":
            return None
        if side_deck.limited_only:
            return Refusal("not-a-deck-card")
        if card.status == "funny":
            return Refusal("unsanctioned")
        refusal = self._outside_the_pool(card) if side_deck.by_format else None
        published = first_publication_day(card, formats.widest(), self.catalogue)
        if published and published > self.day:
            return Refusal("unreleased", published)
        return refusal

    def _outside_the_pool(self, card: Card) -> Refusal | None:
        if self.format.pool == "sets":
            return self._outside_the_sets(card)
        # Pauper: common in any paper or Magic Online printing by the day, or a basic land.
        if self.format.pool == "commons" and not card.is_basic:
            first = first_common_day(card, self.format, self.catalogue)
            if not (first and first <= self.day):
                return Refusal("rarity", first)
        # Eternal formats admit every card from the day it first became legal.
        first = first_legal_day(card, self.format, self.catalogue)
        return None if first and first <= self.day else Refusal("set", first)

    def _outside_the_sets(self, card: Card) -> Refusal | None:
        """A card is legal if any printing of its title is in a set of the format (MTR 6.3).

        Single cards may stay legal when their sets leave.
        """
        periods = [
            (code, period)
            for code, _ in card.printings
            for period in self.format.sets.get(code, ())
        ]
        periods += [("", period) for period in self.format.cards.get(card.title, ())]
        left: list[tuple[datetime.date, datetime.date, str]] = []
        for set_code, period in periods:
            if self.day in period:
                return None
            if period.end is not None and period.end <= self.day:
                left.append((period.end, period.start, set_code))
        if not left:
            return Refusal("set")
        day, _, set_code = max(left)
        name = self.catalogue.sets[set_code].name if set_code else None
        return Refusal("rotated", day, name)


def _ruling(name: str, version: datetime.date, ruling: banlists.Ruling) -> Ruling:
    basis: Basis = "seen" if ruling.is_seen else ""
    return Ruling(name, version, ruling.since, ruling.source, basis)


def _list_name(list_id: str) -> str:
    if list_id == TWO_HEADED_GIANT_LIST:
        return say("every Two-Headed Giant Constructed event")
    return formats.load(list_id).name


def ruleset(
    format_id: str,
    day: datetime.date,
    catalogue: Catalogue,
    *,
    two_headed: bool,
    house: House | None = None,
) -> Ruleset:
    """The ruleset of a play format on a day; raises formats.UnknownFormat.

    `house` are house rules for that format, or those that define it.
    """
    if house is None:
        return _shipped_ruleset(format_id, day, catalogue, two_headed)
    return _house_ruleset(house, day, catalogue, two_headed)


@catalogue_cache(CACHED_RULESETS)
def _shipped_ruleset(
    format_id: str, day: datetime.date, catalogue: Catalogue, two_headed: bool
) -> Ruleset:
    return Ruleset(formats.load(format_id), day, catalogue, two_headed=two_headed)


# A cache of its own: new house rules in requests must not evict the shipped formats.
@catalogue_cache(CACHED_HOUSE_RULESETS)
def _house_ruleset(
    house: House, day: datetime.date, catalogue: Catalogue, two_headed: bool
) -> Ruleset:
    return Ruleset(house.format, day, catalogue, two_headed=two_headed, house=house)


def turning_days(card: Card, ruleset: Ruleset) -> Iterator[datetime.date]:
    """Every day on which the card's standing in the format may change."""
    play_format = ruleset.format
    yield from _ends(play_format.life)
    if play_format.kind == "limited":
        return
    for list_id in ruleset.list_ids:
        yield formats.life(list_id).start
        yield from banlists.turning_days(list_id, card.title, {*card.types, *card.subtypes})
    for set_code, _ in card.printings:
        for period in play_format.sets.get(set_code, ()):
            yield from _ends(period)
        yield publication_day(ruleset.catalogue.sets[set_code], formats.widest())
        yield legality_day(ruleset.catalogue.sets[set_code], play_format)
    if play_format.snow_as_basic:
        yield play_format.snow_as_basic
    for period in play_format.cards.get(card.title, ()):
        yield from _ends(period)
    for dating in (play_format, formats.widest()):
        first = first_legal_day(card, dating, ruleset.catalogue)
        yield from [first] if first else []


def _ends(period: formats.Period) -> Iterator[datetime.date]:
    yield period.start
    if period.end:
        yield period.end


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
