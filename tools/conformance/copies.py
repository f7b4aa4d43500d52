"""Cases of copies: in a deck, in the team by both readings, of restricted cards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import product

from tools.conformance.cases import (
    Case,
    Document,
    Group,
    deck,
    illegal,
    legal,
    slug,
    team,
    verdict,
)
from tools.conformance.facts import ANY_NUMBER, ROLES, announcements, cards, is_printed

DAY = "2024-10-01"
FAQ = "DCI Two-Headed Giant FAQ, 2005-09-05, Unified Deck Construction"
MTR = "Magic Tournament Rules"
SPELL, OTHER, BASIC = ROLES["spell"], ROLES["other_spell"], ROLES["basic"]
BASICS = deck((60, ROLES["other_basic"]))


def _filled(copies: int, title: str = SPELL) -> Document:
    return deck((copies, title), (60 - copies, BASIC))


def _heads(first: int, second: int, policy: str, day: str = DAY, other: str = SPELL) -> Document:
    """A team in Legacy, with copies of SPELL and of the other title."""
    return team("legacy", day, _filled(first), _filled(second, other), policy=policy)


def copies() -> Iterator[Group]:
    """The copies of a title in one deck."""
    yield Group(
        "four",
        "A deck and its sideboard hold at most four cards of one English title.",
        f"{MTR} 6.1",
        "Main deck and sideboard counted apart.",
        [
            Case(
                f"{main}-and-{side}-in-the-sideboard",
                team(
                    "modern",
                    DAY,
                    deck((main, SPELL), (60 - main, BASIC), sideboard=[(side, SPELL)]),
                ),
                verdict(_too_many("deck-copies", SPELL, main + side, 4)),
            )
            for main, side in product(range(6), range(4))
        ],
    )
    yield Group(
        "basic-lands",
        "Cards with the basic supertype may be there in any number.",
        f"{MTR} 6.1",
        "The five names alone excepted.",
        [
            Case(slug(title), team("legacy", DAY, deck((60, title))), legal())
            for title in sorted(BASIC_TITLES)
        ],
    )
    printed = [card for card in cards().values() if is_printed(card, date.fromisoformat(DAY))]
    yield Group(
        "own-limit",
        "A card whose text sets another limit keeps that.",
        "Comprehensive Rules 100.2a",
        "Such cards held to four copies, or to none.",
        [
            Case(f"{slug(card.title)}-30", team("vintage", DAY, _filled(30, card.title)), legal())
            for card in printed
            if card.own_limit == ANY_NUMBER
        ]
        + [
            Case(
                f"{slug(card.title)}-{count}",
                team("vintage", DAY, _filled(count, card.title)),
                verdict(_too_many("deck-copies", card.title, count, card.own_limit)),
            )
            for card in printed
            if isinstance(card.own_limit, int)
            for count in (card.own_limit, card.own_limit + 1)
        ],
    )
    faces = [ROLES[role] for role in ("split", "transforming", "modal", "adventure", "flip")]
    yield Group(
        "faces",
        "A card of two faces is one card, whichever face names it.",
        "Comprehensive Rules 201.2",
        "Faces counted as titles of their own.",
        [
            Case(
                f"{slug(title)}-{whole}-and-{front}-by-the-front",
                team("legacy", DAY, _by_faces(title, whole, front)),
                verdict(_too_many("deck-copies", title, whole + front, 4)),
            )
            for title in faces
            for whole, front in ((4, 0), (0, 4), (2, 2), (3, 2), (1, 4))
        ],
    )


def _by_faces(title: str, whole: int, front: int) -> Document:
    return deck((whole, title), (front, title.split(" // ")[0]), (60 - whole - front, BASIC))


BASIC_TITLES = frozenset(
    f"{prefix}{ROLES[role]}"
    for role in ("basic", "other_basic")
    for prefix in ("", "Snow-Covered ")
) | {ROLES["colorless_basic"]}


def unified() -> Iterator[Group]:
    """At most four of a title in the team's combined decks."""
    yield Group(
        "four-in-the-team",
        "The team's combined decks hold at most four cards of one English title.",
        FAQ,
        "Each deck allowed four copies.",
        [
            Case(
                f"{first}-and-{second}",
                _heads(first, second, "combined-four"),
                verdict(_too_many("combined-copies", SPELL, first + second, 4)),
            )
            for first, second in product(range(6), range(6))
        ],
    )
    yield Group(
        "basic-lands",
        "Basic lands are excepted from the combined limit.",
        FAQ,
        "Snow-covered basic lands and Wastes held to four.",
        [
            Case(
                slug(title),
                team("legacy", DAY, deck((60, title)), deck((60, title)), policy="combined-four"),
                legal(),
            )
            for title in sorted(BASIC_TITLES)
        ],
    )
    yield Group(
        "titles",
        "Two titles are counted each by itself.",
        FAQ,
        "Cards of one deck added up whatever their titles.",
        [
            Case(
                f"{first}-and-{second}",
                _heads(first, second, "combined-four", other=OTHER),
                verdict(
                    _too_many("combined-copies", SPELL, first, 4),
                    _too_many("combined-copies", OTHER, second, 4),
                ),
            )
            for first, second in product((1, 4, 5), (1, 4, 5))
        ],
    )


