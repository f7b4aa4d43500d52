"""Why a card is not legal, as specifically as the facts allow.

An explanation selects a variant of the sentences of `not-legal` (see `rules.legality`) for a
refused card; the legal periods themselves are determined in `ruleset`.
"""

import datetime
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import formats
from cards import Card, CardSet, catalogue_cache
from messages import Message, say, say_count, say_list
from validator.legality.ruleset import (
    Reason,
    Refusal,
    Ruleset,
    common_sets,
    dating_sets,
    first_common_day,
    first_legal_day,
    legality_day,
    paper_sets,
    publication_day,
)
from validator.model import BESIDE_DECKS, PLATFORMS
from validator.violation import MTR, Source

CACHED_EXPLANATIONS = 4_096
CARD_LEGALITY = MTR("6.2")
AUTHORIZED_CARDS = MTR("3.3")
DECKS_AT_PRERELEASES_SINCE = datetime.date(2022, 11, 18)
"""The release of The Brothers' War, whose Commander decks were sold at its prerelease."""
WEEK_OF_PRERELEASE = datetime.timedelta(days=7)
SETS_NAMED = 3
"""If there are more sets, a sentence names only the first and the last."""


class Explanation(NamedTuple):
    """A variant of the sentences of `not-legal`, with its values."""

    variant: str
    details: Mapping[str, Any] = MappingProxyType({})


class Arrival(NamedTuple):
    """The known day on which a card enters a format, and the set that brings it."""

    day: datetime.date
    set_name: str


def source_of(reason: Reason | None, ruleset: Ruleset) -> Source:
    """The rule by which a format refuses a card for that reason, or admits it."""
    play_format = ruleset.format
    if reason in ("digital-only", "unsanctioned"):
        return AUTHORIZED_CARDS
    if reason == "not-a-deck-card":
        return MTR("7.1" if play_format.kind == "limited" else "6.1")
    if ruleset.house and ruleset.house.base is None:
        return Source(f"House rules of {ruleset.house.name}")
    if play_format.source:
        return Source(play_format.source)
    clause = play_format.legality_on(ruleset.day)
    if clause is None or (reason == "unreleased" and clause.source == CARD_LEGALITY.source):
        return CARD_LEGALITY
    return Source(clause.source, clause.clause)


def doubt(refusal: Refusal, ruleset: Ruleset) -> Message | None:
    """What is not known here and may make the card legal, as a sentence; None if nothing may.

    That a card was not printed is known up to the day of the card facts, and of sets that they
    have whole.
    """
    if refusal.reason == "not-a-deck-card":
        return None
    facts, play_format = ruleset.catalogue, ruleset.format
    incomplete = [
        facts.sets[code].name
        for code in play_format.sets_on(ruleset.day)
        if play_format.pool == "sets" and not facts.is_whole(code)
    ]
    if ruleset.day <= facts.as_of:
        if not incomplete or refusal.reason not in ("set", "rotated"):
            return None
        return say(
            "Not all cards of {sets} are known here; if it is one of them, it is legal.",
            sets=say_list(incomplete),
        )
    if incomplete:
        return say(
            "Cards printed after {day} are not known here; if it is in {sets} or a later set of the"
            " format, it is legal.",
            day=facts.as_of,
            sets=say_list(incomplete, "or"),
        )
    return say(
        "Cards printed after {day} are not known here; a later printing may make it legal.",
        day=facts.as_of,
    )


@catalogue_cache(CACHED_EXPLANATIONS)
def explain(card: Card, refusal: Refusal, ruleset: Ruleset) -> Explanation:
    """The most specific explanation why the format refuses the card on the ruleset's day."""
    match refusal.reason:
        case "not-a-deck-card":
            return _not_a_deck_card(card)
        case "digital-only":
            return _digital_only(card, ruleset)
        case "unsanctioned":
            sets = [ruleset.catalogue.sets[code] for code, _ in card.printings]
            return Explanation("unsanctioned", {"sets": _kind_and_names(sets)})
        case "unreleased":
            return _explain_unreleased(card, ruleset)
        case "rarity":
            return _rarity(card, ruleset)
        case "rotated":
            return _rotated(card, refusal, ruleset)
        case "set":
            return _set(card, ruleset)


def _not_a_deck_card(card: Card) -> Explanation:
    kinds = (*card.types, *card.subtypes)
    why = next((BESIDE_DECKS[kind] for kind in kinds if kind in BESIDE_DECKS), "")
    return Explanation("not-a-deck-card", {"types": " ".join(kinds), "why": why})


def _digital_only(card: Card, ruleset: Ruleset) -> Explanation:
    sets = [ruleset.catalogue.sets[code] for code, _ in card.printings]
    where = sorted(
        {PLATFORMS[card_set.platform] for card_set in sets if card_set.platform in PLATFORMS}
    )
    return Explanation("digital-only", {"where": say_list(where), "sets": _kind_and_names(sets)})


def _explain_unreleased(card: Card, ruleset: Ruleset) -> Explanation:
    arrival = _arrival(card, ruleset)
    if arrival:
        details = {"day": arrival.day, "set": arrival.set_name}
        if ruleset.on(arrival.day).standing(card).ban:
            return Explanation("unreleased/banned", details)
        if _may_be_prereleased(card, arrival, ruleset):
            return Explanation("unreleased/prerelease", details)
        return Explanation("unreleased", details)
    widest = formats.widest()
    sets = dating_sets(paper_sets(card, ruleset.catalogue), widest)
    if not sets:
        return _digital_only(card, ruleset)
    day, _, name = min(
        (legality_day(card_set, widest), card_set.released, card_set.name) for card_set in sets
    )
    return Explanation("unreleased/elsewhere", {"day": day, "set": name})


