"""The rules, in the order in which their violations are reported.

A rule takes the case and yields violations. To add one: a function in a module named after
what it checks, its line here, and its code in `validator.codes` and words in `validator.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from validator.case import Case
from validator.rules.copies import (
    combined_copies,
    deck_copies,
    restricted_copies,
    shared_card,
)
from validator.rules.legality import banned_card, format_inactive, not_legal
from validator.rules.lists import LIST_RULES, decks_and_pool
from validator.rules.pool import pool_exceeded, pool_product, pool_unassigned
from validator.rules.sizes import (
    deck_count,
    main_too_small,
    sideboard_not_allowed,
    sideboard_too_large,
)
from validator.violation import Violation

Rule = Callable[[Case], Iterator[Violation]]

COPY_RULES: tuple[Rule, ...] = (combined_copies, deck_copies, shared_card, restricted_copies)
"""The rules that a policy changes."""

SIZE_RULES: tuple[Rule, ...] = (
    deck_count,
    main_too_small,
    sideboard_not_allowed,
    sideboard_too_large,
)
STANDING_RULES: tuple[Rule, ...] = (banned_card, not_legal)
POOL_RULES: tuple[Rule, ...] = (pool_exceeded, pool_unassigned, pool_product)

RULES: tuple[Rule, ...] = (
    *SIZE_RULES,
    *COPY_RULES,
    *STANDING_RULES,
    *LIST_RULES,
    *POOL_RULES,
    format_inactive,
)


def rules_for(case: Case) -> Iterator[Rule]:
    """The same in the same order, without those that surely find nothing in the case."""
    yield from SIZE_RULES
    if case.may_break_limits:
        yield from COPY_RULES
    if any(group.standings for group in case.groups):
        yield from STANDING_RULES
    if any(deck.unresolved or deck.decklist.unreadable for deck in decks_and_pool(case)):
        yield from LIST_RULES
    if case.is_pool_bound:
        yield from POOL_RULES
    yield format_inactive