def no_title_twice() -> Iterator[Group]:
    """The tournament rules of the day: no title in two decks, since 2016."""
    yield Group(
        "no-title-twice",
        "No card but a basic land is in two decks of the team.",
        f"{MTR} 8.4, since 2016-07-22",
        "Four copies shared between the heads.",
        [
            Case(
                f"{first}-and-{second}",
                _heads(first, second, "tournament"),
                verdict(
                    {"code": "shared-card", "card": SPELL} if first and second else None,
                    *(_too_many("deck-copies", SPELL, count, 4) for count in (first, second)),
                ),
            )
            for first, second in product(range(6), range(6))
        ],
    )
    yield Group(
        "by-day",
        "The tournament rules counted the combined decks until 2016-07-22.",
        f"{MTR} 8.4 by date",
        "Today's rule applied to old events.",
        [
            Case(
                f"{day}-{first}-and-{second}",
                _heads(first, second, "tournament", day),
                illegal({"code": "shared-card", "card": SPELL})
                if day >= "2016-07-22"
                else verdict(_too_many("combined-copies", SPELL, first + second, 4)),
            )
            for day in ("2010-05-01", "2016-07-21", "2016-07-22", "2020-01-01")
            for first, second in ((2, 2), (1, 3), (4, 1))
        ],
    )


def restricted() -> Iterator[Group]:
    """One copy of a restricted card in the whole team."""
    titles = sorted(_restricted("vintage", DAY))
    yield Group(
        "one-in-the-team",
        "A restricted card may be there once in the whole team.",
        FAQ,
        "One copy allowed to each head.",
        [
            Case(
                slug(title),
                team("vintage", DAY, _filled(1, title), _filled(1, title), policy="combined-four"),
                illegal({"code": "restricted-copies", "card": title, "count": 2, "limit": 1}),
            )
            for title in titles
        ],
    )
    yield Group(
        "once",
        "One copy of a restricted card is allowed.",
        f"{MTR} 6.2",
        "Restricted cards taken for banned ones.",
        [
            Case(slug(title), team("vintage", DAY, _filled(1, title), BASICS), legal())
            for title in titles[::2]
        ],
    )


def _restricted(format: str, day: str) -> set[str]:
    titles: set[str] = set()
    for block in announcements(format):
        if block["effective"].isoformat() <= day:
            titles |= {*block.get("restricted", ())}
            titles -= {*block.get("banned", ()), *block.get("legal", ())}
    return titles


def _too_many(code: str, title: str, count: int, limit: int) -> Document | None:
    if count <= limit:
        return None
    return {"code": code, "card": title, "count": count, "limit": limit}
