"""Legality once more, told naively from the files: what the engine is compared with.

Nothing of the engine is used but the card facts; the files are read as they stand.
"""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from cards import Card, Catalogue

ROOT = Path(__file__).parents[2]
Table = dict[str, Any]
NO_DECK_CARDS = {
    "Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon", "Attraction", "Stickers",
    "Contraption",
}  # fmt: skip


@cache
def format_file(format_id: str) -> Table:
    return tomllib.loads((ROOT / "formats" / f"{format_id}.toml").read_text("utf-8"))


@cache
def list_file(format_id: str) -> Table:
    path = ROOT / "banlists" / f"{format_id}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def expected(card: Card, format_id: str, day: datetime.date, facts: Catalogue) -> str:
    """`inactive`, `banned`, `restricted`, `legal`, or the reason why the card is not legal."""
    table = format_file(format_id)
    if not table["from"] <= day < table.get("until", datetime.date.max):
        return "inactive"
    state = listed(card, format_id, day)
    if state == "banned":
        return state
    return refused(card, table, day, facts) or state


def listed(card: Card, format_id: str, day: datetime.date) -> str:
    """What the list says of the card."""
    tables = list_file(format_id)
    state = "legal"
    for one in sorted(tables.get("announcement", []), key=lambda one: one["effective"]):
        if one["effective"] > day:
            break
        for key in ("legal", "lapsed", "banned", "restricted"):
            if card.title in one.get(key, []):
                state = "legal" if key == "lapsed" else key
    for one in tables.get("class", []):
        names = one["rule"].removeprefix("type=").split("|")
        if one["effective"] <= day and {*names} & {*card.types, *card.subtypes}:
            state = "banned"
    return state


def refused(card: Card, table: Table, day: datetime.date, facts: Catalogue) -> str | None:
    """Why the format does not hold the card on the day; None where it does."""
    if NO_DECK_CARDS & {*card.types, *card.subtypes}:
        return "not-a-deck-card"
    if card.status != "paper":
        return {"online": "digital-only", "funny": "unsanctioned"}[card.status]
    if card.title in table["basic_lands"]:
        return None
    is_snow_basic = {"Basic", "Snow"} <= {*card.supertypes} and bool(card.subtypes)
    if is_snow_basic and day >= table.get("snow_as_basic", datetime.date.max):
        return None
    why = outside(card, table, day, facts)
    if why and first_day(card, format_file("vintage")["dated_by"], facts, published=True) > day:
        return "unreleased"
    return why


def outside(card: Card, table: Table, day: datetime.date, facts: Catalogue) -> str | None:
    if table["pool"] == "sets":
        codes = {code for code, _ in card.printings}
        rows = [row for row in table["sets"] if row["code"] in codes]
        rows += [row for row in table.get("cards", []) if card.title in row["titles"]]
        rows = [row for row in rows if row["from"] <= day]
        if any(day < row.get("until", datetime.date.max) for row in rows):
            return None
        return "rotated" if rows else "set"
    dated_by = table["dated_by"]
    until = table.get("prereleases_until")
    if table["pool"] == "commons" and "Basic" not in card.supertypes:
        left_out = table["sets_left_out"]
        if first_day(card, dated_by, facts, commons=True, left_out=left_out) > day:
            return "rarity"
    return "set" if first_day(card, dated_by, facts, prereleases_until=until) > day else None


def first_day(
    card: Card,
    dated_by: list[str],
    facts: Catalogue,
    *,
    commons: bool = False,
    left_out: list[str] | None = None,
    published: bool = False,
    prereleases_until: datetime.date | None = None,
) -> datetime.date:
    """The first day of a printing that counts; the last of all days without one.

    With `published` it counts from the day on which it was out.
    """
    days: list[datetime.date] = []
    undated: list[datetime.date] = []
    for code, rarity in card.printings:
        card_set = facts.sets[code]
        platforms = {"paper", "mtgo"} if commons else {"paper"}
        if card_set.platform not in platforms or card_set.kind == "other":
            continue
        if commons and (rarity != "C" or code in (left_out or [])):
            continue
        rows = list(rows_of(code, dated_by))
        day = rows[0] if rows else card_set.released
        day = min(day, card_set.released) if published else day
        prerelease = prereleases().get(code, datetime.date.max)
        if prereleases_until and prerelease < prereleases_until:
            day = prerelease
        (days if rows or card_set.dates_its_cards else undated).append(day)
    return min(days or undated, default=datetime.date.max)


@cache
def prereleases() -> dict[str, datetime.date]:
    path = ROOT / "formats" / "sets" / "prereleases.toml"
    days: dict[str, datetime.date] = tomllib.loads(path.read_text("utf-8"))["days"]
    return days


def rows_of(code: str, dated_by: list[str]) -> Iterator[datetime.date]:
    """The first day of the set in each of the formats that has it."""
    for format_id in dated_by:
        days = [row["from"] for row in format_file(format_id)["sets"] if row["code"] == code]
        if days:
            yield min(days)
