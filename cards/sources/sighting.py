"""The facts about a card or a set in one record of a source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cards.model import Card

UNKNOWN_RARITY = "?"


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card with the printings, alternative titles and status in one record."""

    card: Card
    """Its printings have UNKNOWN_RARITY if the record has no rarity."""
    identity: str = ""
    """The Oracle ID, which a renamed card keeps."""
    translations: tuple[tuple[str, str], ...] = ()
    """Pairs of a language (BCP-47) and a title of the card or a face."""
    is_for_tournaments: bool = False
    """Whether a tournament format admits the card, or bans it by name."""
    is_whole: bool = True
    """False if the record only has one side of the card."""


class SetSighting(NamedTuple):
    """A set as stated by one record."""

    code: str
    name: str
    released: str
    """ISO date; empty if the record has none."""
    set_type: str
    """In Scryfall's terms, which MTGJSON shares."""
    block: str
    is_paper: bool
    is_on_mtgo: bool
    is_listed: bool
    """Whether the record is of the set itself instead of a card in it."""
