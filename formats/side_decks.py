"""Side decks: Attractions, sticker sheets, planes and other cards that are used beside a deck."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from formats.files import FOLDER, read_toml, record

FILE = FOLDER / "cards" / "side_decks.toml"


class SideDeck(NamedTuple):
    """The rules of one kind of side deck."""

    section: str
    """The section of a list that holds it."""
    rule: str
    """The types or subtypes of its cards, such as `type=Plane|Phenomenon`."""
    source: str
    clause: str
    constructed_min: int = 0
    limited_min: int = 0
    limited_max: int | None = None
    different: bool = False
    """Whether no two of its cards may be equal in Constructed."""
    by_format: bool = False
    """Whether its cards are legal in the formats of their sets; otherwise in all of them."""
    limited_only: bool = False
    """Whether its cards are used in Limited alone."""

    def holds(self, types: Collection[str], subtypes: Collection[str]) -> bool:
        """Whether a card with these types and subtypes is of its kind."""
        key, _, names = self.rule.partition("=")
        return not set(names.split("|")).isdisjoint(types if key == "type" else subtypes)


@cache
def side_decks() -> Mapping[str, SideDeck]:
    """The kinds of side decks, by section."""
    blocks = (record(SideDeck, block) for block in read_toml(FILE)["side_deck"])
    return MappingProxyType({side_deck.section: side_deck for side_deck in blocks})
