"""Banlists as stored in their files, their state on a day, and the changes between two days."""

import datetime
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import formats
from cards import additions_cache, catalogue
from cards.additions import Additions
from formats.files import names, read_toml, record

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


FOLDER = Path(__file__).parent


class Banlist(NamedTuple):
    """One list: the life of its format, and its announcements in date order."""

    life: formats.Period
    announcements: tuple[Announcement, ...] = ()
    classes: tuple[CardClass, ...] = ()
    checked: datetime.date | None = None
    """The last day on which the list was compared with its source."""

    @property
    def dates(self) -> tuple[datetime.date, ...]:
        """The effective dates of its versions: the first day of the format, and each change."""
        changes = {change.effective for change in self.announcements}
        changes |= {change.effective for change in self.classes}
        within = {day for day in changes if day in self.life}
        return tuple(sorted(within | {self.life.start}))


@cache
def ids() -> tuple[str, ...]:
    """The ids of all lists, sorted: every Constructed format, and `two-headed-giant`."""
    return tuple(sorted({*formats.ids_of("constructed"), *_file_ids()}))


@additions_cache(128)
def load(format_id: str) -> Banlist:
    """The list of that id, empty if nothing was ever announced; UnknownBanlist."""
    additions = catalogue().additions
    seen_on = additions.checked.get(format_id)
    if format_id not in _file_ids():
        return Banlist(
            _life_of_constructed(format_id), tuple(_seen(format_id, additions, ())), (), seen_on
        )
    tables = read_toml(FOLDER / f"{format_id}.toml")
    blocks = map(_announcement, tables.get("announcement", []))
    announcements = sorted(blocks, key=lambda change: change.effective)
    announcements += [*_seen(format_id, additions, announcements)]
    # Cards of a `named` class are announced by title, so there is nothing to match.
    classes = [
        record(CardClass, block) for block in tables.get("class", []) if not block.get("named")
    ]
    return Banlist(
        life=formats.life(format_id),
        announcements=tuple(sorted(announcements, key=lambda change: change.effective)),
        classes=tuple(sorted(classes, key=lambda change: change.effective)),
        checked=max(filter(None, (tables.get("checked"), seen_on)), default=None),
    )


def _announcement(block: Mapping[str, Any]) -> Announcement:
    """The announcement of a block, which has `seen` where its announcement is not known."""
    return record(
        Announcement,
        block,
        effective=block.get("effective") or block["seen"],
        is_seen="seen" in block,
    )


def _seen(
    format_id: str, additions: Additions, announcements: Sequence[Announcement]
) -> Iterator[Announcement]:
    """What an update saw on another list, as far as no announcement says so by now."""
    by_day: dict[datetime.date, dict[str, list[str]]] = {}
    states: dict[str, list[tuple[datetime.date, str]]] = {}
    for announcement in announcements:
        for title in announcement.titles:
            state = announcement.state_of(title) or ""
            states.setdefault(title, []).append((announcement.effective, state))
    for title, status, day in additions.rulings.get(format_id, ()):
        known = states.setdefault(title, [])
        before = [state for effective, state in known if effective <= day]
        after = [state for effective, state in known if effective > day]
        if status not in (before[-1] if before else "legal", *after[:1]):
            known.insert(len(before), (day, status))
            by_day.setdefault(day, {}).setdefault(status, []).append(title)
    for day, titles in by_day.items():
        yield record(Announcement, titles, effective=day, source=additions.source, is_seen=True)


@cache
def _file_ids() -> tuple[str, ...]:
    return names(FOLDER)


def _life_of_constructed(format_id: str) -> formats.Period:
    try:
        play_format = formats.load(format_id)
    except formats.UnknownFormat as unknown:
        raise UnknownBanlist(format_id) from unknown
    if play_format.kind != "constructed":
        raise UnknownBanlist(format_id)
    return play_format.life


Rulings = Mapping[str, Ruling]


@additions_cache(256)
def versions(format_id: str) -> tuple[datetime.date, ...]:
    """The effective dates of a list's versions, oldest first; UnknownBanlist."""
    return load(format_id).dates


def announcements(format_id: str) -> tuple[Announcement, ...]:
    """All announcements for a list, oldest first; UnknownBanlist."""
    return load(format_id).announcements


def known_until(format_id: str) -> datetime.date | None:
    """The day to which a list is known: the last on which it was compared with its source.

    None if it was never compared; UnknownBanlist.
    """
    return load(format_id).checked


