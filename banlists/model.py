"""Records of announcements, banlist versions and differences between versions."""

import datetime
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

ClassStatus = Literal["banned", "restricted"]


class UnknownBanlist(LookupError):
    """No banlist has this id."""


class Announcement(NamedTuple):
    """The changes of one day by one source. Titles are full English titles."""

    effective: datetime.date
    source: str
    banned: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    """Titles that are neither banned nor restricted from that day on."""
    lapsed: tuple[str, ...] = ()
    """Titles freed because they rotated out of the format."""
    note: str | None = None
    """The note for every title of the announcement without its own."""
    notes: Mapping[str, str] = MappingProxyType({})
    """By title."""
    is_seen: bool = False
    """Whether its day is that on which `source` was seen to list it, as its announcement is not
    known."""
    learnt: datetime.date | None = None
    """The day on which it came to these facts, where it came late; None: by its own day."""

    @property
    def titles(self) -> tuple[str, ...]:
        """Every title that the announcement names."""
        return self.banned + self.restricted + self.legal + self.lapsed

    def state_of(self, title: str) -> str | None:
        """The state that it gives a title; None if it does not name it."""
        if title in self.banned:
            return "banned"
        if title in self.restricted:
            return "restricted"
        return "legal" if title in self.legal + self.lapsed else None

    def note_on(self, title: str) -> str | None:
        """The note on one of its titles."""
        return self.notes.get(title, self.note)


class CardClass(NamedTuple):
    """Cards that a list names as a class. The rule has the form `type=One|Other`."""

    rule: str
    status: ClassStatus
    effective: datetime.date
    source: str | None = None
    note: str | None = None

    def covers(self, types_and_subtypes: Collection[str]) -> bool:
        """Whether a card with these types and subtypes belongs to the class."""
        names = self.rule.removeprefix("type=").split("|")
        return any(name in types_and_subtypes for name in names)


class Ruling(NamedTuple):
    """Since when, and by which source, a title is banned or restricted."""

    since: datetime.date
    source: str
    note: str | None = None
    is_seen: bool = False
    """Whether `since` is the day on which `source` was seen to list it."""


class Version(NamedTuple):
    """The state of one list, from its effective date to the day before `next`."""

    format: str
    effective: datetime.date | None
    """None before the format's life, where nothing is banned."""
    previous: datetime.date | None
    next: datetime.date | None
    source: str | None
    """That of the announcement that made the version."""
    banned: Mapping[str, Ruling]
    """By title, sorted."""
    restricted: Mapping[str, Ruling]
    """By title, sorted."""
    classes: tuple[CardClass, ...]
    active: bool
    """False outside the format's life."""


class Diff(NamedTuple):
    """The changes between two days. Each title is in one list; lists are sorted.

    A title that went from banned to restricted, or back, is listed under its new state.
    """

    format: str
    banned: tuple[str, ...]
    restricted: tuple[str, ...]
    unbanned: tuple[str, ...]
    """Banned before, neither banned nor restricted after."""
    unrestricted: tuple[str, ...]
    """Restricted before, neither banned nor restricted after."""
    classes_added: tuple[CardClass, ...]
    classes_removed: tuple[CardClass, ...]
    rulings: Mapping[str, Ruling] = MappingProxyType({})
    """By title, the ruling behind its state on the second day, as far as announced by then."""
