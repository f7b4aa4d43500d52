"""The facts that a catalogue is written from, wherever they come from."""

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
    """A translated title, or that of a face, and the English card title that it stands for."""

    language: str
    """BCP-47."""
    translated: str
    title: str


@dataclass(frozen=True)
class Facts:
    """What a catalogue holds. What is no tuple is read once: cards, translations, names."""

    as_of: datetime.date
    sets: tuple[SetFacts, ...]
    cards: Iterable[Card]
    translations: Iterable[Translation]
    translated_until: datetime.date | None = None
    """The day up to which cards have translated titles; `as_of` where there is none."""
    names_beyond: Iterable[str] = ()
    """Names that exist, of which nothing else is known. Those that the facts know are dropped."""
