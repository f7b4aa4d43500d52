"""The rest of a card pool: the shared sideboard, or the unused cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cards import Card
from validator.case import Case
from validator.decks import OUTSIDE, count_titles
from validator.limited.checklist import by_mana_value, group
from validator.model import SIDEBOARD

if TYPE_CHECKING:
    from headjudge import documents


def remaining(case: Case) -> list[documents.PoolCard] | None:
    """The pool's cards that no deck uses; None in Constructed and without a pool.

    Sorted by color, then mana value, then title.

    In Two-Headed Giant Limited all cards outside the starting decks are the sideboard of both
    players (MTR 9.6); before that rule they were not used. Either way a sideboard in a list is
    part of it. The free basic lands are left out.
    """
    if not case.is_pool_bound:
        return None
    outside = OUTSIDE | {SIDEBOARD} if case.structure == "two-headed-giant" else OUTSIDE
    used = count_titles(case.decks, frozenset(outside))
    return in_piles(
        (copies.card, copies.count - (used[title].count if title in used else 0))
        for title, copies in case.pool_titles.items()
        if title not in case.format.always_legal
    )


def in_piles(left: Iterable[tuple[Card, int]]) -> list[documents.PoolCard]:
    """Cards with at least one copy, sorted by color, mana value and title."""
    return [
        {"name": card.title, "count": count, "group": group(card), "mana_value": card.mana_value}
        for card, count in sorted(left, key=lambda row: by_mana_value(row[0]))
        if count > 0
    ]
