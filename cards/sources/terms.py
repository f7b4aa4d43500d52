"""What both sources say alike, in the catalogue's terms."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Literal

SUPERTYPES = frozenset({"Basic", "Legendary", "Snow", "World", "Ongoing", "Host", "Elite"})
NO_CARDS = frozenset({"Card", "Dungeon", "Emblem", "Token"})
"""Words of a type line that no card of a deck has: checklists and art, and what games bring."""
_SUBTYPE = re.compile(r"Time Lord|\S+")
"""One subtype, of which one is two words."""
RARITIES = {
    "common": "C", "uncommon": "U", "rare": "R", "mythic": "M", "special": "S", "bonus": "S",
}  # fmt: skip
LANGUAGES = ("de", "es", "fr", "it", "ja", "ko", "pt-BR", "ru", "zh-Hans", "zh-Hant")
"""Those of which the facts have translated titles (BCP 47)."""
LAYOUTS = {"case": "normal", "mutate": "normal", "prototype": "normal", "battle": "normal"}
"""Arrangements of a card's frame that matter to no rule of deck construction."""
ETERNAL = ("vintage", "legacy", "commander")
"""Formats of which one at least takes in, or bans, each card of tournaments."""
SPELLS_ASIDE = frozenset({"adventure", "omen", "prepare"})
"""Layouts of cards with a spell in a corner, whose colours are those of the front alone."""
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
    """The limit that a card's own text sets, or None where it sets none (CR 100.2a)."""
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
    """Where a set exists: on paper, else in Magic Online, else in MTG Arena."""
    if is_paper and set_type != "alchemy":
        return "paper"
    return "mtgo" if is_on_mtgo and set_type != "alchemy" else "arena"


def rarity(word: str, types: Collection[str], supertypes: Collection[str]) -> str:
    """The letter of a rarity; basic lands have one of their own."""
    if "Land" in types and "Basic" in supertypes:
        return "L"
    return RARITIES.get(word, "S")


def types_of(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The types, supertypes and subtypes of a type line's front: "Snow Land — Forest"."""
    before, _, after = line.partition(" // ")[0].partition(" — ")
    words = ["Kindred" if word == "Tribal" else word for word in before.split()]
    types = tuple(word for word in words if word not in SUPERTYPES)
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    if "Plane" in types:
        return types, supertypes, (after.strip(),) if after.strip() else ()
    return types, supertypes, tuple(_SUBTYPE.findall(after))


def layout_of(layout: str, subtypes: Collection[str], second_line: str, is_aftermath: bool) -> str:
    """The catalogue's layout, which tells rooms, omens and aftermath apart."""
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
    """The translated titles by which a card may be called; `translated` are those of its faces.

    The second part of a `prepare` card never names it: the spell is a card of its own.
    """
    names = list(translated[:1] if layout == "prepare" else translated)
    if len(translated) == len(faces) > 1 and all(translated):
        names.append(" // ".join(translated))
    english = {title, *faces}
    return tuple((language, name) for name in dict.fromkeys(names) if name and name not in english)


def as_integer(number: float | None) -> float | None:
    """A mana value as it is written: 3 and 0.5."""
    return int(number) if number is not None and number == int(number) else number


def colors(letters: Collection[str]) -> str:
    """Colours in the order of the wheel."""
    return "".join(color for color in "WUBRG" if color in letters)
