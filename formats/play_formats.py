"""Play formats: one TOML file each, read on demand, with the command zones of some."""

import datetime
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from cards import additions_cache, catalogue
from formats.files import FOLDER, names, period, plain, read_toml, record
from formats.model import Clause, CommandZone, Dated, Format, Kind, Lead, Period, UnknownFormat

EXTRA_LISTS = frozenset({"two-headed-giant"})
"""Files with a life like a format's that are no play format: the list for 2HG events."""
WIDEST = "vintage"
"""The oldest format, which admits every new set."""


@cache
def ids() -> tuple[str, ...]:
    """The ids of all play formats, sorted, without reading them."""
    return tuple(name for name in names(FOLDER) if name not in EXTRA_LISTS)


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
        legality=tuple(
            Clause(row["from"], row["source"], row.get("clause"))
            for row in table.get("legality", [])
        ),
        snow_as_basic=table.get("snow_as_basic"),
        command_zone=command_zone_of(table.get("commander")),
    )


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


TitleRule = Literal["no-commander", "no-companion", "game-changer"]

LEADS: tuple[str, ...] = get_args(Lead)
FLAGS = ("pairs", "identity")
"""The keys under `commander` that are true or false."""
ALWAYS = Period(datetime.date.min)


def ban_on(title: str, bans: Sequence[Dated], day: datetime.date) -> Dated | None:
    """The row that bans the title on the day, if any."""
    return next((ban for ban in bans if title in ban.names and day in ban.life), None)


class ListedTitle(NamedTuple):
    """A title with a rule of its own besides the banlist."""

    title: str
    rule: TitleRule
    since: datetime.date | None
    """None if it applies for the whole life of the format."""
    source: str


def listed_titles(play_format: Format, day: datetime.date) -> list[ListedTitle]:
    """The titles with rules of their own on the day, by rule, then alphabetically."""
    listed = []
    if zone := play_format.command_zone:
        rows: tuple[tuple[TitleRule, tuple[Dated, ...]], ...] = (
            ("no-commander", zone.banned),
            ("no-companion", zone.banned_companions),
            ("game-changer", zone.game_changers),
        )
        for rule, dated in rows:
            listed += sorted(
                ListedTitle(title, rule, None if row.life is ALWAYS else row.life.start, row.source)
                for row in dated
                if day in row.life
                for title in row.names
            )
    return listed


def command_zone_of(table: Mapping[str, Any] | None) -> CommandZone | None:
    """The command zone given in a file under `commander`."""
    if table is None:
        return None
    return CommandZone(
        leads=_read_periods(table.get("leads", ()), "kinds"),
        cannot_lead=_read_periods(table.get("cannot_lead", ()), "titles"),
        banned=_read_periods(table.get("banned", ()), "titles"),
        banned_companions=_read_periods(table.get("banned_companions", ()), "titles"),
        game_changers=_read_periods(table.get("game_changers", ()), "titles"),
        **{flag: table[flag] for flag in FLAGS if flag in table},
    )


def _read_periods(rows: Sequence[Mapping[str, Any]], key: str) -> tuple[Dated, ...]:
    return tuple(
        Dated(
            tuple(row[key]),
            Period(row["from"], row.get("until")) if "from" in row else ALWAYS,
            row.get("source", ""),
        )
        for row in rows
    )
