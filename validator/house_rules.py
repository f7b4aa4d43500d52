"""House rules checked against the card facts: titles are cards, codes are sets."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import formats
from cards import Card, Catalogue
from formats import Format, HouseFault, HouseRules, WrongHouseRules, house_rules
from messages import Message, say, say_list, sentences
from validator.fingerprint import sha256

if TYPE_CHECKING:
    from validator import documents

TITLES_MAX = 1_000
"""Titles in all lists of house rules together."""
SUGGESTED = 20
"""Maximum number of unknown titles that get suggestions."""
UNNAMED = say("the event")


class House(NamedTuple):
    """An organizer's format, or their list for a format; equal if the digests are equal.

    `ban` and `restrict` override the other lists; a title in `allow` is legal whatever the
    format and the lists say.
    """

    format: Format
    base: str | None
    """The format whose banlist also applies; None if there is none."""
    name: str
    ban: frozenset[str]
    allow: frozenset[str]
    restrict: frozenset[str]
    dated: datetime.date | None
    """The first day stated in the rules."""
    digest: str
    """SHA-256 of the content."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, House) and self.digest == other.digest

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.digest)

    def as_dict(self) -> documents.AppliedHouseRules:
        """The house rules of a verdict, ready for JSON."""
        return {"name": str(self.name), "base": self.base, "digest": self.digest}


def settle(rules: HouseRules, facts: Catalogue) -> House:
    """The house rules with full English titles; raises WrongHouseRules with all faults."""
    if faults := list(_size_faults(rules)):
        raise WrongHouseRules(faults, rules.path)
    cards: dict[str, dict[int, Card]] = {}
    for name in house_rules.LISTS:
        found = {at: facts.find(title) for at, title in enumerate(getattr(rules, name))}
        cards[name] = {at: match.card for at, match in found.items() if match.card}
        faults += _title_faults(name, getattr(rules, name), facts)
    faults += [*_duplicate_faults(cards), *_allowed_faults(cards["allow"])]
    faults += _set_faults(rules, facts)
    if rules.format is None and rules.base and (fault := house_rules.base_fault(rules.base)):
        faults.append(HouseFault(("base",), fault))
    if faults or (rules.format is None and rules.base is None):
        raise WrongHouseRules(faults, rules.path)
    play_format = rules.format or formats.load(rules.base or "")
    titles = {name: sorted(card.title for card in own.values()) for name, own in cards.items()}
    own_name = rules.name or UNNAMED
    return House(
        format=play_format,
        base=rules.base,
        name=own_name,
        **{list_name: frozenset(titles[list_name]) for list_name in house_rules.LISTS},
        dated=rules.dated,
        digest=_digest(own_name, rules.base, play_format, titles),
    )


def read_folder(folder: Path, facts: Catalogue) -> dict[str, House]:
    """The house rules in a folder by id; raises WrongHouseRules or OSError."""
    settled = (settle(rules, facts) for rules in formats.read_house_folder(folder))
    return {house.format.id: house for house in settled}


def _title_faults(name: str, titles: Sequence[str], facts: Catalogue) -> Iterator[HouseFault]:
    """The titles of no card, and those of several."""
    unknown = 0
    for index, title in enumerate(titles):
        match = facts.find(title)
        if len(match.cards) > 1:
            meant = ", ".join(card.title for card in match.cards)
            fault: str = say(
                "“{name}” may be any of several cards: {meant}.", name=title, meant=meant
            )
            yield HouseFault((name, index), fault, "ambiguous-card")
        elif not match.card:
            unknown += 1
            suggestions = facts.suggest(title) if unknown <= SUGGESTED else ()
            fault = say("No card is titled “{name}”.", name=title)
            if suggestions:
                perhaps = say("Perhaps {meant} is meant.", meant=say_list(suggestions, "or"))
                fault = sentences(fault, perhaps)
            yield HouseFault((name, index), fault, "unknown-card")


def _size_faults(rules: HouseRules) -> Iterator[HouseFault]:
    count = sum(len(getattr(rules, name)) for name in house_rules.LISTS)
    if count > TITLES_MAX:
        fault = say(
            "House rules may name {most} titles in all lists together, not {number}.",
            most=TITLES_MAX,
            number=count,
        )
        yield HouseFault((), fault, "over-limit")


def _duplicate_faults(cards: Mapping[str, Mapping[int, Card]]) -> Iterator[HouseFault]:
    seen: dict[str, str] = {}
    for name, by_index in cards.items():
        for index, card in by_index.items():
            if first := seen.get(card.title):
                yield HouseFault(
                    (name, index), _duplicate_message(card, first, name), "given-twice"
                )
            seen.setdefault(card.title, name)


def _duplicate_message(card: Card, first: str, name: str) -> Message:
    if first == name:
        return say("{card} is twice in {list}; list it once.", card=card.title, list=name)
    return say(
        "{card} is in {first} and in {list}; it can be in only one.",
        card=card.title,
        first=first,
        list=name,
    )


def _allowed_faults(allowed: Mapping[int, Card]) -> Iterator[HouseFault]:
    for index, card in allowed.items():
        if not formats.kinds_beside_decks().isdisjoint((*card.types, *card.subtypes)):
            fault = say("{card} cannot be in a deck.", card=card.title)
            yield HouseFault(("allow", index), fault)
        elif card.status == "online":
            fault = say("{card} exists only in digital games.", card=card.title)
            yield HouseFault(("allow", index), fault)


def _set_faults(rules: HouseRules, facts: Catalogue) -> list[HouseFault]:
    if rules.format is None or rules.path is None:
        return []
    own = formats.load(rules.base).sets if rules.base else {}
    codes = [code for code in rules.format.sets if code not in own]
    return [
        HouseFault(("sets",), say('There is no set "{code}".', code=code))
        for code in codes
        if code not in facts.sets
    ]


def _own_words(play_format: Format) -> list[str]:
    """The parts that a house file adds to a format, in words."""
    words = {
        "main_max": play_format.main_max,
        "singleton": play_format.singleton,
        "command_zone": play_format.command_zone,
    }
    return [f"{name} {value}" for name, value in words.items() if value]


def _digest(
    name: str, base: str | None, play_format: Format, titles: Mapping[str, list[str]]
) -> str:
    content = {
        "name": name,
        "base": base,
        "format": [
            play_format.id,
            str(play_format.life),
            play_format.main_min,
            play_format.sideboard_max,
            play_format.copies_max,
            play_format.pool,
            *_own_words(play_format),
            [f"{code} {periods}" for code, periods in sorted(play_format.sets.items())],
            [f"{title} {periods}" for title, periods in sorted(play_format.cards.items())],
        ],
        **titles,
    }
    return sha256(json.dumps(content, sort_keys=True))
