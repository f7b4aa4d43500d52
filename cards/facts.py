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
    """What a catalogue holds. `cards` and `translations` are read once, in this order."""

    as_of: datetime.date
    sets: tuple[SetFacts, ...]
    cards: Iterable[Card]
    translations: Iterable[Translation]
