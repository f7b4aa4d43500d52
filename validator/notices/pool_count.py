"""Card counts of a pool by class, compared with the contents of the packs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from formats import Booster
from messages import plural
from validator.case import Case
from validator.decks import CardCopies
from validator.limited.products import Packs

NOUNS = {
    "common": plural("{number} common", "{number} commons"),
    "uncommon": plural("{number} uncommon", "{number} uncommons"),
    "rare_mythic": plural("{number} rare or mythic rare", "{number} rares and mythic rares"),
    "mythic": plural("{number} mythic rare", "{number} mythic rares"),
    "basic_land": plural("{number} basic land", "{number} basic lands"),
    "double_faced": plural("{number} double-faced card", "{number} double-faced cards"),
    "special": plural("{number} card of a companion set", "{number} cards of companion sets"),
}
"""Display names of the bounded classes."""
FOILS = plural("{number} card marked as a foil", "{number} cards marked as foils")
RARES = plural("{number} rare", "{number} rares")
"""Replaces `rare_mythic` if the packs hold no mythic rares."""


class Tally:
    """The cards of a pool that may come from some of the product's packs.

    `scope` is a set code, or None for the whole product. For a single set, cards that may come
    from other packs are not counted against a maximum.
    """

    def __init__(self, case: Case, packs: tuple[Packs, ...], scope: str | None = None) -> None:
        self.case = case
        self.packs = packs
        self.scope = scope

    @cached_property
    def counts(self) -> list[tuple[CardCopies, frozenset[tuple[str, ...]], bool]]:
        """Each title with its possible classes here, and whether it certainly comes from here."""
        counts = []
        for copies, origins in self.case.pool_origins:
            here = frozenset(
                origin.classes
                for origin in origins
                if self.scope is None or origin.set_code == self.scope
            )
            is_from_here = self.scope is None or {origin.set_code for origin in origins} == {
                self.scope
            }
            counts.append((copies, here, is_from_here and bool(origins)))
        return counts

    def certain(self, kind: str) -> list[CardCopies]:
        """The titles whose copies can only count as this class."""
        return [
            copies
            for copies, here, is_from_here in self.counts
            if is_from_here and len(here) == 1 and all(kind in classes for classes in here)
        ]

    def possible_copies(self, kind: str) -> int:
        """The number of copies that may count as this class."""
        return sum(
            copies.count
            for copies, here, _ in self.counts
            if any(kind in classes for classes in here)
        )

    def bound(self, of: Callable[[Booster], int | None]) -> int | None:
        """The bound for all packs together; None unless it is sure for every pack."""
        total = 0
        for packs in self.packs:
            bound = of(packs.facts) if packs.facts else None
            if bound is None:
                return None
            total += bound * packs.number
        return total

    def noun(self, kind: str) -> tuple[str, str]:
        """The display name of a class."""
        facts = [packs.facts for packs in self.packs if packs.facts]
        if kind == "rare_mythic" and all(fact.bounds["mythic"].most == 0 for fact in facts):
            return RARES
        return NOUNS[kind]


def is_counted(case: Case) -> bool:
    """Whether the pool can be compared with its packs: sealed, with a known product."""
    is_known = bool(case.product.packs) and not case.incomplete_sets
    return case.is_pool_bound and case.format.id == "sealed" and is_known
