"""Display names for codes of the facts and the engine: statuses, colors, rarities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask import Flask

from headjudge.web.http import translate
from messages import Message, say

STATUSES: Mapping[str, Message] = {
    "unreleased": say("unreleased"),
    "not-legal": say("not legal"),
    "legal": say("legal"),
    "restricted": say("restricted"),
    "banned": say("banned"),
    "ended": say("ended"),
}
"""The status of a card in a format."""

COLORS: Mapping[str, Message] = {
    "white": say("White"),
    "blue": say("Blue"),
    "black": say("Black"),
    "red": say("Red"),
    "green": say("Green"),
    "multicolor": say("Multicolor"),
    "colorless": say("Colorless"),
    "land": say("Land"),
}
"""The piles of cards sorted by color, in order."""

TYPES: Mapping[str, Message] = {
    "Artifact": say("Artifact"),
    "Battle": say("Battle"),
    "Creature": say("Creature"),
    "Enchantment": say("Enchantment"),
    "Instant": say("Instant"),
    "Land": say("Land"),
    "Planeswalker": say("Planeswalker"),
    "Sorcery": say("Sorcery"),
}
"""Card types; those of other games have no translation."""

LEADS: Mapping[str, Message] = {
    "legendary-creature": say("a legendary creature"),
    "legendary-planeswalker": say("a legendary planeswalker"),
    "legendary-vehicle": say("a legendary Vehicle"),
    "legendary-spacecraft": say("a legendary Spacecraft with power and toughness"),
    "own-text": say("a card whose text says that it can be the commander"),
}
"""The kinds of cards that may be a commander."""

TITLE_RULES: Mapping[str, Message] = {
    "no-commander": say("Cannot be the commander"),
    "no-companion": say("Cannot be the companion"),
    "game-changer": say("Game Changers, which brackets count and no rule forbids"),
}
"""Rules for titles besides the banlist."""

RARITIES: Mapping[str, Message] = {
    "C": say("common"),
    "U": say("uncommon"),
    "R": say("rare"),
    "M": say("mythic"),
    "L": say("land"),
    "S": say("special"),
}
"""By the rarity letter of a printing."""


def type_words(types: Iterable[str]) -> str:
    """The types of a card in the reader's language."""
    return " ".join(str(translate(TYPES.get(card_type, card_type))) for card_type in types)


def register(application: Flask) -> None:
    """Make the names available to templates: `{{ fact_words.STATUSES[status] | translated }}`."""
    application.add_template_filter(type_words)
    application.jinja_env.globals["fact_words"] = {
        "TITLE_RULES": TITLE_RULES,
        "LEADS": LEADS,
        "STATUSES": STATUSES,
        "COLORS": COLORS,
        "RARITIES": RARITIES,
    }