def _may_be_prereleased(card: Card, arrival: Arrival, ruleset: Ruleset) -> bool:
    """Whether the format counts from prereleases, and that of the card's set is not known.

    Commander decks are sold at the prerelease of the set that they go with.
    """
    until = ruleset.format.prereleases_until
    if until is None or ruleset.day >= until or arrival.day - ruleset.day > WEEK_OF_PRERELEASE:
        return False
    sets = [ruleset.catalogue.sets[code] for code, _ in card.printings]
    return any(
        each.released == arrival.day >= DECKS_AT_PRERELEASES_SINCE and each.kind == "supplemental"
        for each in sets
    )


def _rarity(card: Card, ruleset: Ruleset) -> Explanation:
    arrival = _arrival(card, ruleset)
    if arrival:
        return Explanation("rarity/later", {"day": arrival.day, "set": arrival.set_name})
    uncounted = [ruleset.catalogue.sets[code] for code, rarity in card.printings if rarity == "C"]
    if uncounted:
        return Explanation("rarity/elsewhere", {"sets": _set_names(uncounted)})
    return Explanation("rarity")


def _rotated(card: Card, refusal: Refusal, ruleset: Ruleset) -> Explanation:
    details = {"day": refusal.day, "set": refusal.set_name}
    if refusal.set_name is None:
        return Explanation("rotated/alone", details)
    if arrival := _arrival(card, ruleset):
        details |= {"back": arrival.day, "back_set": arrival.set_name}
        return Explanation("rotated/back", details)
    return Explanation("rotated", details)


def _set(card: Card, ruleset: Ruleset) -> Explanation:
    """A card that is out, but was never in the format by the day."""
    arrival = _arrival(card, ruleset)
    if arrival:
        return Explanation("set/later", {"day": arrival.day, "set": arrival.set_name})
    widest = formats.widest()
    printed = [
        card_set
        for card_set in paper_sets(card, ruleset.catalogue)
        if publication_day(card_set, widest) <= ruleset.day
    ]
    own = [card_set for card_set in printed if card_set.kind != "promo"] or printed
    if family := _families(own):
        return Explanation("set/family", {"family": family, "sets": _set_names(own)})
    if len(own) == 1:
        return Explanation("set/one", {"set": own[0].name})
    return Explanation("set", {"sets": _set_names(own)})


def _arrival(card: Card, ruleset: Ruleset) -> Arrival | None:
    """When the card will enter the format, if that is known."""
    play_format, catalogue = ruleset.format, ruleset.catalogue
    if play_format.pool == "sets":
        days = [
            (period.start, catalogue.sets[code].released, catalogue.sets[code].name)
            for code, _ in card.printings
            for period in play_format.sets.get(code, ())
        ]
    else:
        days = _arrival_days(card, ruleset)
    ahead = [
        arrival for arrival in days if arrival[0] > ruleset.day and arrival[0] in play_format.life
    ]
    if not ahead:
        return None
    day, _, name = min(ahead)
    return Arrival(day, name)


def _arrival_days(card: Card, ruleset: Ruleset) -> list[tuple[datetime.date, datetime.date, str]]:
    """The days on which an eternal format admits the card, each with the set that brings it."""
    play_format, catalogue = ruleset.format, ruleset.catalogue
    first = first_legal_day(card, play_format, catalogue)
    sets = paper_sets(card, catalogue)
    if play_format.pool == "commons" and not card.is_basic:
        common = first_common_day(card, play_format, catalogue)
        if common is None:
            return []
        first = max(first, common) if first else None
        sets = common_sets(card, play_format, catalogue) if first == common else sets
    return [
        (first, card_set.released, card_set.name)
        for card_set in dating_sets(sets, play_format)
        if first and legality_day(card_set, play_format) == first
    ]


def _families(sets: Sequence[CardSet]) -> Message | None:
    """The family name of the sets, such as `Commander sets`; None if one has no family."""
    families = {formats.set_family(card_set.code, card_set.name) for card_set in sets}
    return None if None in families else say_list(sorted(filter(None, families)))


def _kind_and_names(sets: Sequence[CardSet]) -> Message:
    """`Alchemy sets (A and B)`, or only the names if a set has no family."""
    family, names = _families(sets), _set_names(sets)
    return say("{family} ({sets})", family=family, sets=names) if family else names


def _set_names(sets: Sequence[CardSet]) -> Message:
    """The names of the sets, oldest first; if there are many, the first and the last with years."""
    by_name = {card_set.name: card_set for card_set in sets}
    in_order = sorted(by_name.values(), key=lambda card_set: (card_set.released, card_set.name))
    if len(in_order) <= SETS_NAMED:
        return say_list([card_set.name for card_set in in_order])
    first, last = in_order[0], in_order[-1]
    return say_count(
        len(in_order),
        "{number} set from {first} ({first_year}) to {last} ({last_year})",
        "{number} sets from {first} ({first_year}) to {last} ({last_year})",
        first=first.name,
        first_year=first.released.year,
        last=last.name,
        last_year=last.released.year,
    )
