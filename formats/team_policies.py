"""Team policies: the rules of Unified Deck Construction, and which is in force when."""

from __future__ import annotations

import datetime
from functools import cache, lru_cache
from typing import Any

from formats.files import FOLDER, names, read_toml, record
from formats.model import Period, Policy, UnknownPolicy
from messages import say

TOURNAMENT = "tournament"
"""Stands for the dated policy in force on the day."""
TOURNAMENT_NAME = say("The tournament rules of the day")
CACHED_DAYS = 256


def policy_ids() -> tuple[str, ...]:
    """All ids accepted by `resolve_policy`: those of the files, then `tournament`."""
    return (*_file_ids(), TOURNAMENT)


@cache
def policy(policy_id: str) -> Policy:
    """The policy of that id, other than `tournament`; raises UnknownPolicy."""
    if policy_id not in _file_ids():
        raise UnknownPolicy(policy_id)
    table = _tables()[policy_id]
    words: dict[str, Any] = {
        key: say(table[key]) for key in ("name", "short", "hint", "exempt") if key in table
    }
    return record(
        Policy,
        {"short": words["name"], "hint": None, **table, **words},
        id=policy_id,
        life=_life(table),
        copies_in_team=table.get("copies_in_team"),
        clause=table.get("clause"),
        copies_source=table.get("copies_source", table["source"]),
        copies_clause=table.get("copies_clause", table.get("clause")),
    )


def policy_name(policy_id: str) -> str:
    """The display name of an id of `policy_ids`; raises UnknownPolicy."""
    return TOURNAMENT_NAME if policy_id == TOURNAMENT else policy(policy_id).name


def policies() -> tuple[Policy, ...]:
    """All policies: first the one without dates, then the dated ones in order."""
    return tuple(policy(policy_id) for policy_id in _file_ids())


@cache
def lowest_limit() -> int:
    """The lowest limit on copies in a team in any policy."""
    return min(item.copies_in_team for item in policies() if item.copies_in_team is not None)


def tournament_policy(as_of: datetime.date) -> Policy:
    """The dated policy in force on a day; before sanctioned play, the first one."""
    dated = _policies_by_day()
    begun = [item for start, item in dated if start <= as_of]
    return begun[-1] if begun else dated[0][1]


@lru_cache(CACHED_DAYS)
def resolve_policy(policy_id: str, as_of: datetime.date) -> Policy:
    """The policy for an id of `policy_ids` on a day; raises UnknownPolicy."""
    return tournament_policy(as_of) if policy_id == TOURNAMENT else policy(policy_id)


def _file_ids() -> tuple[str, ...]:
    return tuple(_tables())


@cache
def _tables() -> dict[str, dict[str, Any]]:
    folder = FOLDER / "policies"
    return {name: read_toml(folder / f"{name}.toml") for name in names(folder)}


def _life(table: dict[str, Any]) -> Period | None:
    """The days of a dated policy: until the next one, or its earlier end."""
    if "from" not in table:
        return None
    starts = (other["from"] for other in _tables().values() if "from" in other)
    following = min((start for start in starts if start > table["from"]), default=None)
    return Period(table["from"], table.get("until", following))


@cache
def _policies_by_day() -> tuple[tuple[datetime.date, Policy], ...]:
    dated = [(item.life.start, item) for item in policies() if item.life]
    return tuple(sorted(dated, key=lambda pair: pair[0]))
