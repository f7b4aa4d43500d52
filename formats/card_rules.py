"""Rules of single kinds of cards: those beside decks, and companions."""

import datetime
from collections.abc import Collection, Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from formats.files import FOLDER, read_toml, record

SIDE_DECKS = FOLDER / "cards" / "side_decks.toml"


class SideDeck(NamedTuple):
    """The rules of one kind of side deck."""

    section: str
    """The section of a list that holds it."""
    rule: str
    """The types or subtypes of its cards, such as `type=Plane|Phenomenon`."""
    source: str
    clause: str
    constructed_min: int = 0
    limited_min: int = 0
    limited_max: int | None = None
    different: bool = False
    """Whether no two of its cards may be equal in Constructed."""
    by_format: bool = False
    """Whether its cards are legal in the formats of their sets; otherwise in all of them."""
    limited_only: bool = False
    """Whether its cards are used in Limited alone."""

    def holds(self, types: Collection[str], subtypes: Collection[str]) -> bool:
        """Whether a card with these types and subtypes is of its kind."""
        key, _, names = self.rule.partition("=")
        return not set(names.split("|")).isdisjoint(types if key == "type" else subtypes)


@cache
def side_decks() -> Mapping[str, SideDeck]:
    """The kinds of side decks, by section."""
    blocks = (record(SideDeck, block) for block in read_toml(SIDE_DECKS)["side_deck"])
    return MappingProxyType({side_deck.section: side_deck for side_deck in blocks})


@cache
def kinds_beside_decks() -> frozenset[str]:
    """The types and subtypes of the cards of side decks, which no deck holds."""
    rules = (side_deck.rule.partition("=")[2] for side_deck in side_decks().values())
    return frozenset(name for names in rules for name in names.split("|"))


ConditionKind = Literal[
    "mana-value", "subtype", "singleton", "shared-type", "deck-size", "unchecked"
]
COMPANIONS = FOLDER / "cards" / "companions.toml"


class CompanionCondition(NamedTuple):
    """The condition of one companion; only the parameters of its kind are set."""

    card: str
    kind: ConditionKind
    words: str
    """The condition, as part of a sentence."""
    start: datetime.date
    source: str
    among: frozenset[str] = frozenset()
    """The card types it applies to; empty means all."""
    exempt: frozenset[str] = frozenset()
    """The card types it does not apply to."""
    parity: Literal["even", "odd"] | None = None
    least: int | None = None
    most: int | None = None
    subtypes: frozenset[str] = frozenset()
    every_subtype: frozenset[str] = frozenset()
    """Subtypes whose cards may have every other subtype by their own text."""
    doubtful: frozenset[str] = frozenset()
    """Titles whose own text may make them meet or break the condition."""
    above_minimum: int = 0
    """How many cards more than the minimum the main deck must have."""
    lacking: str | None = None
    """The card facts that are missing to check the condition."""


def companion_condition(title: str, day: datetime.date) -> CompanionCondition | None:
    """The condition of a companion on a day; None if the card is no companion."""
    condition = companion_conditions().get(title)
    return condition if condition and condition.start <= day else None


@cache
def companion_conditions() -> Mapping[str, CompanionCondition]:
    """All conditions, by the English card title of the companion."""
    return {
        block["card"]: record(
            CompanionCondition,
            block,
            start=block["from"],
            exempt=frozenset(block.get("except", ())),
        )
        for block in read_toml(COMPANIONS)["companion"]
    }
