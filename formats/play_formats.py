"""Play formats: one TOML file each, read on demand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from cards import additions_cache, catalogue
from formats.command_zones import command_zone_of
from formats.files import FOLDER, names, period, plain, read_toml, record
from formats.model import Clause, Format, Kind, Period, UnknownFormat

EXTRA_LISTS = frozenset({"two-headed-giant"})
"""Files with a life like a format's that are no play format: the list for 2HG events."""
NO_FORMATS = EXTRA_LISTS | {"tournament-legal"}
WIDEST = "vintage"
"""The oldest format, which admits every new set."""


@cache
def ids() -> tuple[str, ...]:
    """The ids of all play formats, sorted, without reading them."""
    return tuple(name for name in names(FOLDER) if name not in NO_FORMATS)


def find_id(text: str) -> str:
    """The id of the play format of that id or name, in any case; else the text itself.

    A name may be a usual short one, such as `EDH`.
    """
    return text if text in ids() else _ids_by_name().get(plain(text), text)


@cache
def _ids_by_name() -> dict[str, str]:
    by_name: dict[str, str] = {}
    for play_format in map(load, ids()):
        for name in (play_format.id, play_format.name, *play_format.also):
            by_name[plain(name)] = play_format.id
    return by_name


@additions_cache(128)
def load(format_id: str) -> Format:
    """The play format of that id; raises UnknownFormat."""
    if format_id not in ids():
        raise UnknownFormat(format_id)
    return _read(format_id)


@cache
def ids_of(kind: Kind) -> tuple[str, ...]:
    """The ids of the play formats of a kind, including event kinds."""
    return tuple(format_id for format_id in ids() if load(format_id).kind == kind)


@additions_cache(128)
def of_list(list_id: str) -> Format:
    """The play format of a banlist, or the extra list `two-headed-giant`; UnknownFormat."""
    return _read(list_id) if list_id in EXTRA_LISTS else load(list_id)


def life(format_id: str) -> Period:
    """When a play format, or the extra list `two-headed-giant`, is in force; UnknownFormat."""
    return of_list(format_id).life


def widest() -> Format:
    """The format whose days of sets say when a card was first out."""
    return load(WIDEST)


def _read(format_id: str) -> Format:
    table = read_toml(FOLDER / f"{format_id}.toml")
    return record(
        Format,
        table,
        id=format_id,
        life=period(table),
        sideboard_max=table.get("sideboard_max"),
        copies_max=1 if "singleton" in table else table.get("copies_max"),
        sets=MappingProxyType(_with_seen(_periods_by_set(table.get("sets", [])), format_id)),
        always_legal=tuple(table.get("basic_lands", [])),
        cards=MappingProxyType(_periods_by_title(table.get("cards", []))),
        legality=tuple(_clause(row) for row in table.get("legality", [])),
        snow_as_basic=table.get("snow_as_basic"),
        command_zone=command_zone_of(table.get("commander")),
    )


def _clause(row: Mapping[str, Any]) -> Clause:
    return Clause(row["from"], row["source"], row.get("clause"))


def _periods_by_set(rows: list[dict[str, Any]]) -> dict[str, tuple[Period, ...]]:
    # A set may return after leaving, so a code can have several rows.
    periods: dict[str, tuple[Period, ...]] = {}
    for row in sorted(rows, key=lambda row: row["from"]):
        periods[row["code"]] = (*periods.get(row["code"], ()), period(row))
    return periods


def _with_seen(
    sets: dict[str, tuple[Period, ...]], format_id: str
) -> dict[str, tuple[Period, ...]]:
    """The sets with those that an update saw enter or leave the format."""
    for seen in catalogue().additions.sets.get(format_id, ()):
        periods = sets.get(seen.code)
        if periods is None:
            sets[seen.code] = (Period(seen.start, seen.end),)
        elif seen.end and (periods[-1].end is None or seen.end < periods[-1].end):
            sets[seen.code] = (*periods[:-1], Period(periods[-1].start, seen.end))
    return sets


def _periods_by_title(rows: list[dict[str, Any]]) -> dict[str, tuple[Period, ...]]:
    return _periods_by_set([{**row, "code": title} for row in rows for title in row["titles"]])
