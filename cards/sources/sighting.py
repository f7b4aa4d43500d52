"""The facts about a card or a set in one record of the source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cards.model import Card


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card with the printing, alternative titles and status in one record."""

    card: Card
    identity: str = ""
    """The Oracle ID, which distinguishes cards with the same title."""
    translations: tuple[tuple[str, str], ...] = ()
    """Pairs of a language (BCP-47) and a title of the card or a face."""
    is_for_tournaments: bool = False
    """Whether a tournament format admits the card, or bans it by name."""
    is_whole: bool = True
    """False if the record only has one side of the card."""
    legalities: tuple[tuple[str, str], ...] = ()
    """Pairs of a format, by the source's name, and the card's state in it."""


class SetSighting(NamedTuple):
    """A set as stated by its document."""

    code: str
    name: str
    released: str
    """ISO date; empty if the document has none."""
    set_type: str
    block: str
    is_paper: bool
    is_on_mtgo: bool


class SheetCard(NamedTuple):
    """A card on a sheet of boosters."""

    code: str
    """Its set."""
    title: str
    rarity: str
    is_double_faced: bool
