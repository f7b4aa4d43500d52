"""Cases of card pools: a team plays with what it opened."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tools.conformance.cases import Case, Document, Group, deck, slug, team, verdict
from tools.conformance.facts import ROLES

DAY = "2024-10-01"
OPENED, ALSO, UNOPENED = ROLES["opened"], ROLES["also_opened"], ROLES["unopened"]
FAQ = "DCI Two-Headed Giant FAQ, 2005-09-05"


def _deck(title: str, copies: int) -> Document:
    return deck((copies, title), (40 - copies, ROLES["basic"]))


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
                team(
                    "sealed",
                    DAY,
                    _deck(OPENED, first),
                    _deck(OPENED, second),
                    pool={"main": [{"name": OPENED, "count": opened}]},
                ),
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
                f"{slug(title)}",
                team(
                    "sealed",
                    DAY,
                    _deck(title, 1),
                    _deck(OPENED, 1),
                    pool={"main": [{"name": OPENED, "count": 1}]},
                ),
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
                team(
                    "sealed",
                    DAY,
                    _deck(title, count),
                    _deck(OPENED, 1),
                    pool={"main": [{"name": OPENED, "count": 1}]},
                ),
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
            Case(
                f"{count}",
                team(
                    "sealed",
                    DAY,
                    _deck(OPENED, count),
                    deck((40, ROLES["basic"])),
                    pool={"main": [{"name": OPENED, "count": count}]},
                ),
                verdict(None),
            )
            for count in (4, 5, 9)
        ],
    )


def _exceeded(title: str, count: int, limit: int) -> Document | None:
    if count <= limit:
        return None
    return {"code": "pool-exceeded", "card": title, "count": count, "limit": limit}
