"""Cases of sizes: main decks, sideboards, the decks of a team."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tools.conformance.cases import Case, Document, Group, deck, team, verdict
from tools.conformance.facts import ROLES

DAY = "2024-10-01"
FORMATS = ("standard", "pioneer", "modern", "legacy", "vintage", "pauper")
MTR = "Magic Tournament Rules"
BASIC = ROLES["basic"]


def sizes() -> Iterator[Group]:
    """Main decks and sideboards, from one card too few to one too many."""
    yield Group(
        "main",
        "A constructed main deck has at least sixty cards, and no upper limit.",
        f"{MTR} 6.1",
        "Decks of more than sixty cards refused; one head alone looked at.",
        _main_decks(FORMATS, 60, ((59,), (60,), (61,), (60, 60), (60, 59), (59, 61), (240, 60))),
    )
    yield Group(
        "limited",
        "A limited main deck has at least forty cards.",
        f"{MTR} 7.1",
        "Sixty cards asked of limited decks.",
        _main_decks(
            ("sealed", "booster-draft"), 40, ((39,), (40,), (41,), (40, 40), (40, 39), (39, 39))
        ),
    )
    sideboards = [
        Case(
            f"{format}-{count}",
            team(format, DAY, deck((60, BASIC), sideboard=[(count, BASIC)])),
            verdict(
                {"code": "sideboard-too-large", "count": count, "limit": 15} if count > 15 else None
            ),
        )
        for format in FORMATS
        for count in (0, 1, 15, 16)
    ]
    yield Group(
        "sideboard",
        "The sideboard of a single player holds up to fifteen cards.",
        f"{MTR} 6.1",
        "Exactly fifteen asked for, as before 2013.",
        sideboards,
    )
    heads = [
        Case(
            f"{format}-{first}-and-{second}",
            team(
                format,
                DAY,
                deck((60, BASIC), sideboard=[(first, BASIC)]),
                deck((60, BASIC), sideboard=[(second, BASIC)]),
            ),
            verdict(
                *(
                    {"code": "sideboard-not-allowed", "count": count, "limit": 0} if count else None
                    for count in (first, second)
                )
            ),
        )
        for format in FORMATS
        for first, second in ((0, 1), (15, 0), (15, 15))
    ]
    yield Group(
        "two-headed-giant-sideboard",
        "Two-Headed Giant Constructed is played without sideboards.",
        f"{MTR} 9.5",
        "Fifteen cards allowed to each head.",
        heads,
    )
    heads_of_a_team = [
        Case(
            f"{number}-decks",
            {**team("modern", DAY, *[deck((60, BASIC))] * number), "structure": "two-headed-giant"},
            verdict({"code": "deck-count", "count": number, "limit": 2} if number != 2 else None),
        )
        for number in (1, 2, 3)
    ]
    yield Group(
        "decks",
        "A Two-Headed Giant team has two decks.",
        "Comprehensive Rules 810.1",
        "A third deck left out in silence.",
        heads_of_a_team,
    )


def _main_decks(formats: Iterable[str], limit: int, sizes: Iterable[Sequence[int]]) -> list[Case]:
    return [
        Case(
            f"{format}-{'-and-'.join(map(str, counts))}",
            team(format, DAY, *(deck((count, BASIC)) for count in counts)),
            verdict(*(_too_small(count, limit) for count in counts)),
        )
        for format in formats
        for counts in sizes
    ]


def _too_small(count: int, limit: int) -> Document | None:
    return {"code": "main-too-small", "count": count, "limit": limit} if count < limit else None
