"""Card facts as the catalogue gives them."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Status = Literal["paper", "funny", "online"]
Level = Literal[
    "exact", "folded", "alternative", "front face", "other face", "translated", "rebalanced",
    "corrected", "none",
]  # fmt: skip
EXPLAINED: frozenset[Level] = frozenset({"translated", "rebalanced", "corrected"})
"""Levels at which the reader of a report is told which card was taken."""


class Printing(NamedTuple):
    """One appearance of a card: the set's code and the rarity there (C, U, R, M, L or S)."""

    set_code: str
    rarity: str


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card, by its English card title. Compare titles: the store may give a card out anew."""

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
    is_basic: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_basic", "Basic" in self.supertypes)

    def is_in(self, sets: Collection[str]) -> bool:
        """Whether the card was printed in one of the sets, given by code."""
        return any(code in sets for code, _ in self.printings)


IsLegal = Callable[[Card], bool]
"""Whether a format has the card on a day."""


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

    @property
    def is_closed(self) -> bool:
        """Whether it came out on paper and whole, so that no card of it can be missing."""
        return self.platform == "paper" and self.dates_its_cards


class Match(NamedTuple):
    """What a written name means: no card, one, or several of equal standing."""

    cards: tuple[Card, ...]
    level: Level
    language: str | None = None
    """The language (BCP-47) of a translated title."""
    card: Card | None = None
    """The card, where it is one."""
    plain: Card | None = None
    """The card, where its name needs no word of explanation."""
    named: tuple[Card, ...] = ()
    """All cards of the name at this level, also those that lose to a card on paper."""

    @classmethod
    def of(cls, named: Sequence[Card], level: Level, language: str | None = None) -> Match:
        """The cards of one level; a paper card beats funny and digital ones."""
        cards = tuple(card for card in named if card.status == "paper") or tuple(named)
        card = cards[0] if len(cards) == 1 else None
        plain = None if level in EXPLAINED else card
        return cls(cards, level, language, card, plain, tuple(named))

    def printed_in(self, sets: Collection[str]) -> Match:
        """The match among the cards printed in one of the sets; itself where none of them was."""
        if len(self.named) < 2:
            return self
        printed = [card for card in self.named if card.is_in(sets)]
        return Match.of(printed, self.level, self.language) if printed else self


NO_MATCH = Match((), "none")
