"""Card facts as the catalogue gives them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal, NamedTuple

Status = Literal["paper", "funny", "online"]
Level = Literal[
    "exact", "folded", "alternative", "front face", "other face", "translated", "corrected", "none"
]


class Printing(NamedTuple):
    """One appearance of a card: the set's code and the rarity there (C, U, R, M, L or S)."""

    set_code: str
    rarity: str


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card, by its English card title; two cards are the same only if they are one object."""

    title: str
    faces: tuple[str, ...]
    layout: str
    types: tuple[str, ...]
    supertypes: tuple[str, ...]
    subtypes: tuple[str, ...]
    mana_value: float | None
    colors: str | None
    copy_limit: int | Literal["any"] | None
    """The limit that the card's own text sets, or None where it sets none."""
    printings: tuple[Printing, ...]
    status: Status
    alternative_titles: tuple[str, ...]

    @property
    def is_basic(self) -> bool:
        return "Basic" in self.supertypes


@dataclass(frozen=True, slots=True)
class CardSet:
    """One set of the catalogue."""

    code: str
    name: str
    released: datetime.date
    kind: str
    platform: str
    dates_its_cards: bool
    """False where cards came out over years under one code, or ahead of the set they belong to."""


class Match(NamedTuple):
    """What a written name means: no card, one, or several of equal standing."""

    cards: tuple[Card, ...]
    level: Level
    language: str | None = None
    """The language (BCP-47) of a translated title."""
    card: Card | None = None
    """The card, where it is one."""
    is_plain: bool = False
    """Whether one card is meant, under a name that needs no word of explanation."""
