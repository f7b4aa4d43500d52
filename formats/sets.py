"""Facts about sets besides their cards: families, and companion sets in their boosters."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from functools import cache
from typing import Any

from cards import catalogue
from formats.files import FOLDER, period, read_toml, record
from formats.model import Companion, Period
from messages import say


@cache
def set_family(code: str, name: str) -> str | None:
    """The players' name for sets of this kind, such as `Commander sets`; None if there is none.

    `code` and `name` are those of the set.
    """
    for family in read_toml(FOLDER / "sets" / "families.toml")["family"]:
        if code in family.get("codes", ()) or any(
            phrase in name for phrase in family.get("phrases", ())
        ):
            return say(family["words"])
    return None


def companions(set_code: str) -> tuple[Companion, ...]:
    """The sets whose cards are in the boosters of a set; empty for most sets."""
    rows = _companions().get(set_code)
    if rows is None:
        return tuple(_seen_companions(set_code))
    return tuple(
        record(Companion, row, set_code=set_code, companion=row["code"], life=period(row))
        for row in rows
    )


def _seen_companions(set_code: str) -> Iterator[Companion]:
    """The companion sets that an update learnt, of sets that our files do not have."""
    additions = catalogue().additions
    for row in additions.boosters.get(set_code, ()):
        for code in additions.companions.get(set_code, {}):
            yield Companion(set_code, code, Period(row["from"]), True, source=row["source"])


def booster_titles(set_code: str, of: str) -> frozenset[str] | None:
    """The titles of the set `of` in the boosters of `set_code`; None for all of them."""
    titles = _booster_parts().get((set_code, of))
    if titles is None and (learnt := catalogue().additions.companions.get(set_code, {}).get(of)):
        return frozenset(learnt)
    return titles


def prerelease(set_code: str) -> datetime.date | None:
    """The first day of the set's prerelease; None where it is not known."""
    return _prereleases().get(set_code)


@cache
def _prereleases() -> dict[str, datetime.date]:
    days: dict[str, datetime.date] = read_toml(FOLDER / "sets" / "prereleases.toml")["days"]
    return days


@cache
def _booster_parts() -> dict[tuple[str, str], frozenset[str]]:
    parts = read_toml(FOLDER / "products" / "booster_titles.toml")["part"]
    return {(part["set"], part["of"]): frozenset(part["titles"]) for part in parts}


@cache
def _companions() -> dict[str, list[dict[str, Any]]]:
    return read_toml(FOLDER / "products" / "companions.toml")
