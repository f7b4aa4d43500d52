"""A card's standing in a format on a day: banned, refused, restricted or free."""

import datetime
from typing import Literal, NamedTuple

Reason = Literal[
    "not-a-deck-card", "digital-only", "unsanctioned", "unreleased", "rarity", "rotated", "set"
]


class Refusal(NamedTuple):
    """Why a card is not legal, with the day and set if the reason has them."""

    reason: Reason
    day: datetime.date | None = None
    set_name: str | None = None


class Ruling(NamedTuple):
    """A ban or restriction: the list, its version, and since when by which source."""

    list_name: str
    version: datetime.date | None
    """None for house rules without a date."""
    since: datetime.date
    source: str
    is_of_class: bool = False
    """Whether the list names the card by its kind instead of its title."""
    is_of_house: bool = False
    """Whether it comes from house rules."""

    is_seen: bool = False
    """Whether `since` is the day on which `source` was seen to list it, not that of a ban."""

    @property
    def clause(self) -> str | None:
        """The section of the source; None for house rules."""
        if self.is_seen:
            return f"as listed on {self.since}"
        return None if self.is_of_house else f"effective {self.since}"


Status = Literal["banned", "refused", "restricted", "legal"]


class Standing(NamedTuple):
    """A card's standing in a format on a day; all None if nothing restricts the card."""

    ban: Ruling | None = None
    refusal: Refusal | None = None
    restriction: Ruling | None = None
    is_refused: bool = False
    """Whether every copy has to go, because of a ban or a refusal."""

    @property
    def status(self) -> Status:
        """The standing in one word."""
        if self.is_refused:
            return "banned" if self.ban else "refused"
        return "restricted" if self.restriction else "legal"


FREE = Standing()
"""The standing of an unrestricted card; there is only this instance of it."""
