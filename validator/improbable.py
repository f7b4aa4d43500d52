"""Pools that cannot come from their product, by what its boosters hold for sure.

Only a bound that is marked sure speaks against a pool; an unlikely pool is not accused. A card
that may count as several things counts for no maximum and for every minimum, and so does a card
whose origin is not known. Drafted cards come from the boosters of the whole table, so that the
bounds say nothing of one team's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from formats import Booster
from validator.case import Case, Held
from validator.model import Notice
from validator.products import PROMO, WORDS, Packs, Product
from validator.violation import counted, listed

NOUNS = {
    "common": ("common", "commons"),
    "uncommon": ("uncommon", "uncommons"),
    "rare_mythic": ("rare or mythic rare", "rares and mythic rares"),
    "mythic": ("mythic rare", "mythic rares"),
    "basic_land": ("basic land", "basic lands"),
    "double_faced": ("double-faced card", "double-faced cards"),
    "special": ("card of a companion set", "cards of companion sets"),
}
"""What a bound counts, in words."""
FOILS = ("card marked as a foil", "cards marked as foils")
RARES = ("rare", "rares")
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
        found = []
        for held, origins in self.case.pool_origins:
            here = frozenset(
                origin.classes
                for origin in origins
                if self.scope is None or origin.set_code == self.scope
            )
            is_from_here = self.scope is None or {one.set_code for one in origins} == {self.scope}
            found.append((held, here, is_from_here and bool(origins)))
        return found

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
            one = of(packs.facts) if packs.facts else None
            if one is None:
                return None
            total += one * packs.number
        return total

    def noun(self, kind: str) -> tuple[str, str]:
        """What a bound counts, in words."""
        facts = [packs.facts for packs in self.packs if packs.facts]
        if kind == "rare_mythic" and all(one.bounds["mythic"].most == 0 for one in facts):
            return RARES
        return NOUNS[kind]


def pool_improbable(case: Case) -> Iterator[Notice]:
    """Bounds that the pool breaks: over the whole product first, then over each of its sets."""
    product = case.product
    if not _is_counted(case):
        return
    whole = Tally(case, product.packs)
    yield from _too_many_cards(whole, product)
    yield from _too_many_foils(whole, product)
    broken: set[str] = set()
    for tally in (whole, *_single_sets(case)):
        for kind in NOUNS:
            if kind in broken or (kind == "mythic" and "rare_mythic" in broken):
                continue
            fault = _above(tally, kind, product.promos) or _below(tally, kind)
            if fault:
                broken.add(kind)
                yield fault


def pool_incomplete(case: Case) -> Iterator[Notice]:
    """Fewer cards than the product holds for sure: the list is not the whole pool."""
    if not _is_counted(case):
        return
    whole = Tally(case, case.product.packs)
    size, lands = _size(whole), whole.bound(lambda pack: pack.most("basic_land"))
    if size is None or lands is None:
        return
    least = size - lands
    if case.pool_size < least:
        yield Notice(
            "pool-incomplete",
            "info",
            f"The pool lists {counted(case.pool_size, 'card', 'cards')} besides the five basic"
            f" lands, the product ({case.product.words}) holds at least {least} of them. What is"
            " not listed could not be checked.",
        )


def product_unknown(case: Case) -> Iterator[Notice]:
    """Packs of which nothing is known, or nothing for sure."""
    if not _is_counted(case):
        return
    for packs in case.product.packs:
        known = packs.facts
        if known is None:
            said = f"What {packs.holding} is not known here"
        elif not known.sure:
            said = f"What {packs.holding} is known, but no bound of it is sure"
        else:
            continue
        yield Notice(
            "product-unknown",
            "info",
            f"{said}, so the numbers of cards in the pool were not held against it.",
        )


def _is_counted(case: Case) -> bool:
    return case.is_pool_bound and case.format.id == "sealed" and bool(case.product.packs)


def _single_sets(case: Case) -> Iterator[Tally]:
    sets = case.product.sets
    for code in sets if len(sets) > 1 else ():
        packs = tuple(packs for packs in case.product.packs if packs.set_code == code)
        yield Tally(case, packs, code)


def _size(whole: Tally) -> int | None:
    """The cards of the product, where that is sure."""
    packs = whole.bound(lambda pack: pack.sure_size)
    return None if packs is None else packs + whole.case.product.promos


def _too_many_cards(whole: Tally, product: Product) -> Iterator[Notice]:
    size = _size(whole)
    held = sum(held.count for held, _, comes_from_here in whole.counts if comes_from_here)
    if size is not None and held > size:
        yield _notice(
            f"The pool has {held} cards besides the five basic lands",
            _arithmetic(whole.packs, lambda pack: pack.cards, "", product.promos),
        )


def _too_many_foils(whole: Tally, product: Product) -> Iterator[Notice]:
    """Foils, where the pool marks some; one that marks none says nothing of them."""
    limit = whole.bound(lambda pack: pack.most("foil"))
    marked = [
        (held.card.title, sum(line.copies for _, line in held.lines if line.foil))
        for held, _, comes_from_here in whole.counts
        if comes_from_here
    ]
    count = sum(copies for _, copies in marked)
    if limit is not None and count > limit + product.promos:
        yield _notice(
            f"The pool has {counted(count, *FOILS)}",
            _arithmetic(
                whole.packs, lambda pack: pack.bounds["foil"].most, "at most ", product.promos
            ),
            tuple(title for title, copies in marked if copies),
        )


def _above(tally: Tally, kind: str, promos: int) -> Notice | None:
    limit = tally.bound(lambda pack: pack.most(kind))
    if limit is None:
        return None
    held = tally.surely(kind)
    count = sum(one.count for one in held)
    if count <= limit + promos:
        return None
    return _notice(
        f"The pool has {counted(count, *tally.noun(kind))}{_of_set(tally)}",
        _arithmetic(tally.packs, lambda pack: pack.bounds[kind].most, "at most ", promos),
        tuple(one.card.title for one in held),
    )


def _below(tally: Tally, kind: str) -> Notice | None:
    least = tally.bound(lambda pack: pack.fewest(kind))
    if not least:
        return None
    missing = _not_listed(tally.case, kind)
    if missing is None:
        return None
    count = tally.perhaps(kind) + missing
    if count >= least:
        return None
    return _notice(
        f"The pool has at most {counted(count, *tally.noun(kind))}{_of_set(tally)}",
        _arithmetic(tally.packs, lambda pack: pack.bounds[kind].fewest, "at least ", 0),
    )


def _not_listed(case: Case, kind: str) -> int | None:
    """The most cards of a kind that may have been opened and are not listed, or are not known.

    Pools are often listed without the basic lands that were in the boosters. None where nothing
    can be said.
    """
    whole = Tally(case, case.product.packs)
    size = _size(whole)
    if size is None or case.pool_size > size:
        return None
    unknown = case.pool_size - sum(held.count for held, _, is_known in whole.counts if is_known)
    lands_max = whole.bound(lambda pack: pack.most("basic_land"))
    is_whole = case.pool_size + case.free_lands == size and (
        lands_max is None or case.free_lands <= lands_max
    )
    if kind == "basic_land":
        return unknown + case.free_lands if is_whole else None
    if is_whole:
        return unknown
    lands = whole.bound(lambda pack: pack.fewest("basic_land")) or 0
    if whole.perhaps("basic_land"):
        lands = 0  # those that are listed may be the ones that were promised
    return unknown + max(0, size - case.pool_size - lands)


def _arithmetic(packs: Iterable[Packs], of: Callable[[Booster], int], how: str, promos: int) -> str:
    """`4 boosters of DOM hold at most 2 each: 8`, or sums over several kinds of packs."""
    known = [(one, of(one.facts)) for one in packs if one.facts]
    totals = [one.number * each for one, each in known]
    parts = [f"{one.holding} {how}{each}{' each' if one.number > 1 else ''}" for one, each in known]
    if promos:
        parts.append(f"there are {counted(promos, *WORDS[PROMO])} besides")
        totals.append(promos)
    total = str(sum(totals))
    if len(totals) > 1:
        total = f"{' + '.join(map(str, totals))} = {total}"
    return f"{listed(parts)}: {total}"


def _of_set(tally: Tally) -> str:
    return f" that come from {tally.scope} alone" if tally.scope else ""


def _notice(found: str, arithmetic: str, cards: tuple[str, ...] = ()) -> Notice:
    message = f"{found}, but {arithmetic}. Misprinted packs aside, such a pool cannot be opened."
    return Notice("pool-improbable", "warning", message, cards=cards)
