"""The same product for every team: which teams of an event opened something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from validator.limited.products import Product

T = TypeVar("T")


class TeamProduct(NamedTuple):
    """What one team opened, and how many cards its pool has where that was counted."""

    team: str
    product: Product
    cards: int | None = None


class Difference(NamedTuple):
    """A team that has something else than most, and how many more (or fewer) of it."""

    row: TeamProduct
    packs: dict[str, int]
    """By key of the product; negative where the team has fewer."""
    cards: int
    """Cards of the pool more or fewer; 0 where the product is another or nothing was counted."""


class ProductComparison(NamedTuple):
    """What most teams of an event opened, and who did not."""

    product: dict[str, int]
    teams: int
    """The teams that opened it."""
    cards: int | None
    """The cards that most of their pools have; None where none was counted."""
    differences: tuple[Difference, ...]


def compare(rows: Sequence[TeamProduct]) -> ProductComparison:
    """The product of most teams, and the teams with another, in their order.

    Of products (or numbers of cards) that equally many have, the first that comes is the one
    compared with. ValueError without any team.
    """
    if not rows:
        raise ValueError("There is no team to compare.")
    contents = [tuple(row.product.contents.items()) for row in rows]
    usual = _most(contents)
    alike = [row for row, content in zip(rows, contents, strict=True) if content == usual]
    counted = [row.cards for row in alike if row.cards is not None]
    cards = _most(counted) if counted else None
    differences = []
    for row, content in zip(rows, contents, strict=True):
        packs = _less(dict(content), dict(usual))
        more = 0 if packs or row.cards is None or cards is None else row.cards - cards
        if packs or more:
            differences.append(Difference(row, packs, more))
    return ProductComparison(dict(usual), len(alike), cards, tuple(differences))


def _most(values: Iterable[T]) -> T:
    """The most frequent value, the first of several."""
    return Counter(values).most_common(1)[0][0]


def _less(some: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """The numbers of the first less those of the second, without what is equal."""
    keys = dict.fromkeys([*other, *some])
    less = {key: some.get(key, 0) - other.get(key, 0) for key in keys}
    return {key: number for key, number in less.items() if number}
