"""Consistency checks of the commander part of format files."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from formats.command_zones import FLAGS, LEADS
from formats.faults import PERIOD, Fault, File, Shape, Table

ROWS = ("leads", "cannot_lead", "banned", "banned_companions", "game_changers")
ZONE_MAY: Shape = {**dict.fromkeys(FLAGS, bool), **dict.fromkeys(ROWS)}


def command_zone_faults(file: File, table: Table, titles: Collection[str]) -> Iterator[Fault]:
    """All faults in the part `commander`."""
    zone = table.get("commander", {})
    if zone:
        yield from file.check(zone, {"leads": None}, ZONE_MAY, "commander")
        for key in ROWS:
            yield from _rows(file, zone, key, titles)


def _rows(file: File, zone: Table, key: str, titles: Collection[str]) -> Iterator[Fault]:
    names, may = ("kinds", LEADS) if key == "leads" else ("titles", titles)
    rows, broken = file.blocks(zone, key)
    yield from broken
    for number, row in enumerate(rows, 1):
        where = f"{key}, block {number}"
        must: Shape = {"kinds": None} if key == "leads" else {"titles": None, "source": None}
        yield from file.check(row, must, {**PERIOD, "source": None}, where)
        yield from file.names(row.get(names, []), may, "kind" if key == "leads" else "card",
                              names, where)  # fmt: skip
