"""Cards in the order in which players sort them: by color, then as the list needs it."""

from __future__ import annotations

from cards import Card

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
GROUPS = (*COLORS.values(), "multicolor", "colorless", "land")
"""The piles that players sort cards into, in order."""
RARITIES = "CURMSL"
"""The letters of rarities, the most frequent first."""
_NO_MANA_VALUE = float("inf")


def group(card: Card) -> str:
    """The pile of a card: lands (by their front face) apart, colorless cards after the others."""
    if "Land" in card.types:
        return "land"
    colors = card.colors or ""
    if len(colors) > 1:
        return "multicolor"
    return COLORS.get(colors, "colorless")


def by_mana_value(card: Card) -> tuple[int, float, str]:
    """Sorts by color, then mana value (unknown ones last), then title."""
    value = _NO_MANA_VALUE if card.mana_value is None else card.mana_value
    return (GROUPS.index(group(card)), value, card.title)


def by_rarity(card: Card, rarity: str) -> tuple[int, int, str]:
    """Sorts by color, then rarity, then title."""
    return (GROUPS.index(group(card)), RARITIES.index(rarity), card.title)
