"""Banlists as JSON documents, for the API and the command line."""

import datetime
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypedDict

import formats
from banlists import lists
from banlists.lists import announcements, at, diff, versions
from messages.fields import Day, Span, Words

A_DAY = datetime.timedelta(days=1)
PAGE = 50
"""Changes in one answer."""
Status = Literal["banned", "restricted", "legal"]


class CardClass(TypedDict):
    """Cards that a banlist names as a class."""

    rule: Annotated[str, "The class, such as `type=Conspiracy`."]
    status: Annotated[str, "Their status.", Words("class-statuses")]


class BanlistRuling(TypedDict):
    """The status of a title or class on a banlist."""

    name: Annotated[str | None, "The English card title; null for a class of cards."]
    card_class: Annotated[
        str | None, "The class of cards, such as `type=Conspiracy`; null for a title."
    ]
    status: Annotated[Status, "Its status since then."]
    since: Annotated[Day, "The first day."]
    source: Annotated[str | None, "The announcement, if known."]
    note: Annotated[str | None, "A further note."]


class BanlistName(TypedDict):
    """The identity of a banlist."""

    id: Annotated[str, "Its id: its format's, or `two-headed-giant`."]
    format: Annotated[str | None, "Its format; null: all Two-Headed Giant events."]


class Banlist(BanlistName):
    """A banned and restricted list on a day."""

    as_of: Annotated[Day, "The requested day."]
    version: Annotated[Day | None, "The effective date; null: before the first."]
    previous: Annotated[Day | None, "The effective date of the version before."]
    next: Annotated[Day | None, "The effective date of the version after."]
    source: Annotated[str | None, "The announcement that made the version."]
    banned: Annotated[list[str], "The titles banned by name, sorted."]
    restricted: Annotated[list[str], "The titles restricted by name, sorted."]
    classes: Annotated[list[CardClass], "The classes of cards that are banned or restricted."]
    rulings: Annotated[list[BanlistRuling], "The first day and the source of each title and class."]
    active: Annotated[bool, "Whether the format exists on that day."]


class BanlistVersion(TypedDict):
    """A day on which a banlist changed."""

    version: Annotated[Day, "The effective date."]
    source: Annotated[str | None, "The announcement that made it."]


class BanlistVersions(BanlistName):
    """All versions of a banlist."""

    versions: Annotated[list[BanlistVersion], "The versions, oldest first."]


class BanlistDiff(BanlistName, Span):
    """The changes of a banlist between two days."""

    banned: Annotated[list[str], "Titles banned on `to` that were not on `from`."]
    restricted: Annotated[list[str], "Titles restricted on `to` that were not on `from`."]
    unbanned: Annotated[list[str], "Titles banned on `from` that are free on `to`."]
    unrestricted: Annotated[list[str], "Titles restricted on `from` that are free on `to`."]
    classes_added: Annotated[list[CardClass], "Classes that were added."]
    classes_removed: Annotated[list[CardClass], "Classes that were removed."]
    rulings: Annotated[list[BanlistRuling], "The rulings behind the status of each title on `to`."]


class BanlistChange(BanlistDiff):
    """The changes of one version of a banlist; `from` is the day before it, `to` its own."""

    version: Annotated[Day, "The effective date of the version."]
    learnt: Annotated[Day, "The day on which these facts learnt of it."]
    source: Annotated[str | None, "The announcement."]


class BanlistChanges(TypedDict):
    """Banlist changes since a day."""

    since: Annotated[Day, "The requested first day."]
    changes: Annotated[list[BanlistChange], "The versions learnt since; the last one first."]
    next_page: Annotated[int | None, "The next page; null on the last one."]


class BanlistSummary(BanlistName):
    """A banlist in the overview."""

    version: Annotated[Day | None, "The effective date; null: before the first."]
    next: Annotated[Day | None, "The effective date of the version after."]
    source: Annotated[str | None, "The announcement that made the version."]
    active: Annotated[bool, "Whether the format exists on that day."]


class Banlists(TypedDict):
    """All banlists on a day."""

    as_of: Annotated[Day, "The requested day."]
    banlists: Annotated[list[BanlistSummary], "The lists."]


def list_on(list_id: str, as_of: datetime.date) -> Banlist:
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


def all_versions(list_id: str) -> BanlistVersions:
    """The versions of a banlist, oldest first, each with the announcement that made it."""
    return {
        **_name(list_id),
        "versions": [
            {"version": day.isoformat(), "source": at(list_id, day).source}
            for day in versions(list_id)
        ],
    }


def difference(list_id: str, from_: datetime.date, to: datetime.date) -> BanlistDiff:
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


def changes_since(since: datetime.date, list_ids: Iterable[str], page: int = 1) -> BanlistChanges:
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


def _change(learnt: datetime.date, day: datetime.date, list_id: str) -> BanlistChange:
    """The changes made by a version."""
    return {
        "version": day.isoformat(),
        "learnt": learnt.isoformat(),
        "source": at(list_id, day).source,
        **difference(list_id, day - A_DAY, day),
    }


def summary(list_id: str, as_of: datetime.date) -> BanlistSummary:
    """A banlist in an overview; UnknownBanlist."""
    version = at(list_id, as_of)
    return {
        **_name(list_id),
        "version": _iso(version.effective),
        "next": _iso(version.next),
        "source": version.source,
        "active": version.active,
    }


def _name(list_id: str) -> BanlistName:
    return {"id": list_id, "format": list_id if list_id in formats.ids() else None}


def _rulings(status: Status, ruled: Iterable[tuple[str, lists.Ruling]]) -> Iterator[BanlistRuling]:
    for title, ruling in ruled:
        yield _ruling(title, None, status, ruling.since, ruling.source, ruling.note)


def _class_rulings(classes: Iterable[lists.CardClass]) -> Iterator[BanlistRuling]:
    for group in classes:
        yield _ruling(None, group.rule, group.status, group.effective, group.source, group.note)


def _ruling(
    title: str | None,
    card_class: str | None,
    status: Status,
    since: datetime.date,
    source: str | None,
    note: str | None,
) -> BanlistRuling:
    """A ruling on a title, or on a class of cards."""
    return {
        "name": title,
        "card_class": card_class,
        "status": status,
        "since": since.isoformat(),
        "source": source,
        "note": note,
    }


def _classes(classes: Iterable[lists.CardClass]) -> list[CardClass]:
    return [{"rule": group.rule, "status": group.status} for group in classes]


def _iso(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None
