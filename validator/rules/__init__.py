"""The rules: one table, in the order in which violations are reported.

To add a rule: define it with its function in the module for its subject, explain its code in
`codes.toml`, and add its name here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from validator.case import Case
from validator.decks import Deck
from validator.definition import Rule
from validator.model import SIDEBOARD
from validator.rules import (
    command_zone,
    companions,
    copies,
    legality,
    lists,
    pool,
    side_decks,
    sizes,
)
from validator.rules.lists import Lists

SIZE_RULES = (
    sizes.DECK_COUNT,
    sizes.MAIN_TOO_SMALL,
    sizes.MAIN_TOO_LARGE,
)
SIDEBOARD_RULES = (
    sizes.SIDEBOARD_NOT_ALLOWED,
    sizes.SIDEBOARD_TOO_LARGE,
    sizes.SIDEBOARD_SIZE,
)
COPY_RULES = (
    copies.COMBINED_COPIES,
    copies.DECK_COPIES,
    copies.SHARED_CARD,
    copies.RESTRICTED_COPIES,
)
"""The rules that depend on the policy."""
LEGALITY_RULES = (
    legality.BANNED_CARD,
    legality.NOT_LEGAL,
)
COMMAND_ZONE_RULES = (
    command_zone.COMMANDER_MISSING,
    command_zone.NOT_A_COMMANDER,
    command_zone.COMMANDERS_DO_NOT_PAIR,
    command_zone.COLOR_IDENTITY,
)
SIDE_DECK_RULES = (
    side_decks.SIDE_DECK_TOO_SMALL,
    side_decks.SIDE_DECK_TOO_LARGE,
    side_decks.SIDE_DECK_COPIES,
    side_decks.SIDE_DECK_CARD,
)
LIFE_RULES = (legality.FORMAT_INACTIVE,)
COMPANION_RULES = (companions.COMPANION_CONDITION,)
LIST_RULES: tuple[Rule[Lists], ...] = (
    lists.UNKNOWN_CARD,
    lists.AMBIGUOUS_CARD,
    lists.UNREADABLE_LINE,
)
"""The rules that need no event: faults of reading."""
POOL_RULES = (
    pool.POOL_EXCEEDED,
    pool.POOL_UNASSIGNED,
    pool.POOL_PRODUCT,
)


def _are_unclear(decks: Iterable[Deck | None]) -> bool:
    """Whether a line is unreadable or its name unresolved."""
    return any(deck and (deck.unresolved or deck.decklist.unreadable) for deck in decks)


TABLE: tuple[tuple[tuple[Rule[Case], ...], Callable[[Case], bool] | None], ...] = (
    (SIZE_RULES, None),
    (SIDEBOARD_RULES, lambda case: any(deck.sizes.get(SIDEBOARD) for deck in case.decks)),
    (COPY_RULES, lambda case: any(group.may_break_limits for group in case.groups)),
    (
        LEGALITY_RULES,
        lambda case: case.has_side_decks or any(group.standings for group in case.groups),
    ),
    (COMMAND_ZONE_RULES, lambda case: any(group.zone for group in case.groups)),
    (SIDE_DECK_RULES, lambda case: case.has_side_decks),
    (COMPANION_RULES, lambda case: any(deck.companions for deck in case.decks)),
    (LIST_RULES, lambda case: _are_unclear((*case.decks, case.pool))),
    (POOL_RULES, lambda case: case.pool is not None and case.is_limited),
    (LIFE_RULES, lambda case: any(not group.ruleset.is_active for group in case.groups)),
)
"""The rules in order, each group with a condition for being able to find anything."""

RULES: tuple[Rule[Case], ...] = tuple(rule for rules, _ in TABLE for rule in rules)
VIOLATIONS: Mapping[str, Rule[Case]] = {rule.code: rule for rule in RULES}
"""The rules by the code of their violations."""


def rules_for(case: Case) -> list[Rule[Case]]:
    """The rules in order, without those that cannot apply to the case."""
    chosen: list[Rule[Case]] = []
    for rules, may_find in TABLE:
        if may_find is None or may_find(case):
            chosen += rules
    return chosen
