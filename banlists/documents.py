"""Banlists as JSON documents, for the API and the command line."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

import formats
from banlists.lists import CardClass, Ruling, announcements, at, diff, versions

if TYPE_CHECKING:
    from headjudge import documents

A_DAY = datetime.timedelta(days=1)
PAGE = 50
"""Changes in one answer."""
Status = Literal["banned", "restricted", "legal"]


def list_on(list_id: str, as_of: datetime.date) -> documents.Banlist:
    """A banlist on a day, with titles sorted; UnknownBanlist."""
    version = at(list_id, as_of)
    rulings = [
        *_rulings("banned", version.banned.items()),
        *_rulings("restricted", version.restricted.items()),
        *_class_rulings(version.classes),
    ]
    return {
        **_name(list_id),
        "as_of": as_of.isoformat(),
        "version": _iso(version.effective),
        "previous": _iso(version.previous),
        "next": _iso(version.next),
        "source": version.source,
        "banned": list(version.banned),
        "restricted": list(version.restricted),
        "classes": _classes(version.classes),
        "rulings": rulings,
        "active": version.active,
    }


def all_versions(list_id: str) -> documents.BanlistVersions:
    """The versions of a banlist, oldest first, each with the announcement that made it."""
    return {
        **_name(list_id),
        "versions": [
            {"version": day.isoformat(), "source": at(list_id, day).source}
            for day in versions(list_id)
        ],
    }


def difference(list_id: str, from_: datetime.date, to: datetime.date) -> documents.BanlistDiff:
    """The changes of a list between two days; UnknownBanlist."""
    changed = diff(list_id, from_, to)
    made = changed.rulings
    freed = (*changed.unbanned, *changed.unrestricted)
    return {
        **_name(list_id),
        "from": from_.isoformat(),
        "to": to.isoformat(),
        "banned": list(changed.banned),
        "restricted": list(changed.restricted),
        "unbanned": list(changed.unbanned),
        "unrestricted": list(changed.unrestricted),
        "classes_added": _classes(changed.classes_added),
        "classes_removed": _classes(changed.classes_removed),
        "rulings": [
            *_rulings("banned", ((title, made[title]) for title in changed.banned)),
            *_rulings("restricted", ((title, made[title]) for title in changed.restricted)),
            *_rulings("legal", ((title, made[title]) for title in sorted(freed) if title in made)),
            *_class_rulings(changed.classes_added),
        ],
    }


def changes_since(
    since: datetime.date, list_ids: Iterable[str], page: int = 1
) -> documents.BanlistChanges:
    """The versions of these lists that the facts learnt of since a day; UnknownBanlist.

    The last that was learnt comes first; a page has `PAGE` of them.
    """
    rows = sorted(
        (
            (learnt, day, list_id)
            for list_id in list_ids
            for day in versions(list_id)
            if (learnt := _learnt(list_id, day)) >= since
        ),
        key=lambda row: (-row[0].toordinal(), -row[1].toordinal(), row[2]),
    )
    first, end = (page - 1) * PAGE, page * PAGE
    return {
        "since": since.isoformat(),
        "changes": [_change(*row) for row in rows[first:end]],
        "next_page": page + 1 if len(rows) > end else None,
    }


def _learnt(list_id: str, day: datetime.date) -> datetime.date:
    """The day on which these facts learnt of a version: its own, or a later one."""
    made = (block for block in announcements(list_id) if block.effective == day)
    return max((block.learnt or day for block in made), default=day)


def _change(learnt: datetime.date, day: datetime.date, list_id: str) -> documents.BanlistChange:
    """The changes made by a version."""
    return {
        "version": day.isoformat(),
        "learnt": learnt.isoformat(),
        "source": at(list_id, day).source,
        **difference(list_id, day - A_DAY, day),
    }


def summary(list_id: str, as_of: datetime.date) -> documents.BanlistSummary:
    """A banlist in an overview; UnknownBanlist."""
    version = at(list_id, as_of)
    return {
        **_name(list_id),
        "version": _iso(version.effective),
        "next": _iso(version.next),
        "source": version.source,
        "active": version.active,
    }


def _name(list_id: str) -> documents.BanlistName:
    return {"id": list_id, "format": list_id if list_id in formats.ids() else None}


def _rulings(
    status: Status, ruled: Iterable[tuple[str, Ruling]]
) -> Iterator[documents.BanlistRuling]:
    for title, ruling in ruled:
        yield _ruling(title, None, status, ruling.since, ruling.source, ruling.note)


def _class_rulings(classes: Iterable[CardClass]) -> Iterator[documents.BanlistRuling]:
    for group in classes:
        yield _ruling(None, group.rule, group.status, group.effective, group.source, group.note)


def _ruling(
    title: str | None,
    card_class: str | None,
    status: Status,
    since: datetime.date,
    source: str | None,
    note: str | None,
) -> documents.BanlistRuling:
    """A ruling on a title, or on a class of cards."""
    return {
        "name": title,
        "card_class": card_class,
        "status": status,
        "since": since.isoformat(),
        "source": source,
        "note": note,
    }


def _classes(classes: Iterable[CardClass]) -> list[documents.CardClass]:
    return [{"rule": group.rule, "status": group.status} for group in classes]


def _iso(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None