def all_known_until() -> datetime.date | None:
    """The day to which the lists in force are known: those of an update, or else of the files."""
    lists = map(load, catalogue().additions.checked or ids())
    return min((one.checked for one in lists if one.checked and not one.life.end), default=None)


def at(format_id: str, as_of: datetime.date) -> Version:
    """The version in force on a day; UnknownBanlist.

    Before the format's life nothing is banned; after it the last version applies. Both have
    `active=False`.
    """
    index = bisect_right(versions(format_id), as_of) - 1
    return _version(format_id, index, as_of in load(format_id).life)


def turning_days(
    format_id: str, title: str, types_and_subtypes: Collection[str]
) -> tuple[datetime.date, ...]:
    """The days on which a card's state on the list may change; UnknownBanlist."""
    classes = (rule for rule in load(format_id).classes if rule.covers(types_and_subtypes))
    return (*_days_by_title(format_id).get(title, ()), *(rule.effective for rule in classes))


def diff(format_id: str, from_: datetime.date, to: datetime.date) -> Diff:
    """The changes from the day `from_` to the day `to`; UnknownBanlist."""
    old, new = at(format_id, from_), at(format_id, to)
    ruled = {**new.banned, **new.restricted}
    unbanned = tuple(sorted(old.banned.keys() - ruled.keys()))
    unrestricted = tuple(sorted(old.restricted.keys() - ruled.keys()))
    banned = tuple(sorted(new.banned.keys() - old.banned.keys()))
    restricted = tuple(sorted(new.restricted.keys() - old.restricted.keys()))
    return Diff(
        format=format_id,
        banned=banned,
        restricted=restricted,
        unbanned=unbanned,
        unrestricted=unrestricted,
        classes_added=tuple(rule for rule in new.classes if rule not in old.classes),
        classes_removed=tuple(rule for rule in old.classes if rule not in new.classes),
        rulings={title: ruled[title] for title in sorted(banned + restricted)}
        | _freed(new, unbanned + unrestricted),
    )


def _freed(version: Version, titles: tuple[str, ...]) -> dict[str, Ruling]:
    """The ruling that freed each of these titles, if announced by the version's day."""
    freed: dict[str, Ruling] = {}
    for entry in announcements(version.format):
        if version.effective and entry.effective <= version.effective:
            freed |= _ruled(
                entry, [title for title in entry.legal + entry.lapsed if title in titles]
            )
    return freed


@additions_cache(256)
def _days_by_title(format_id: str) -> Mapping[str, list[datetime.date]]:
    days: defaultdict[str, list[datetime.date]] = defaultdict(list)
    for announcement in announcements(format_id):
        for title in announcement.titles:
            days[title].append(announcement.effective)
    return days


@additions_cache(4096)
def _version(format_id: str, index: int, active: bool) -> Version:
    """The version at an index of the list's dates; -1 is the time before the first."""
    dates = versions(format_id)
    banlist = load(format_id)
    effective = dates[index] if index >= 0 else None
    # Rows older than the format (an online list taken over) apply from its first day.
    past = [entry for entry in banlist.announcements if effective and entry.effective <= effective]
    banned, restricted = _rulings(past)
    return Version(
        format=format_id,
        effective=effective,
        previous=dates[index - 1] if index > 0 else None,
        next=dates[index + 1] if index + 1 < len(dates) else None,
        # The first announcement of a day in the file is the one that names the version.
        source=next((entry.source for entry in past if entry.effective == effective), None),
        banned=banned,
        restricted=restricted,
        classes=tuple(
            rule for rule in banlist.classes if effective and rule.effective <= effective
        ),
        active=active,
    )


def _rulings(past: list[Announcement]) -> tuple[Rulings, Rulings]:
    banned: dict[str, Ruling] = {}
    restricted: dict[str, Ruling] = {}
    for announcement in past:
        for title in announcement.titles:
            banned.pop(title, None)
            restricted.pop(title, None)
        banned |= _ruled(announcement, announcement.banned)
        restricted |= _ruled(announcement, announcement.restricted)
    return _sort(banned), _sort(restricted)


def _ruled(announcement: Announcement, titles: Iterable[str]) -> dict[str, Ruling]:
    return {
        title: Ruling(
            announcement.effective,
            announcement.source,
            announcement.note_on(title),
            announcement.is_seen,
        )
        for title in titles
    }


def _sort(rulings: Rulings) -> Rulings:
    return MappingProxyType(dict(sorted(rulings.items())))
