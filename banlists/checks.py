"""Consistency checks of the banlists, for `headjudge facts check` and the tests of the data."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import formats
from banlists.lists import FOLDER, Announcement, CardClass, at, ids, versions
from formats.checks import Fault, File, Keys, Row, keys_of
from formats.files import names

STATES = ("banned", "restricted", "legal", "lapsed")
"""The keys of an announcement that hold titles."""
ANNOUNCEMENT = keys_of(
    Announcement, "is_seen", may={"effective": datetime.date, "seen": datetime.date, "notes": dict}
)
LIST = Keys({}, {"announcement": None, "class": None, "checked": datetime.date})
CLASS = keys_of(CardClass, must={"status": ("banned",)}, may={"named": bool})
TITLE = "full English card title"
ONE_DAY = datetime.timedelta(days=1)


def faults(titles: Collection[str], folder: Path = FOLDER) -> Iterator[Fault]:
    """All faults in the files of a folder of banlists.

    `titles` are all English card titles.
    """
    for name in names(folder):
        yield from list_faults(folder / f"{name}.toml", titles)


def list_faults(path: Path, titles: Collection[str]) -> Iterator[Fault]:
    """All faults in the file of one list."""
    file = File(path)
    try:
        life = formats.life(path.stem)
    except formats.UnknownFormat:
        yield file.fault(f"There is no format {path.stem}.")
        return
    table, broken = file.read()
    yield from broken or file.check(table, LIST)
    classes, broken = file.blocks(table, "class")
    announcements, also_broken = file.blocks(table, "announcement")
    yield from (*broken, *also_broken, *_order(file, classes), *_order(file, announcements))
    for block in classes:
        yield from _class(file, block)
    states: dict[str, str] = {}
    for block in announcements:
        faults = [*_announcement(file, block, titles, life)]
        yield from faults or _changes(file, block, states)


def version_faults() -> Iterator[Fault]:
    """Gaps between the versions of the shipped lists; every version is read."""
    for list_id in ids():
        file = File(FOLDER / f"{list_id}.toml")
        dates = versions(list_id)
        if dates[0] != formats.life(list_id).start:
            yield file.fault("The first version does not begin with the format.", dates[0])
        for earlier, later in pairwise(dates):
            neighbours = (at(list_id, later - ONE_DAY).effective, at(list_id, later).previous)
            if neighbours != (earlier, earlier):
                yield file.fault(f"There is a gap before {later}.", earlier)


def _order(file: File, blocks: Sequence[Row]) -> Iterator[Fault]:
    days = map(_day_of, blocks)
    dates = [day for day in days if type(day) is datetime.date]
    for earlier, later in pairwise(dates):
        if later < earlier:
            message = f"It stands after {earlier}; blocks are in date order."
            yield file.fault(message, later, "effective")


def _day_of(block: Row) -> Any:
    """The day of an announcement: on which it takes effect, or was seen on another list."""
    return block.get("effective") or block.get("seen")


def _announcement(
    file: File, block: Row, titles: Collection[str], life: formats.Period
) -> Iterator[Fault]:
    where = _day_of(block) or "an announcement"
    broken = [*file.check(block, ANNOUNCEMENT, where)]
    if "effective" in block and "seen" in block:
        message = "It has one day: `seen` is that of a list whose announcement is not known."
        broken.append(file.fault(message, where, "seen"))
    elif "effective" not in block and "seen" not in block:
        broken.append(file.fault("This key is missing.", where, "effective"))
    yield from broken
    if broken:
        return
    if not block.get("source", "-"):
        yield file.fault("A source is missing.", where, "source")
    if type(where) is datetime.date and life.end and where >= life.end:
        yield file.fault(f"The format ended on {life.end}.", where, "effective")
    named: list[str] = []
    for state in STATES:
        yield from file.names(block.get(state, []), titles, TITLE, state, where)
        named += block.get(state, [])
    if not named:
        yield file.fault("It names no title.", where)
    for title in sorted({title for title in named if named.count(title) > 1}):
        yield file.fault(f'"{title}" is named twice.', where)
    yield from file.names(list(block.get("notes", {})), named, "title of it", "notes", where)


def _changes(file: File, block: Row, states: dict[str, str]) -> Iterator[Fault]:
    """Titles that the announcement does not change; `states` are the previous ones, by title."""
    for state in STATES:
        new = "legal" if state == "lapsed" else state
        for title in block.get(state, []):
            if states.get(title, "legal") == new:
                yield file.fault(f'"{title}" is {new} already.', _day_of(block), state)
            states[title] = new


def _class(file: File, block: Row) -> Iterator[Fault]:
    where = block.get("rule", "a class")
    yield from file.check(block, CLASS, where)
    if str(where).startswith("type=") is block.get("named", False):
        yield file.fault("A class is told by `type=`, or its cards are `named`.", where, "rule")
