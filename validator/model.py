"""What the engine is told: an event and the decklists of one team.

Readers of decklists fill these records, the engine judges them. They hold text as it was
sent; which card a name means is settled later (see `validator.titles`).
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from cards.model import Card
from validator.house_rules import House

Structure = Literal["two-headed-giant", "team-constructed", "individual"]
Severity = Literal["warning", "info"]

MAIN = "main"
SIDEBOARD = "sideboard"
COMPANION = "companion"
COMMANDER = "commander"
POOL = "pool"
MAYBEBOARD = "maybeboard"
"""Cards under consideration: read and given back, but no part of the deck."""
TOKENS = "tokens"
"""Tokens and emblems that a list names beside its cards: no part of the deck either."""

NO_PRODUCT: Mapping[str, int] = {}


class Place(NamedTuple):
    """Where copies stand: a line of a deck (from 0), or of the pool (deck None)."""

    deck: int | None
    section: str
    line: int | None = None
    copies: int | None = None
    text: str | None = None


class Line(NamedTuple):
    """One line of a decklist: so many copies of the card that it names."""

    copies: int
    name: str
    section: str = MAIN
    number: int | None = None
    """The line's number in the text, from 1; None where the list had no lines."""
    text: str | None = None
    """The line as it was sent; None means the name itself."""
    set_code: str | None = None
    collector_number: str | None = None
    foil: bool = False
    """Whether the list marks the copies as foils; lists that mark none say nothing of it."""


Entry = tuple[Line, Card]
"""One line of a decklist and the card that it names."""


LONGEST_LINE = 400
"""Characters of a line of a list that may be a card, with single spaces between its words; no
reader looks for one in what is longer, which is unreadable."""


class Unreadable(NamedTuple):
    """A line that is no card, comment or heading."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth knowing that breaks no rule: a guess, a doubt, another reading."""

    code: str
    severity: Severity
    message: str
    places: tuple[Place, ...] = ()
    cards: tuple[str, ...] = ()


class Decklist(NamedTuple):
    """One player's list (or a card pool) as a reader understood it."""

    lines: tuple[Line, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    player: str | None = None
    format: str | None = None
    """The deck's own play format, in a team of several; None means the event's."""
    syntax: str = "structured"
    because: str = ""
    """What the reader saw that made it choose the syntax."""
    notices: tuple[Notice, ...] = ()
    unread: tuple[str, ...] = ()
    """What of the text the lines do not hold whole: unreadable text that they show cut short, and
    what follows where a document breaks. It is there for digests."""
    is_commander_open: bool = False
    """Whether nothing parts the commander under a heading from the cards below it, the first of
    which may be its partner."""
    sent: int | None = None
    """Which of the lists that were sent holds it, from 0; a text of several players is one list."""


class Event(NamedTuple):
    """What is played, when, and by which team rules.

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
    """Further policies under which a verdict is asked."""
    house: House | None = None
    """House rules for the format, or those that make it."""

    @property
    def day(self) -> datetime.date:
        """`as_of` as a date."""
        if isinstance(self.as_of, datetime.date):
            return self.as_of
        return datetime.date.fromisoformat(self.as_of)
