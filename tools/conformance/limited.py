"""Cases of card pools: a team plays with what it opened."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tools.conformance.cases import Case, Document, Group, deck, slug, team, verdict
from tools.conformance.facts import ROLES, cards

DAY = "2024-10-01"
OPENED, ALSO, UNOPENED = ROLES["opened"], ROLES["also_opened"], ROLES["unopened"]
FAQ = "DCI Two-Headed Giant FAQ, 2005-09-05"


Cards = tuple[int, str]
"""Copies and a title."""


def _team(first: Cards, second: Cards, pool: Cards, **more: object) -> Document:
    """A team whose decks hold these cards among basic lands, with a pool of one title."""
    decks = (deck(cards, (40 - cards[0], ROLES["basic"])) for cards in (first, second))
    opened = {"main": [{"name": pool[1], "count": pool[0]}]}
    return team("sealed", DAY, *decks, pool=opened, **more)


def pools() -> Iterator[Group]:
    """A pool split between the heads."""
    yield Group(
        "split",
        "The team's decks together use no more copies than the pool has.",
        FAQ,
        "Each deck held against the whole pool.",
        [
            Case(
                f"{first}-and-{second}-of-{opened}",
                _team((first, OPENED), (second, OPENED), (opened, OPENED)),
                verdict(_exceeded(OPENED, first + second, opened)),
            )
            for opened in (1, 2, 5)
            for first, second in product((0, 1, 2, 5), (0, 1, 2, 5))
            if first + second
        ],
    )
    yield Group(
        "from-nowhere",
        "A card that was not opened may not be played.",
        FAQ,
        "Cards outside the pool ignored.",
        [
            Case(
                slug(title),
                _team((1, title), (1, OPENED), (1, OPENED)),
                verdict(_exceeded(title, 1, 0)),
            )
            for title in (ALSO, UNOPENED)
        ],
    )
    yield Group(
        "basic-lands",
        "The five basic lands may be added freely, others come from the pool.",
        "Magic Tournament Rules 7.2",
        "Snow-covered basic lands added freely.",
        [
            Case(
                f"{slug(title)}-{count}",
                _team((count, title), (1, OPENED), (1, OPENED)),
                verdict(None if free else _exceeded(title, count, 0)),
            )
            for title, free in (
                (ROLES["other_basic"], True),
                (ROLES["snow_basic"], False),
                (ROLES["colorless_basic"], False),
            )
            for count in (1, 17)
        ],
    )
    yield Group(
        "any-number",
        "In Limited a deck holds any number of copies of a card that was opened.",
        "Magic Tournament Rules 7.1",
        "The limit of four applied to sealed decks.",
        [
            Case(f"{count}", _team((count, OPENED), (0, OPENED), (count, OPENED)), verdict(None))
            for count in (4, 5, 9)
        ],
    )


def products() -> Iterator[Group]:
    """A pool of named boosters holds cards of their sets."""
    yield Group(
        "set",
        "A card that was opened comes from a set of the boosters.",
        "Magic Tournament Rules 7.2",
        "Pools not held against what was opened.",
        [
            Case(
                f"{code.lower()}-{slug(title)}",
                _team((1, title), (0, title), (1, title), product={code: 8}),
                verdict(None if is_in else {"code": "pool-product", "card": title}),
            )
            for code in SETS
            for title, is_in in _in_and_out(code)
        ],
    )


SETS = ("10E", "M10", "ZEN", "ISD", "RTR", "KTK", "DOM", "GRN")
"""Sets whose boosters hold cards of no other."""


def _in_and_out(code: str) -> Iterator[tuple[str, bool]]:
    """The first creature of the set, and those of two others that it does not have."""
    creatures = [card for card in cards().values() if "Creature" in card.types]
    yield next(card.title for card in creatures if code in card.sets), True
    others = [other for other in SETS if other != code]
    for other in (others[0], others[-1]):
        yield (
            next(card.title for card in creatures if other in card.sets and code not in card.sets),
            False,
        )


def _exceeded(title: str, count: int, limit: int) -> Document | None:
    if count <= limit:
        return None
    return {"code": "pool-exceeded", "card": title, "count": count, "limit": limit}
