"""The deck-building conditions of companions."""

import datetime
from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from formats.files import FOLDER, read_toml, record

ConditionKind = Literal[
    "mana-value", "subtype", "singleton", "shared-type", "deck-size", "unchecked"
]
FILE = FOLDER / "cards" / "companions.toml"


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
        for block in read_toml(FILE)["companion"]
    }
