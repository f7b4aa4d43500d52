"""Card facts as records."""

import datetime
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal, NamedTuple

Status = Literal["paper", "funny", "online"]
Level = Literal[
    "exact", "folded", "alternative", "front face", "other face", "translated", "rebalanced",
    "corrected", "none",
]  # fmt: skip
EXPLAINED: frozenset[Level] = frozenset({"translated", "rebalanced", "corrected"})
"""Levels at which the user is told which card was chosen."""
ENGLISH_LEVELS: frozenset[Level] = frozenset({"exact", "folded"})
"""Levels of complete English titles."""
BASIC = "Basic"
"""The supertype of basic lands, as cards print it."""


class Printing(NamedTuple):
    """One printing of a card: the set code and the rarity there (C, U, R, M, L or S)."""

    set_code: str
    rarity: str


class Card(NamedTuple):
    """One card, by its English card title."""

    title: str
    faces: tuple[str, ...] = ()
    layout: str = "normal"
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    mana_value: float | None = None
    colors: str | None = None
    copy_limit: int | Literal["any"] | None = None
    """The limit set by the card's own text, or None."""
    printings: tuple[Printing, ...] = ()
    status: Status = "paper"
    alternative_titles: tuple[str, ...] = ()
    command: str = ""
    """Its color identity and commander abilities, as in `command_zone.tsv`; empty: those there."""

    @property
    def is_basic(self) -> bool:
        """Whether it is a basic land."""
        return BASIC in self.supertypes

    def is_in(self, sets: Collection[str]) -> bool:
        """Whether the card was printed in one of the sets, given by code."""
        return any(code in sets for code, _ in self.printings)


IsLegal = Callable[[Card], bool]
"""Whether a card is legal in a format on a day."""


class CardSet(NamedTuple):
    """One set of the catalogue."""

    code: str
    name: str
    released: datetime.date
    kind: str
    platform: str
    dates_its_cards: bool
    """False if cards came out over years under one code, or ahead of the set they belong to."""
    size: int = 0
    """How many different cards it has, by its source; 0 if that is not known."""
    held: int = 0
    """How many of them the facts hold."""

    @property
    def is_closed(self) -> bool:
        """Whether it was released on paper and complete, so that no card of it can be missing."""
        return self.platform == "paper" and self.dates_its_cards


class Match(NamedTuple):
    """The result of a lookup: no card, one, or several of equal rank."""

    cards: tuple[Card, ...]
    level: Level
    card: Card | None = None
    """The card, if there is exactly one."""
    plain: Card | None = None
    """The card, if its name needs no explanation."""
    named: tuple[Card, ...] = ()
    """All cards of the name at this level, including those outranked by a paper card."""

    @classmethod
    def of(cls, named: Sequence[Card], level: Level) -> "Match":
        """The cards of one level; a paper card outranks funny and digital ones."""
        cards = tuple(card for card in named if card.status == "paper") or tuple(named)
        card = cards[0] if len(cards) == 1 else None
        plain = None if level in EXPLAINED else card
        return cls(cards, level, card, plain, tuple(named))

    def printed_in(self, sets: Collection[str]) -> "Match":
        """The match among the cards printed in one of the sets; itself if none was."""
        if len(self.named) < 2:
            return self
        printed = [card for card in self.named if card.is_in(sets)]
        return Match.of(printed, self.level) if printed else self


NO_MATCH = Match((), "none")


class SetFacts(NamedTuple):
    """One set; `released` is an ISO date."""

    code: str
    name: str
    released: str
    kind: str
    block: str
    platform: str
    dates_its_cards: bool
    size: int = 0
    """How many different cards it has, by its source; 0 if that is not known."""


class Translation(NamedTuple):
    """A translated title of a card or face, and the card's English title."""

    language: str
    """BCP-47."""
    translated: str
    title: str


class Facts(NamedTuple):
    """The content of a catalogue. Cards, translations and names may be consumed only once."""

    as_of: datetime.date
    sets: tuple[SetFacts, ...]
    cards: Iterable[Card]
    translations: Iterable[Translation]
    translated_until: datetime.date | None = None
    """The day up to which cards have translated titles; `as_of` if None."""
    names_beyond: Iterable[str] = ()
    """Names that exist but have no facts; names that the facts do have are dropped."""
    source: str = ""
    """Identifies the source's file and the program that read it; empty for the shipped facts."""
    incomplete: frozenset[str] = frozenset()
    """Codes of sets of which cards are missing, as their source says without their number."""
