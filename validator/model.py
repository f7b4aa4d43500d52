"""The engine's input: an event and the decklists of one team; and the names of what they hold.

Readers of decklists fill these records with text as it was sent; names are resolved to cards
later (see `validator.titles`).
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from cards.model import Card
from messages import plural, say
from validator.house_rules import House

Structure = Literal["two-headed-giant", "team-constructed", "emperor", "individual"]
"""The structures of `formats/structures`, in the order in which they are offered."""
Severity = Literal["warning", "info"]

MAIN = "main"
SIDEBOARD = "sideboard"
COMPANION = "companion"
COMMANDER = "commander"
POOL = "pool"
MAYBEBOARD = "maybeboard"
"""Cards under consideration: read and reported, but not part of the deck."""
TOKENS = "tokens"
"""Tokens and emblems listed beside the cards: not part of the deck."""

SIDEBOARD_GUESSED = "sideboard-guessed"
"""The code of the notice of a sideboard behind a blank line."""

NO_PRODUCT: Mapping[str, int] = {}


class Place(NamedTuple):
    """The place of copies: a line of a deck (from 0), or of the pool (deck None)."""

    deck: int | None
    section: str
    line: int | None = None
    copies: int | None = None
    text: str | None = None


@dataclass(slots=True)
class Line:
    """One line of a decklist: a number of copies and a card name."""

    copies: int
    name: str
    section: str = MAIN
    number: int | None = None
    """The line's number in the text, from 1; None if the list had no lines."""
    text: str | None = None
    """The line as it was sent; None if it is just the name."""
    set_code: str | None = None
    collector_number: str | None = None
    foil: bool = False
    """Whether the list marks the copies as foils."""

    def moved(self, section: str) -> "Line":
        """The same line in another section."""
        return Line(
            self.copies,
            self.name,
            section,
            self.number,
            self.text,
            self.set_code,
            self.collector_number,
            self.foil,
        )


Entry = tuple[Line, Card]
"""A decklist line and its card."""


LONGEST_LINE = 400
"""Maximum characters of a card line, with runs of spaces counted as one; longer lines are
unreadable."""


class Unreadable(NamedTuple):
    """A line that is neither a card nor a comment or heading, or holds more than was read."""

    number: int
    text: str
    readings: tuple[str, ...] = ()
    """The cards that it may hold: `4 Opt`."""


class Notice(NamedTuple):
    """Useful information that breaks no rule: a guess, a doubt, another reading."""

    code: str
    severity: Severity
    message: str
    places: tuple[Place, ...] = ()
    cards: tuple[str, ...] = ()
    policy: str | None = None
    """The policy that it compares with, as a setting."""


class Decklist(NamedTuple):
    """One player's list (or a card pool) as parsed by a reader."""

    lines: tuple[Line, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    player: str | None = None
    format: str | None = None
    """The deck's own play format, in a team of several; None means the event's."""
    syntax: str = "structured"
    because: str = ""
    """Why the reader chose the syntax."""
    notices: tuple[Notice, ...] = ()
    unread: tuple[str, ...] = ()
    """Text that is missing from the lines: shortened unreadable lines, and the rest of a broken
    document. It is part of the digest."""
    is_commander_open: bool = False
    """Whether nothing separates the commander under a heading from the cards below it, the first
    of which may be its partner."""
    is_companion_open: bool = False
    """The same for the companion: the next card may be a companion too."""
    banner: str | None = None
    """The title that the list's program shows for the whole deck."""
    sent: int | None = None
    """The index of the sent list that holds this one, from 0; a text may hold several."""


class Event(NamedTuple):
    """The event: its format, its day and its team rules.

    `as_of` is a date or its ISO form (YYYY-MM-DD; ValueError for anything else). `team_size`
    None means the structure's usual one. `product` counts boosters by set code, for Limited.
    """

    format: str
    as_of: datetime.date | str
    structure: Structure = "two-headed-giant"
    policy: str = "combined-four"
    team_size: int | None = None
    team: str | None = None
    product: Mapping[str, int] = NO_PRODUCT
    also: tuple[str, ...] = ()
    """Additional policies to judge by."""
    house: House | None = None
    """House rules that change the format or define it."""

    @property
    def day(self) -> datetime.date:
        """`as_of` as a date."""
        if isinstance(self.as_of, datetime.date):
            return self.as_of
        return datetime.date.fromisoformat(self.as_of)


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
    "Contraption": say("Contraptions are kept in a Contraption deck"),
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
