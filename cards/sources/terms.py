"""MTGJSON's terms, translated to those of the catalogue."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Literal

NO_CARDS = frozenset({"Card", "Dungeon", "Emblem", "Token"})
"""Words in type lines of objects that are no deck cards: checklists, art, tokens."""
RARITIES = {
    "common": "C", "uncommon": "U", "rare": "R", "mythic": "M", "special": "S", "bonus": "S",
}  # fmt: skip
LANGUAGES = ("de", "es", "fr", "it", "ja", "ko", "pt-BR", "ru", "zh-Hans", "zh-Hant")
"""The languages of translated titles in the facts (BCP 47)."""
LAYOUTS = {"case": "normal", "mutate": "normal", "prototype": "normal", "battle": "normal"}
"""Layouts that make no difference to the rules of deck construction."""
ETERNAL = ("vintage", "legacy", "commander")
"""Formats that together admit, or ban by name, every tournament card."""
SPELLS_ASIDE = frozenset({"adventure", "omen", "prepare"})
"""Layouts with a secondary spell, whose colors are those of the front only."""
_KINDS = {
    "core": "core", "expansion": "expansion", "promo": "promo", "funny": "funny",
    "memorabilia": "other", "alchemy": "online", "treasure_chest": "online",
}  # fmt: skip
_NUMBERS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
_LIMIT = re.compile(
    r"\bdeck can have (?:(any number) of cards named|(?:up to|only) (\w+) (?:cards? named|cop))",
    re.IGNORECASE,
)


def copy_limit(text: str) -> int | Literal["any"] | None:
    """The limit set by the card's own text, or None (CR 100.2a)."""
    match = _LIMIT.search(text)
    if not match:
        return None
    if match[1]:
        return "any"
    word = match[2].lower()
    if word in _NUMBERS:
        return _NUMBERS.index(word) + 1
    return int(word) if word.isdecimal() else None


def kind(set_type: str, *, is_paper: bool) -> str:
    """The catalogue's kind of a set."""
    return _KINDS.get(set_type, "supplemental") if is_paper else "online"


def platform(set_type: str, *, is_paper: bool, is_on_mtgo: bool) -> str:
    """Where a set exists: on paper, else on Magic Online, else on MTG Arena."""
    if is_paper and set_type != "alchemy":
        return "paper"
    return "mtgo" if is_on_mtgo and set_type != "alchemy" else "arena"


def rarity(word: str, types: Collection[str], supertypes: Collection[str]) -> str:
    """The letter of a rarity; basic lands have their own."""
    if "Land" in types and "Basic" in supertypes:
        return "L"
    return RARITIES.get(word, "S")


def layout_of(layout: str, subtypes: Collection[str], second_line: str, is_aftermath: bool) -> str:
    """The catalogue's layout, which distinguishes rooms, omens and aftermath."""
    if layout == "split":
        if is_aftermath:
            return "aftermath"
        return "room" if "Room" in subtypes else "split"
    if layout == "adventure" and "Omen" in second_line.split():
        return "omen"
    return LAYOUTS.get(layout, layout)


def translations(
    language: str, title: str, faces: Sequence[str], layout: str, translated: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """The translated titles of a card; `translated` are those of its faces.

    The second part of a `prepare` card does not name it: the spell is a card of its own.
    """
    names = list(translated[:1] if layout == "prepare" else translated)
    if len(translated) == len(faces) > 1 and all(translated):
        names.append(" // ".join(translated))
    english = {title, *faces}
    return tuple((language, name) for name in dict.fromkeys(names) if name and name not in english)


def as_integer(number: float | None) -> float | None:
    """A mana value as it is written: 3, 0.5."""
    return int(number) if number is not None and number == int(number) else number


def colors(letters: Collection[str]) -> str:
    """Color letters in WUBRG order."""
    return "".join(color for color in "WUBRG" if color in letters)
