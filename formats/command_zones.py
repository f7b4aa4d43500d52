"""The parts of format and house files on commanders."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from formats.model import CommandZone, Dated, Format, Lead, Period

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
