"""What is said of a card in a format on a day: banned, refused, restricted or free."""

from __future__ import annotations

import datetime
from typing import Literal, NamedTuple

from messages import Message, say

Reason = Literal[
    "not-a-deck-card", "digital-only", "unsanctioned", "unreleased", "rarity", "rotated", "set"
]


class Refusal(NamedTuple):
    """Why a card is not legal; a day and a set where the reason names them."""

    reason: Reason
    day: datetime.date | None = None
    set_name: str | None = None


class Ruling(NamedTuple):
    """What bans or restricts a card: a list, its version, and since when by which source."""

    list_name: str
    version: datetime.date | None
    """None for house rules that give no day."""
    since: datetime.date
    source: str
    is_of_class: bool = False
    """Whether the list names the card by its kind, not by its title."""
    is_of_house: bool = False
    """Whether house rules say it."""

    @property
    def clause(self) -> str | None:
        """The place in the source; house rules have none."""
        return None if self.is_of_house else f"effective {self.since}"

    @property
    def cited(self) -> Message:
        """What it rests on, as sentences cite it."""
        if "://" in self.source:
            return say("announcement: {source}", source=self.source)
        return say("source: {source}", source=self.source)


Status = Literal["banned", "refused", "restricted", "legal"]


class Standing(NamedTuple):
    """A card's standing in a format on a day; all None is a card without a restriction."""

    ban: Ruling | None = None
    refusal: Refusal | None = None
    restriction: Ruling | None = None
    is_refused: bool = False
    """Whether every copy has to go, because of a ban or a refusal."""

    @property
    def status(self) -> Status:
        """The standing in a word."""
        if self.is_refused:
            return "banned" if self.ban else "refused"
        return "restricted" if self.restriction else "legal"


FREE = Standing()
"""The standing of a card that nothing speaks against; there is but this one of it."""
