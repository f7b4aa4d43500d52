"""The shipped facts that cases are drawn from."""

from __future__ import annotations

import datetime
import json
import sqlite3
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
ROLES: dict[str, str] = tomllib.loads(
    (Path(__file__).parent / "roles.toml").read_text(encoding="utf-8")
)
ANY_NUMBER = "any"


class Card(NamedTuple):
    """A title with its own limit of copies (None, a number, or ANY_NUMBER) and its sets."""

    title: str
    faces: tuple[str, ...]
    types: tuple[str, ...]
    own_limit: str | int | None
    sets: frozenset[str]


@cache
def cards() -> dict[str, Card]:
    """All cards by title, in the order of their titles."""
    rows = _rows("SELECT title, record FROM cards ORDER BY title")
    return {title: _card(title, json.loads(record)) for title, record in rows}


def _card(title: str, record: list[Any]) -> Card:
    printings = record[8].split()
    sets = frozenset(printing.partition(":")[0] for printing in printings)
    return Card(title, tuple(record[0]), tuple(record[2]), record[7], sets)


def translations(language: str, step: int) -> Iterator[tuple[str, str]]:
    """(translated title, title) of every `step`-th title that is one card's in the language."""
    rows = _rows(
        "SELECT t.title, min(c.title) FROM translated_titles t JOIN cards c ON c.id = t.card"
        " WHERE t.language = ? AND t.title <> c.title GROUP BY t.title"
        " HAVING count(*) = 1 ORDER BY min(c.title), t.title",
        language,
    )
    return iter(rows[::step])


def _rows(query: str, *values: str) -> list[Any]:
    with sqlite3.connect(ROOT / "cards" / "catalogue.sqlite") as store:
        return store.execute(query, values).fetchall()


@cache
def announcements(format: str) -> list[dict[str, Any]]:
    """The announcements of a format's list, in their order."""
    loaded: list[dict[str, Any]] = _toml("banlists", format)["announcement"]
    return loaded


@cache
def sets_of(format: str) -> tuple[dict[str, Any], ...]:
    """The sets that a format's file names, each with `from` and, where it left, `until`."""
    return tuple(_toml("formats", format).get("sets", ()))


@cache
def stays(format: str, code: str) -> tuple[datetime.date, datetime.date | None]:
    """The day on which a set came into a format, and on which it left; (date.max, None) if never.

    Formats of all sets have those that their file does not name from their release.
    """
    for row in sets_of(format):
        if row["code"] == code:
            return row["from"], row.get("until")
    if format not in OF_ALL_SETS or code not in _releases():
        return datetime.date.max, None
    return _releases()[code], None


OF_ALL_SETS = frozenset({"legacy", "vintage", "pauper"})


@cache
def _releases() -> dict[str, datetime.date]:
    rows = _rows(
        "SELECT code, released FROM sets WHERE dates_its_cards AND platform = 'paper'"
        " AND kind <> 'funny'"
    )
    return {code: datetime.date.fromisoformat(day) for code, day in rows}


def day_before(day: datetime.date) -> datetime.date:
    """The day before."""
    return day - datetime.timedelta(days=1)


def is_printed(card: Card, day: datetime.date) -> bool:
    """Whether a paper set of the day or before has the card, other than a set of jokes."""
    return any(stays("vintage", code)[0] <= day for code in card.sets)


@cache
def first_day(format: str) -> datetime.date:
    """The day on which a format begins."""
    day: datetime.date = _toml("formats", format)["from"]
    return day


def _toml(folder: str, format: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / folder / f"{format}.toml").read_text(encoding="utf-8"))
