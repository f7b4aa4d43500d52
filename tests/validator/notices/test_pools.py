"""Pools against what boosters hold for sure: the impossible is told, the unlikely is not."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import formats
from cards import catalogue
from headjudge.decklists import read
from tests.fact_files import SETS_WITH_BOOSTERS
from validator import Event, Notice, validate
from validator.limited.products import DOUBLE_FACED
from validator.model import Decklist, Line

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

LETTERS = {"common": "C", "uncommon": "U", "rare_mythic": "RM", "mythic": "M"}


@cache
def titles(set_code: str, kind: str, *, double_faced: bool = False) -> list[str]:
    """Titles that only one set of those opened has, of one rarity; no lands."""
    return [
        card.title
        for card in catalogue().cards_of(set_code)
        if {letter for code, letter in card.printings if code == set_code} <= set(LETTERS[kind])
        and not card.is_basic
        and "Land" not in card.types
        and (card.layout in DOUBLE_FACED) == double_faced
    ]


def pool_of(set_code: str, **counts: int) -> list[str]:
    """Lines of a pool with so many cards of each class, all of different titles."""
    return [
        f"1 {title}"
        for kind, count in counts.items()
        for title in (titles(set_code, kind) * 9)[:count]
    ]


def improbable(ask: Ask, pool: list[str], product: dict[str, int], **asked: Any) -> list[Notice]:
    report = ask(asked.pop("format_id", "sealed"), [], pool=pool, product=product, **asked)
    return [notice for notice in report.notices if notice.code == "pool-improbable"]


RARES = pool_of("DOM", rare_mythic=11)
SHIFTED = [f"1 {card.title}" for card in catalogue().cards_of("TSB")]
BACKS = titles("ISD", "common", double_faced=True)
DOMINARIA = pool_of("DOM", common=10, uncommon=4, rare_mythic=1)
SEVEN_RARES = pool_of("DOM", common=79, uncommon=26, rare_mythic=7)
"""Of eight boosters: 120 cards, at least 8 basic lands and 8 rares."""
MIX = {"RTR": 3, "GTC": 3, "DGM": 2}
TOO_FEW = "at most 7 rares and mythic rares, but 8 boosters of DOM hold at least 1 each: 8."


@pytest.mark.parametrize(
    ("product", "pool", "said"),
    [
        *(
            ({code: 4}, pool_of(code, **{kind: 4 * most + more}), said)
            for code, kind, most in (
                ("DOM", "rare_mythic", 2), ("DOM", "mythic", 2), ("DOM", "common", 10),
                ("DOM", "uncommon", 4), ("RAV", "rare_mythic", 2), ("MKM", "rare_mythic", 3),
                ("2XM", "rare_mythic", 4),
            )
            for more, said in ((0, None), (1, f"hold at most {most} each: {4 * most}."))
        ),
        ({"DOM": 4}, RARES[:9], "The pool has 9 rares and mythic rares, but 4 boosters of DOM"),
        ({"RAV": 1}, pool_of("RAV", rare_mythic=3),
         "The pool has 3 rares, but 1 booster of RAV holds at most 2: 2."),
        ({"DOM": 4}, pool_of("DOM", mythic=9), "mythic rares"),
        ({"DOM": 4}, [f"8 {RARES[0][2:]}"], None),
        ({"DOM": 4}, [f"9 {RARES[0][2:]}"], "9 rares"),
        ({"DOM": 4, "promo": 2}, RARES[:10], None),
        ({"DOM": 4, "promo": 2}, RARES, "there are 2 promotional cards besides: 8 + 2 = 10."),
        ({"DOM": 1}, [*DOMINARIA, "40 Island"], None),
        ({"DOM": 1}, [*DOMINARIA, RARES[3]],
         "16 cards besides the five basic lands, but 1 booster of DOM holds 15: 15"),
        ({"DOM": 4}, ["99 Island", "99 Forest"], None),
        ({"KHM": 4}, ["8 Snow-Covered Island"], None),
        ({"KHM": 4}, ["5 Snow-Covered Island", "4 Snow-Covered Plains"], "9 basic lands"),
        ({"ISD": 4}, [f"4 {BACKS[0]}", f"4 {BACKS[1]}"], None),
        ({"ISD": 4}, [f"4 {BACKS[0]}", f"5 {BACKS[1]}"], "9 double-faced cards"),
        ({"TSP": 4}, SHIFTED[:8], None),
        ({"TSP": 4}, SHIFTED[:9], "9 cards of companion sets"),
        # A rare of RTR, or a card from the land slot of DGM.
        ({"RTR": 3, "DGM": 5}, ["30 Steam Vents"], None),
        ({"RTR": 8}, ["30 Steam Vents"], "30 rares"),
        (MIX, pool_of("RTR", rare_mythic=6), None),
        (MIX, pool_of("RTR", rare_mythic=7),
         "that come from RTR alone, but 3 boosters of RTR hold at most 2 each: 6."),
        (MIX, pool_of("RTR", rare_mythic=10) + pool_of("GTC", rare_mythic=9), "6 + 6 + 6 = 18"),
        ({"DOM": 8}, SEVEN_RARES, TOO_FEW),
        ({"DOM": 8}, [*SEVEN_RARES, "8 Island"], TOO_FEW),
        ({"DOM": 8}, [*SEVEN_RARES, "40 Island"], TOO_FEW),
        # 110 cards of at most 112, and one that may be anything, such as the lacking rare.
        *(
            ({"DOM": 8}, [*pool_of("DOM", common=78, uncommon=25, rare_mythic=7), line], None)
            for line in ("1 Opt", "1 qzxqzx", "1 Black Lotus")
        ),
        ({"DOM": 8}, ["1 Opt"], None),
        # Of a set whose packs are known, beside packs that are not.
        ({"RAV": 4, "9ED:tournament-pack": 1}, pool_of("RAV", rare_mythic=9), "from RAV alone"),
        ({"LEA": 4, "RAV": 1}, pool_of("RAV", rare_mythic=9), "from RAV alone"),
    ],
)  # fmt: skip
def test_a_bound_that_a_pool_breaks(
    ask: Ask, product: dict[str, int], pool: list[str], said: str | None
) -> None:
    messages = [notice.message for notice in improbable(ask, pool, product)]
    assert len(messages) == (said is not None)
    assert all(said in message for message in messages if said)


def test_the_cards_that_are_too_many_are_named(ask: Ask) -> None:
    (notice,) = improbable(ask, RARES, {"DOM": 4})
    assert notice.severity == "warning"
    assert set(notice.cards) <= set(titles("DOM", "rare_mythic"))


@pytest.mark.parametrize(
    ("format_id", "asked"),
    [("booster-draft", {}), ("two-headed-giant-draft", {}), ("modern", {})],
)
def test_drafted_pools_are_not_counted(ask: Ask, format_id: str, asked: dict[str, Any]) -> None:
    pool = pool_of("DOM", rare_mythic=40)
    assert improbable(ask, pool, {"DOM": 6}, format_id=format_id, **asked) == []


@pytest.mark.parametrize(
    "product",
    [{"RAV": 4, "RAV:tournament-pack": 1}, {"LEA": 4}, {}],
)
def test_without_a_sure_bound_nothing_is_said(ask: Ask, product: dict[str, int]) -> None:
    pool = [f"9 {title}" for title in titles("RAV", "rare_mythic")[:9]]
    assert improbable(ask, pool, product) == []


@pytest.mark.parametrize(("cards", "is_said"), [(103, True), (104, False), (120, False), (0, True)])
def test_a_pool_that_is_not_whole(ask: Ask, cards: int, is_said: bool) -> None:
    # 120 cards, of which 16 at most are basic lands.
    common = min(cards, 80)
    pool = pool_of("DOM", common=common, uncommon=min(cards - common, 32)) or []
    rest = cards - common - min(cards - common, 32)
    pool += pool_of("DOM", rare_mythic=rest)
    report = ask("sealed", [], pool=[*pool, "30 Island"], product={"DOM": 8})
    assert ("pool-incomplete" in {notice.code for notice in report.notices}) is is_said


def is_drawn_from(set_code: str) -> bool:
    """Whether commons, uncommons and rares, mythic or not, fill a booster by sure bounds."""
    pack = formats.booster(set_code)
    return (
        pack is not None
        and "all" in pack.sure
        and "double_faced" not in pack.bounds
        and pack.fewest("special") == 0
        and pack.most("mythic") in (0, pack.most("rare_mythic"))
    )


SURE = [code for code in SETS_WITH_BOOSTERS if is_drawn_from(code)]


def drawn(known: list[str], count: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(known), min_size=count, max_size=count)


@st.composite
def opened_pools(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, int]]:
    """A product of one or two sets, and cards drawn within the bounds of each of its packs."""
    codes = draw(st.lists(st.sampled_from(SURE), min_size=1, max_size=2, unique=True))
    product = {code: draw(st.integers(1, 4)) for code in codes}
    pool: dict[str, int] = {}
    for code, number in product.items():
        pack = formats.booster(code)
        assert pack is not None
        for _ in range(number):
            kinds = ("rare_mythic", "uncommon", "common")
            slack = pack.cards - sum(pack.bounds[one].fewest for one in (*kinds, "basic_land"))
            for kind in kinds:
                least, most = pack.bounds[kind]
                more = draw(st.integers(0, min(most - least, slack)))
                slack -= more
                for title in draw(drawn(titles(code, kind), least + more)):
                    pool[title] = pool.get(title, 0) + 1
    return product, pool


@settings(max_examples=60, deadline=None)
@given(opened_pools())
def test_opened_boosters_are_never_improbable(
    opened: tuple[dict[str, int], dict[str, int]],
) -> None:
    product, pool = opened
    asked = Event("sealed", "2026-01-01", product=product)
    lines = tuple(Line(count, title) for title, count in pool.items())
    report = validate(asked, [Decklist(), Decklist()], Decklist(lines))
    codes = {one.code for one in report.notices} | {one.code for one in report.violations}
    assert codes.isdisjoint({"pool-product", "pool-improbable"})


@pytest.mark.parametrize(
    ("pool", "product", "format_id", "count"),
    [
        ("2 {0} *F*\n9 {1}", {"DOM": 2}, "sealed", None),
        ("2 {0} *F*\n2 {1} (F)\n5 {1}", {"DOM": 2}, "sealed", 4),
        ("3 {0} *F*", {"DOM": 2}, "sealed", 3),
        ("3 {0}", {"DOM": 2}, "sealed", None),
        ("3 {0} *F*", {"DOM": 2, "promo": 1}, "sealed", None),
        ("9 Island *F*", {"DOM": 2}, "sealed", None),
        ("3 {0} *F*", {"DOM": 2}, "two-headed-giant-draft", None),
    ],
)
def test_more_foils_than_boosters(
    pool: str, product: dict[str, int], format_id: str, count: int | None
) -> None:
    text = pool.format(*titles("DOM", "common"))
    asked = Event(format_id, "2026-01-01", product=product)
    report = validate(asked, [Decklist(), Decklist()], read(text, pool=True))
    found = [notice.message for notice in report.notices if "foil" in notice.message]
    assert [message.split(" marked")[0] for message in found] == (
        [f"The pool has {count} cards"] if count else []
    )
