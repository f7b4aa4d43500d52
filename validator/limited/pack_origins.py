"""The packs of a product that may have contained a card, and its class there.

A card of the set itself counts by its rarity; one only in a companion set counts as special.
A card may have several origins: two rarities, two sets, a set and its companion.
"""

import datetime
from collections.abc import Iterator
from typing import NamedTuple

import formats
from cards import Card
from formats import Companion
from validator.limited.products import Product

CLASSES = {
    "C": ("common",),
    "U": ("uncommon",),
    "R": ("rare_mythic",),
    "M": ("rare_mythic", "mythic"),
    "S": ("special",),
    "L": ("basic_land",),
}
"""The class of a card by its rarity letter."""
DOUBLE_FACED = frozenset({"transform", "modal_dfc", "meld"})
"""Layouts of double-faced cards."""
SET_BOOSTER = "set"


class Origin(NamedTuple):
    """Packs of a set that may have contained a card, and its class there."""

    set_code: str
    classes: tuple[str, ...]


def origins(card: Card, product: Product, day: datetime.date) -> frozenset[Origin]:
    """The possible origins of a card in the product; empty for a card of no set opened."""
    all_origins = (origin for code in product.sets for origin in _origins(card, code, product, day))
    return frozenset(all_origins)


def openable(set_code: str, product: Product, day: datetime.date) -> Iterator[Companion]:
    """The sets whose cards are included in the product's packs of a set.

    They are included from its first packs on, so at the prerelease too.
    """
    kinds = {packs.kind for packs in product.packs if packs.set_code == set_code}
    for companion in formats.companions(set_code):
        is_over = companion.life.end is not None and day >= companion.life.end
        if (companion.in_limited or SET_BOOSTER in kinds) and not is_over:
            yield companion


def passes(card: Card, companion: Companion) -> bool:
    """Whether the card passes the filter of a companion set."""
    match companion.filter:
        case "nonbasic-land":
            return "Land" in card.types and not card.is_basic
        case "god":
            return "God" in card.subtypes
        case _:
            return True


def _origins(card: Card, set_code: str, product: Product, day: datetime.date) -> Iterator[Origin]:
    basic = ("basic_land",) if card.is_basic else None
    back = ("double_faced",) if card.layout in DOUBLE_FACED else ()
    sets = {code for code, _ in card.printings}
    for code, rarity in card.printings:
        if code == set_code:
            yield Origin(set_code, basic or (*CLASSES[rarity], *back))
    for companion in openable(set_code, product, day):
        if companion.companion in sets and passes(card, companion):
            yield Origin(set_code, basic or ("special",))
