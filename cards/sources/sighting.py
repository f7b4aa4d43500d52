"""What one record of a source tells of a card, and of a set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cards.model import Card

UNKNOWN_RARITY = "?"


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card with the printings, alternative titles and status that one record tells of."""

    card: Card
    """Its printings have UNKNOWN_RARITY where the record gives none."""
    identity: str = ""
    """The card's Oracle ID, which it keeps when it is renamed."""
    translations: tuple[tuple[str, str], ...] = ()
    """Pairs of a language (BCP-47) and a title, or that of a face, in it."""
    is_for_tournaments: bool = False
    """Whether a format of tournaments takes the card in, or bans it by name."""
    is_whole: bool = True
    """False where the record shows one side of the card only."""


class SetSighting(NamedTuple):
    """A set as one record tells of it."""

    code: str
    name: str
    released: str
    """ISO date; empty where the record gives none."""
    set_type: str
    """As Scryfall calls it, and MTGJSON after it."""
    block: str
    is_paper: bool
    is_on_mtgo: bool
    is_listed: bool
    """Whether the record is of the set itself, and not of a card in it."""
