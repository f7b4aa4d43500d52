"""The facts that a catalogue is written from, whatever their source."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from cards.model import Card


class SetFacts(NamedTuple):
    """One set; `released` is an ISO date."""

    code: str
    name: str
    released: str
    kind: str
    block: str
    platform: str
    dates_its_cards: bool


class Translation(NamedTuple):
    """A translated title of a card or face, and the card's English title."""

    language: str
    """BCP-47."""
    translated: str
    title: str


@dataclass(frozen=True)
class Facts:
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
    """Codes of sets that are out and have more cards than the facts."""
