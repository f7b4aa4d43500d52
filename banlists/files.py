"""Banlists as stored in their files: announcements and classes of cards, in date order."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import formats
from banlists.model import Announcement, CardClass, UnknownBanlist
from cards import additions_cache, catalogue
from cards.additions import Additions
from formats.files import names, read_toml, record

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
