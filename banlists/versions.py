"""The state of a banlist on a day, and the changes between two days."""

from __future__ import annotations

import datetime
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from banlists import files
from banlists.model import Announcement, Diff, Ruling, Version
from cards import additions_cache, catalogue

Rulings = Mapping[str, Ruling]


@additions_cache(256)
def versions(format_id: str) -> tuple[datetime.date, ...]:
    """The effective dates of a list's versions, oldest first; UnknownBanlist."""
    return files.load(format_id).dates


def announcements(format_id: str) -> tuple[Announcement, ...]:
    """All announcements for a list, oldest first; UnknownBanlist."""
    return files.load(format_id).announcements


def known_until(format_id: str) -> datetime.date | None:
    """The day to which a list is known: the last on which it was compared with its source.

    None if it was never compared; UnknownBanlist.
    """
    return files.load(format_id).checked


def all_known_until() -> datetime.date | None:
    """The day to which the lists in force are known: those of an update, or else of the files."""
    lists = map(files.load, catalogue().additions.checked or files.ids())
    return min((one.checked for one in lists if one.checked and not one.life.end), default=None)


def at(format_id: str, as_of: datetime.date) -> Version:
    """The version in force on a day; UnknownBanlist.

    Before the format's life nothing is banned; after it the last version applies. Both have
    `active=False`.
    """
    index = bisect_right(versions(format_id), as_of) - 1
    return _version(format_id, index, as_of in files.load(format_id).life)


def turning_days(
    format_id: str, title: str, types_and_subtypes: Collection[str]
) -> tuple[datetime.date, ...]:
    """The days on which a card's state on the list may change; UnknownBanlist."""
    classes = (rule for rule in files.load(format_id).classes if rule.covers(types_and_subtypes))
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
    banlist = files.load(format_id)
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
