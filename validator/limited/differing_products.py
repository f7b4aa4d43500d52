"""Compares the products opened by the teams of an event, which should all be the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from validator.limited.products import Product

T = TypeVar("T")


class TeamProduct(NamedTuple):
    """The product opened by one team, and the size of its pool if counted."""

    team: str
    product: Product
    cards: int | None = None


class Difference(NamedTuple):
    """A team whose product differs from the majority's, and by how much."""

    row: TeamProduct
    packs: dict[str, int]
    """By product key; negative if the team has fewer."""
    cards: int
    """Cards more or fewer in the pool; 0 if the product differs or nothing was counted."""


class ProductComparison(NamedTuple):
    """The product of most teams of an event, and the teams that differ."""

    product: dict[str, int]
    teams: int
    """The number of teams that opened it."""
    cards: int | None
    """The pool size of most of them; None if none was counted."""
    differences: tuple[Difference, ...]


def compare(rows: Sequence[TeamProduct]) -> ProductComparison:
    """Compare each team's product with that of most teams, in input order.

    On ties the first product (or number of cards) counts as the majority's. ValueError without
    any team.
    """
    if not rows:
        raise ValueError("There is no team to compare.")
    contents = [tuple(row.product.contents.items()) for row in rows]
    usual = _most_frequent(contents)
    alike = [row for row, content in zip(rows, contents, strict=True) if content == usual]
    counted = [row.cards for row in alike if row.cards is not None]
    cards = _most_frequent(counted) if counted else None
    differences = []
    for row, content in zip(rows, contents, strict=True):
        packs = _differences(dict(content), dict(usual))
        more = 0 if packs or row.cards is None or cards is None else row.cards - cards
        if packs or more:
            differences.append(Difference(row, packs, more))
    return ProductComparison(dict(usual), len(alike), cards, tuple(differences))


def _most_frequent(values: Iterable[T]) -> T:
    """The most frequent value; the first on ties."""
    return Counter(values).most_common(1)[0][0]


def _differences(some: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """The first numbers minus the second, without those that are equal."""
    keys = dict.fromkeys([*other, *some])
    differences = {key: some.get(key, 0) - other.get(key, 0) for key in keys}
    return {key: number for key, number in differences.items() if number}
