"""What the cards of a pool count as, held against what the packs opened have of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from formats import Booster
from messages import plural
from validator.case import Case
from validator.decks import Held
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
"""What a bound counts, in words."""
FOILS = plural("{number} card marked as a foil", "{number} cards marked as foils")
RARES = plural("{number} rare", "{number} rares")
"""The word for `rare_mythic` where the packs hold no mythic rares."""


@dataclass
class Tally:
    """The pool's cards that may come from some of the product's packs.

    `scope` names the set whose packs they are, or is None for the whole product. Cards that may
    come from other packs as well count for no maximum of a single set.
    """

    case: Case
    packs: tuple[Packs, ...]
    scope: str | None = None

    @cached_property
    def counts(self) -> list[tuple[Held, frozenset[tuple[str, ...]], bool]]:
        """Each title with what it may count as here, and whether it surely comes from here."""
        counts = []
        for held, origins in self.case.pool_origins:
            here = frozenset(
                origin.classes
                for origin in origins
                if self.scope is None or origin.set_code == self.scope
            )
            is_from_here = self.scope is None or {origin.set_code for origin in origins} == {
                self.scope
            }
            counts.append((held, here, is_from_here and bool(origins)))
        return counts

    def surely(self, kind: str) -> list[Held]:
        """The titles whose copies count as this and as nothing else."""
        return [
            held
            for held, here, is_from_here in self.counts
            if is_from_here and len(here) == 1 and all(kind in classes for classes in here)
        ]

    def perhaps(self, kind: str) -> int:
        """The copies that may count as this."""
        return sum(
            held.count for held, here, _ in self.counts if any(kind in classes for classes in here)
        )

    def bound(self, of: Callable[[Booster], int | None]) -> int | None:
        """A bound of all packs together; None unless each has one that is sure."""
        total = 0
        for packs in self.packs:
            bound = of(packs.facts) if packs.facts else None
            if bound is None:
                return None
            total += bound * packs.number
        return total

    def noun(self, kind: str) -> tuple[str, str]:
        """What a bound counts, in words."""
        facts = [packs.facts for packs in self.packs if packs.facts]
        if kind == "rare_mythic" and all(fact.bounds["mythic"].most == 0 for fact in facts):
            return RARES
        return NOUNS[kind]


def is_counted(case: Case) -> bool:
    """Whether the pool can be held against what its packs hold: in sealed, with a product."""
    return case.is_pool_bound and case.format.id == "sealed" and bool(case.product.packs)
