"""What sentences call the things of a list: counted ones, sections, platforms, kinds of cards."""

from __future__ import annotations

from messages import plural, say

COPIES = plural("{number} copy", "{number} copies")
CARDS = plural("{number} card", "{number} cards")
DECKS = plural("{number} deck", "{number} decks")

PLATFORMS: dict[str, str] = {"arena": "MTG Arena", "mtgo": "Magic Online"}
"""What players call the digital platforms of sets."""

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
"""By type or subtype, where cards that are no deck cards belong."""

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
"""What the sections of a list are called, by id."""
