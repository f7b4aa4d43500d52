"""Team policies: the rules of Unified Deck Construction, and which of them is in force when."""

from __future__ import annotations

import datetime
from functools import cache, lru_cache

from formats.files import FOLDER, names, period, read_toml
from formats.model import Policy, UnknownPolicy

TOURNAMENT = "tournament"
"""Stands for whichever dated policy is in force on the day."""
CACHED_DAYS = 256


def policy_ids() -> tuple[str, ...]:
    """All ids that `resolve_policy` knows: those of the files, then `tournament`."""
    return (*_file_ids(), TOURNAMENT)


@cache
def policy(policy_id: str) -> Policy:
    """The policy of that id, which is not `tournament`; UnknownPolicy when there is none."""
    if policy_id not in _file_ids():
        raise UnknownPolicy(policy_id)
    table = read_toml(FOLDER / "policies" / f"{policy_id}.toml")
    return Policy(
        id=policy_id,
        name=table["name"],
        life=period(table) if "from" in table else None,
        copies_in_team=table.get("copies_in_team"),
        titles_shared=table["titles_shared"],
        restricted_scope=table["restricted_scope"],
        own_limit=table["own_limit"],
        exempt=table["exempt"],
        two_headed_giant_sideboard_max=table["two_headed_giant_sideboard_max"],
        source=table["source"],
        clause=table.get("clause"),
        copies_source=table.get("copies_source", table["source"]),
        copies_clause=table.get("copies_clause", table.get("clause")),
    )


def policies() -> tuple[Policy, ...]:
    """All policies: the one without dates first, then the dated ones in order."""
    return tuple(policy(policy_id) for policy_id in _file_ids())


@cache
def lowest_limit() -> int:
    """The fewest copies of a title to which any policy limits a team."""
    return min(one.copies_in_team for one in policies() if one.copies_in_team is not None)


@lru_cache(CACHED_DAYS)
def tournament_policy(as_of: datetime.date) -> Policy:
    """The dated policy in force on that day; before sanctioned play began, the first of them."""
    dated = _dated()
    begun = [one for start, one in dated if start <= as_of]
    return begun[-1] if begun else dated[0][1]


def resolve_policy(policy_id: str, as_of: datetime.date) -> Policy:
    """The policy that an id of `policy_ids` means on that day; UnknownPolicy."""
    return tournament_policy(as_of) if policy_id == TOURNAMENT else policy(policy_id)


@cache
def _file_ids() -> tuple[str, ...]:
    return names(FOLDER / "policies")


@cache
def _dated() -> tuple[tuple[datetime.date, Policy], ...]:
    dated = [(one.life.start, one) for one in policies() if one.life]
    return tuple(sorted(dated, key=lambda pair: pair[0]))
