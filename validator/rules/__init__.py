"""The rules: one table, in the order in which their violations are reported.

To add a rule: its definition and function in the module named after what it checks, and its name
here. The codes, their sentences and explanations are read from this table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from validator.case import Case
from validator.rules.copies import COMBINED_COPIES, DECK_COPIES, RESTRICTED_COPIES, SHARED_CARD
from validator.rules.legality import BANNED_CARD, FORMAT_INACTIVE, NOT_LEGAL
from validator.rules.lists import AMBIGUOUS_CARD, UNKNOWN_CARD, UNREADABLE_LINE, Lists, has_faults
from validator.rules.pool import POOL_EXCEEDED, POOL_PRODUCT, POOL_UNASSIGNED
from validator.rules.rule import Rule
from validator.rules.sizes import (
    DECK_COUNT,
    MAIN_TOO_SMALL,
    SIDEBOARD_NOT_ALLOWED,
    SIDEBOARD_TOO_LARGE,
)

SIZE_RULES = (DECK_COUNT, MAIN_TOO_SMALL, SIDEBOARD_NOT_ALLOWED, SIDEBOARD_TOO_LARGE)
COPY_RULES = (COMBINED_COPIES, DECK_COPIES, SHARED_CARD, RESTRICTED_COPIES)
"""The rules that a policy changes."""
LEGALITY_RULES = (BANNED_CARD, NOT_LEGAL)
LIST_RULES: tuple[Rule[Lists], ...] = (UNKNOWN_CARD, AMBIGUOUS_CARD, UNREADABLE_LINE)
"""The rules that need no event: faults of reading alone."""
POOL_RULES = (POOL_EXCEEDED, POOL_UNASSIGNED, POOL_PRODUCT)

TABLE: tuple[tuple[tuple[Rule[Case], ...], Callable[[Case], bool] | None], ...] = (
    (SIZE_RULES, None),
    (COPY_RULES, lambda case: case.may_break_limits),
    (LEGALITY_RULES, lambda case: any(group.standings for group in case.groups)),
    (LIST_RULES, has_faults),
    (POOL_RULES, lambda case: case.is_pool_bound),
    ((FORMAT_INACTIVE,), None),
)
"""The rules in order, each group with the cases in which alone it may find something."""

RULES: tuple[Rule[Case], ...] = tuple(rule for rules, _ in TABLE for rule in rules)
VIOLATIONS: Mapping[str, Rule[Case]] = {rule.code: rule for rule in RULES}
"""The rules by the code of their violations."""


def rules_for(case: Case) -> Iterator[Rule[Case]]:
    """The rules in order, without those that surely find nothing in the case."""
    for rules, may_find in TABLE:
        if may_find is None or may_find(case):
            yield from rules
