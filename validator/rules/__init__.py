"""The rules: one table, in the order in which violations are reported.

To add a rule: define it with its function in the module for its subject, explain its code in
`codes.toml`, and add its name here.
"""

from __future__ import annotations

from collections.abc import Mapping

from validator.case import Case, Scope
from validator.definition import Rule
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


TABLE: tuple[tuple[tuple[Rule[Case], ...], Scope], ...] = (
    (SIZE_RULES, "any"),
    (SIDEBOARD_RULES, "sideboards"),
    (COPY_RULES, "copies"),
    (LEGALITY_RULES, "standings"),
    (COMMAND_ZONE_RULES, "commanders"),
    (SIDE_DECK_RULES, "side decks"),
    (COMPANION_RULES, "companions"),
    (LIST_RULES, "unclear lines"),
    (POOL_RULES, "pool"),
    (LIFE_RULES, "inactive formats"),
)
"""The rules in order, each group with what it can find something about."""

RULES: tuple[Rule[Case], ...] = tuple(rule for rules, _ in TABLE for rule in rules)
VIOLATIONS: Mapping[str, Rule[Case]] = {rule.code: rule for rule in RULES}
"""The rules by the code of their violations."""


def rules_for(case: Case) -> list[Rule[Case]]:
    """The rules in order, without those that cannot apply to the case."""
    scopes = case.scopes
    return [rule for rules, scope in TABLE if scope in scopes for rule in rules]
