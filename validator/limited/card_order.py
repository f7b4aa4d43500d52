"""Card orders used by players: by color, then by a second key."""

from __future__ import annotations

from cards import Card

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
GROUPS = (*COLORS.values(), "multicolor", "colorless", "land")
"""The piles players sort cards into, in order."""
RARITIES = "CURMSL"
"""Rarity letters, most frequent first."""
_NO_MANA_VALUE = float("inf")


def group(card: Card) -> str:
    """The pile of a card; lands (by front face) and colorless cards come last."""
    if "Land" in card.types:
        return "land"
    colors = card.colors or ""
    if len(colors) > 1:
        return "multicolor"
    return COLORS.get(colors, "colorless")


def by_mana_value(card: Card) -> tuple[int, float, str]:
    """Sort key: color, then mana value (unknown last), then title."""
    value = _NO_MANA_VALUE if card.mana_value is None else card.mana_value
    return (GROUPS.index(group(card)), value, card.title)


def by_rarity(card: Card, rarity: str) -> tuple[int, int, str]:
    """Sort key: color, then rarity, then title."""
    return (GROUPS.index(group(card)), RARITIES.index(rarity), card.title)
