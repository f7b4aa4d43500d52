"""Cards in the piles of players: the checklist for registering a pool, and the pool's rest."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import formats
from cards import Card, Catalogue
from formats import Booster, Companion
from formats.products import Bound
from validator.case import Case
from validator.decks import OUTSIDE, count_titles
from validator.limited.products import Product, openable, passes
from validator.model import SIDEBOARD

if TYPE_CHECKING:
    from validator import documents


COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
GROUPS = (*COLORS.values(), "multicolor", "colorless", "land")
"""The piles players sort cards into, in order."""
RARITIES = "CURMSL"
"""Rarity letters, most frequent first."""
_NO_MANA_VALUE = float("inf")


def group(card: Card) -> str:
    """The pile of a card; lands (by front face) and colorless cards come last."""
    if "Land" in card.types:
        return "land"
    colors = card.colors or ""
    if len(colors) > 1:
        return "multicolor"
    return COLORS.get(colors, "colorless")


def by_mana_value(card: Card) -> tuple[int, float, str]:
    """Sort key: color, then mana value (unknown last), then title."""
    value = _NO_MANA_VALUE if card.mana_value is None else card.mana_value
    return (GROUPS.index(group(card)), value, card.title)


def by_rarity(card: Card, rarity: str) -> tuple[int, int, str]:
    """Sort key: color, then rarity, then title."""
    return (GROUPS.index(group(card)), RARITIES.index(rarity), card.title)


class Row(NamedTuple):
    """A card to count, with its rarity letter."""

    card: Card
    rarity: str


class Part(NamedTuple):
    """The cards of one set: a set opened, or a companion set in its boosters."""

    set_code: str
    companion: Companion | None
    rows: tuple[Row, ...]


def checklist(product: Product, day: datetime.date, facts: Catalogue) -> list[Part]:
    """The possible cards of a pool, first of the opened sets, then of their companion sets.

    Each part is sorted by color, rarity and title; a title is listed once, in the first part
    that has it. The five free basic lands are left out.
    """
    listed: set[str] = set()
    parts = [_part(code, code, None, facts, listed) for code in product.sets]
    inserts = [insert for code in product.sets for insert in openable(code, product, day)]
    parts += [_part(insert.set_code, insert.companion, insert, facts, listed) for insert in inserts]
    return [part for part in parts if part.rows or part.companion is None]


class Expected(NamedTuple):
    """The minimum and maximum number of cards in a product."""

    fewest: int
    most: int
    is_sure: bool


def expected_counts(product: Product) -> dict[str, Expected]:
    """The contents of a product: `cards` without basic lands, then by class of rarity.

    Promotional cards may be of any rarity. Empty if the contents of a pack are unknown.
    """
    rows = [(packs.number, packs.facts) for packs in product.packs if packs.facts]
    if not rows or len(rows) < len(product.packs):
        return {}
    is_sure = all("all" in pack.sure for _, pack in rows)
    counts = {}
    for kind in ("cards", "common", "uncommon", "rare_mythic"):
        bounds = [(number, _bound(pack, kind)) for number, pack in rows]
        fewest = sum(number * bound.fewest for number, bound in bounds)
        most = sum(number * bound.most for number, bound in bounds)
        sure = product.promos if kind == "cards" else 0
        counts[kind] = Expected(fewest + sure, most + product.promos, is_sure)
    return counts


def _bound(pack: Booster, kind: str) -> Bound:
    """The cards of a class in a pack; `cards` are all but basic lands."""
    if kind != "cards":
        return pack.bounds[kind]
    lands = pack.bounds["basic_land"]
    return Bound(pack.cards - lands.most, pack.cards - lands.fewest)


def _part(
    opened: str, set_code: str, companion: Companion | None, facts: Catalogue, listed: set[str]
) -> Part:
    """The cards of a set in the boosters of `opened`, which may be the set itself."""
    titles = formats.booster_titles(opened, set_code)
    rows = [
        row for row in _rows(facts.cards_of(set_code), set_code) if row.card.title not in listed
    ]
    if titles is not None:
        rows = [row for row in rows if row.card.title in titles]
    if companion:
        rows = [row for row in rows if passes(row.card, companion)]
    listed.update(row.card.title for row in rows)
    return Part(set_code, companion, tuple(sorted(rows, key=lambda row: by_rarity(*row))))


def _rows(cards: Iterable[Card], set_code: str) -> Iterator[Row]:
    # The five basic lands are added freely to a pool (MTR 7.2), so they are not registered.
    free = formats.load("sealed").always_legal
    for card in cards:
        if card.title not in free:
            rarity = next(letter for code, letter in card.printings if code == set_code)
            yield Row(card, rarity)


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
