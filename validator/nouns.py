"""Display names: counts, sections, digital platforms, and kinds of cards beside decks."""

from __future__ import annotations

from messages import plural, say

COPIES = plural("{number} copy", "{number} copies")
CARDS = plural("{number} card", "{number} cards")
DECKS = plural("{number} deck", "{number} decks")

PLATFORMS: dict[str, str] = {"arena": "MTG Arena", "mtgo": "Magic Online"}
"""Names of the digital platforms of sets."""

BESIDE_DECKS: dict[str, str] = {
    "Plane": say("planes are kept in a planar deck"),
    "Phenomenon": say("phenomena are kept in a planar deck"),
    "Scheme": say("schemes are kept in a scheme deck"),
    "Vanguard": say("vanguards are used beside the deck"),
    "Dungeon": say("dungeons are used beside the deck"),
    "Conspiracy": say("conspiracies are used beside the deck, in drafts alone"),
    "Attraction": say("Attractions are kept in an Attraction deck"),
    "Stickers": say("sticker sheets are used beside the deck"),
}
"""Where non-deck cards belong, by type or subtype."""

SECTIONS: dict[str, str] = {
    "main": say("main"),
    "sideboard": say("sideboard"),
    "companion": say("companion"),
    "commander": say("commander"),
    "pool": say("pool"),
    "maybeboard": say("maybeboard"),
    "tokens": say("tokens"),
    "avatar": say("avatar"),
    "planes": say("planes"),
    "schemes": say("schemes"),
    "attractions": say("attractions"),
    "stickers": say("stickers"),
    "conspiracies": say("conspiracies"),
    "contraptions": say("contraptions"),
    "dungeons": say("dungeons"),
}
"""Names of list sections, by id."""
