"""The rules, in the order in which their violations are reported.

A rule takes the case and yields violations. To add one: a function in a module named after
what it checks, its line here, and its code in `validator.codes` and words in `validator.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from validator.case import Case
from validator.rules.copies import combined_copies, deck_copies, restricted_copies, shared_card
from validator.rules.legality import banned_card, format_inactive, not_legal
from validator.rules.lists import ambiguous_card, unknown_card, unreadable_line
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

RULES: tuple[Rule, ...] = (
    deck_count,
    main_too_small,
    sideboard_not_allowed,
    sideboard_too_large,
    *COPY_RULES,
    banned_card,
    not_legal,
    unknown_card,
    ambiguous_card,
    unreadable_line,
    pool_exceeded,
    pool_unassigned,
    pool_product,
    format_inactive,
)
