"""Banlists as stored in their files: announcements and classes of cards, in date order."""

import datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

import formats
from banlists.model import Announcement, CardClass, UnknownBanlist
from formats.files import names, read_toml, record

FOLDER = Path(__file__).parent


class Banlist(NamedTuple):
    """One list: the life of its format, and its announcements in date order."""

    life: formats.Period
    announcements: tuple[Announcement, ...] = ()
    classes: tuple[CardClass, ...] = ()

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


@cache
def load(format_id: str) -> Banlist:
    """The list of that id, empty if nothing was ever announced; UnknownBanlist."""
    if format_id not in _file_ids():
        return Banlist(_life_of_constructed(format_id))
    tables = read_toml(FOLDER / f"{format_id}.toml")
    announcements = [record(Announcement, block) for block in tables.get("announcement", [])]
    # Cards of a `named` class are announced by title, so there is nothing to match.
    classes = [
        record(CardClass, block) for block in tables.get("class", []) if not block.get("named")
    ]
    return Banlist(
        life=formats.life(format_id),
        announcements=tuple(sorted(announcements, key=lambda change: change.effective)),
        classes=tuple(sorted(classes, key=lambda change: change.effective)),
    )


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
