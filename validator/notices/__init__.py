"""Notices: useful information that breaks no rule. One table, in report order.

To add a notice: define it in the module for its subject, explain its code in `codes.toml`, and
add its name here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.case import Case
from validator.definition import NoticeKind
from validator.model import Notice
from validator.notices import commanders, event, lists, pools

TABLE: tuple[NoticeKind, ...] = (
    event.POLICY_DIFFERS,
    pools.POOL_ABSENT,
    event.POOL_IGNORED,
    pools.POOL_IMPROBABLE,
    pools.POOL_INCOMPLETE,
    pools.PRODUCT_UNKNOWN,
    pools.PRODUCT_NOT_RECOMMENDED,
    event.HARD_TO_SHUFFLE,
    commanders.COMPANION_UNCHECKED,
    commanders.COMMANDER_UNCHECKED,
    commanders.GAME_CHANGERS,
    event.FACTS_OLDER,
    lists.TITLE_ASSUMED,
    lists.TITLE_CORRECTED,
    lists.TITLE_TRANSLATED,
    lists.TITLE_REBALANCED,
    lists.PRINTING_UNKNOWN,
    lists.TOKEN_IGNORED,
    lists.LINE_IGNORED,
    lists.REST_IGNORED,
    lists.COUNT_ASSUMED,
    lists.COUNT_ZERO,
    lists.MAYBEBOARD_IGNORED,
    lists.TOTAL_DIFFERS,
    lists.SIDEBOARD_GUESSED,
    lists.SIDEBOARD_LARGE,
    lists.MAIN_DOUBTFUL,
    commanders.COMPANION_GUESSED,
    commanders.COMMANDER_GUESSED,
    lists.LIST_FETCHED,
    lists.DECKS_SPLIT,
    lists.DECKS_NOT_SPLIT,
    lists.DOCUMENT_BROKEN,
    event.SNOW_AS_BASIC,
    event.NOT_YET_SANCTIONED,
    event.FORMATS_DIFFER,
)
NOTICES: Mapping[str, NoticeKind] = {kind.code: kind for kind in TABLE}
"""The notices by code."""

_CHECKS = tuple((kind, kind.find) for kind in TABLE if kind.find)


def notices_of(case: Case) -> Iterator[Notice]:
    """All notices on a case: first on the event, then on single lines."""
    scopes = case.scopes
    for kind, find in _CHECKS:
        if kind.scope in scopes:
            yield from find(case)
    for deck in case.decks:
        yield from deck.notices
    if case.pool:
        yield from case.pool.notices
