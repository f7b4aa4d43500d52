"""Pools against what boosters hold for sure: the impossible is told, the unlikely is not."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import formats
from cards import catalogue
from headjudge.decklists import read as read_decklist
from tests.fact_files import SETS_WITH_BOOSTERS
from validator import Event, Notice, validate
from validator.limited.products import DOUBLE_FACED
from validator.model import Decklist, Line

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

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


@pytest.mark.parametrize(
    ("set_code", "kind", "most"),
    [
        ("DOM", "rare_mythic", 2),
        ("DOM", "mythic", 2),
        ("DOM", "common", 10),
        ("DOM", "uncommon", 4),
        ("RAV", "rare_mythic", 2),
        ("MKM", "rare_mythic", 3),
        ("2XM", "rare_mythic", 4),
    ],
)
def test_as_many_as_the_boosters_hold_and_one_more(
    ask: Ask, set_code: str, kind: str, most: int
) -> None:
    product = {set_code: 4}
    assert improbable(ask, pool_of(set_code, **{kind: 4 * most}), product) == []
    (notice,) = improbable(ask, pool_of(set_code, **{kind: 4 * most + 1}), product)
    assert notice.severity == "warning"
    assert f"hold at most {most} each: {4 * most}." in notice.message
    assert set(notice.cards) <= set(titles(set_code, kind))


def test_the_arithmetic_is_shown(ask: Ask) -> None:
    (notice,) = improbable(ask, pool_of("DOM", rare_mythic=9), {"DOM": 4})
    assert notice.message.startswith(
        "The pool has 9 rares and mythic rares, but 4 boosters of DOM hold at most 2 each: 8."
    )
    (notice,) = improbable(ask, pool_of("RAV", rare_mythic=3), {"RAV": 1})
    assert "The pool has 3 rares, but 1 booster of RAV holds at most 2: 2." in notice.message


def test_too_many_mythic_rares_are_said_once(ask: Ask) -> None:
    assert improbable(ask, pool_of("DOM", mythic=8), {"DOM": 4}) == []
    (notice,) = improbable(ask, pool_of("DOM", mythic=9), {"DOM": 4})
    assert "mythic rares" in notice.message


def test_copies_count_one_by_one(ask: Ask) -> None:
    rare = titles("DOM", "rare_mythic")[0]
    assert improbable(ask, [f"8 {rare}"], {"DOM": 4}) == []
    assert len(improbable(ask, [f"9 {rare}"], {"DOM": 4})) == 1


def test_promotional_cards_come_besides(ask: Ask) -> None:
    product = {"DOM": 4, "promo": 2}
    assert improbable(ask, pool_of("DOM", rare_mythic=10), product) == []
    (notice,) = improbable(ask, pool_of("DOM", rare_mythic=11), product)
    assert "there are 2 promotional cards besides: 8 + 2 = 10." in notice.message


def test_the_cards_of_all_boosters(ask: Ask) -> None:
    pool = pool_of("DOM", common=10, uncommon=4, rare_mythic=1)
    assert improbable(ask, [*pool, "40 Island"], {"DOM": 1}) == []
    (notice,) = improbable(ask, [*pool, f"1 {titles('DOM', 'rare_mythic')[3]}"], {"DOM": 1})
    assert "16 cards besides the five basic lands, but 1 booster of DOM holds 15: 15" in (
        notice.message
    )


def test_free_basic_lands_are_never_too_many(ask: Ask) -> None:
    assert improbable(ask, ["99 Island", "99 Forest"], {"DOM": 4}) == []


def test_other_basic_lands_are_counted(ask: Ask) -> None:
    assert improbable(ask, ["8 Snow-Covered Island"], {"KHM": 4}) == []
    (notice,) = improbable(ask, ["5 Snow-Covered Island", "4 Snow-Covered Plains"], {"KHM": 4})
    assert "9 basic lands" in notice.message


def test_cards_with_two_faces(ask: Ask) -> None:
    backs = titles("ISD", "common", double_faced=True)
    assert improbable(ask, [f"4 {backs[0]}", f"4 {backs[1]}"], {"ISD": 4}) == []
    (notice,) = improbable(ask, [f"4 {backs[0]}", f"5 {backs[1]}"], {"ISD": 4})
    assert "9 double-faced cards" in notice.message


def test_cards_of_companion_sets(ask: Ask) -> None:
    shifted = [card.title for card in catalogue().cards_of("TSB")]
    assert improbable(ask, [f"1 {title}" for title in shifted[:8]], {"TSP": 4}) == []
    (notice,) = improbable(ask, [f"1 {title}" for title in shifted[:9]], {"TSP": 4})
    assert "9 cards of companion sets" in notice.message


def test_a_card_of_two_classes_counts_for_no_maximum(ask: Ask) -> None:
    # A rare of RTR, or a card from the land slot of DGM.
    assert improbable(ask, ["30 Steam Vents"], {"RTR": 3, "DGM": 5}) == []
    assert len(improbable(ask, ["30 Steam Vents"], {"RTR": 8})) == 1


def test_several_sets_are_summed_before_each_alone(ask: Ask) -> None:
    mix = {"RTR": 3, "GTC": 3, "DGM": 2}
    seven = pool_of("RTR", rare_mythic=7)
    (notice,) = improbable(ask, seven, mix)
    assert "that come from RTR alone, but 3 boosters of RTR hold at most 2 each: 6." in (
        notice.message
    )
    assert improbable(ask, seven[:6], mix) == []
    many = pool_of("RTR", rare_mythic=10) + pool_of("GTC", rare_mythic=9)
    (notice,) = improbable(ask, many, mix)
    assert "6 + 6 + 6 = 18" in notice.message


@pytest.mark.parametrize(
    ("lands", "expected"),
    [([], 1), (["8 Island"], 1), (["40 Island"], 1)],
)
def test_too_few_rares_in_a_whole_pool(ask: Ask, lands: list[str], expected: int) -> None:
    # 8 boosters: 120 cards, at least 8 basic lands and 8 rares.
    pool = pool_of("DOM", common=79, uncommon=26, rare_mythic=7)
    found = improbable(ask, pool + lands, {"DOM": 8})
    assert len(found) == expected
    assert "at most 7 rares and mythic rares" in found[0].message
    assert "hold at least 1 each: 8." in found[0].message


@pytest.mark.parametrize("lines", [["1 Opt"], ["1 qzxqzx"], ["1 Black Lotus"]])
def test_unknown_cards_may_be_the_missing_ones(ask: Ask, lines: list[str]) -> None:
    # 110 cards of at most 112, and one that may be anything: the lacking rare may be among them.
    pool = pool_of("DOM", common=78, uncommon=25, rare_mythic=7)
    assert improbable(ask, [*pool, *lines], {"DOM": 8}) == []


def test_a_partial_pool_is_not_improbable(ask: Ask) -> None:
    assert improbable(ask, ["1 Opt"], {"DOM": 8}) == []


@pytest.mark.parametrize(
    ("format_id", "asked"),
    [("booster-draft", {}), ("two-headed-giant-draft", {}), ("modern", {})],
)
def test_drafted_pools_are_not_counted(ask: Ask, format_id: str, asked: dict[str, Any]) -> None:
    pool = pool_of("DOM", rare_mythic=40)
    assert improbable(ask, pool, {"DOM": 6}, format_id=format_id, **asked) == []


@pytest.mark.parametrize(
    "product",
    [
        {"RAV": 4, "RAV:tournament-pack": 1},
        {"RAV": 4, "9ED:tournament-pack": 1},
        {"LEA": 4, "RAV": 1},
        {},
    ],
)
def test_without_a_sure_bound_nothing_is_said(ask: Ask, product: dict[str, int]) -> None:
    pool = [f"9 {title}" for title in titles("RAV", "rare_mythic")[:9]]
    alone = {"RAV", "RAV:tournament-pack"} >= product.keys()
    assert len(improbable(ask, pool, product)) == (0 if alone else 1)


@pytest.mark.parametrize(
    ("product", "expected"),
    [
        ({"RAV": 4}, []),
        (
            {"RAV": 4, "RAV:tournament-pack": 1},
            ["The contents of 1 tournament pack of RAV are known, but"],
        ),
        ({"9ED:tournament-pack": 2}, ["The contents of 2 tournament packs of 9ED are not known"]),
        (
            {"LEA": 6},
            ["The contents of 6 boosters of LEA are known, but no bound on them is certain"],
        ),
        ({"PRM": 6}, ["The contents of 6 boosters of PRM are not known"]),
    ],
)
def test_unknown_products_are_reported(
    ask: Ask, product: dict[str, int], expected: list[str]
) -> None:
    notices = ask("sealed", [], pool=[], product=product).notices
    found = [notice for notice in notices if notice.code == "product-unknown"]
    assert len(found) == len(expected)
    for notice, words in zip(found, expected, strict=True):
        assert notice.severity == "info"
        assert words in notice.message


@pytest.mark.parametrize(("cards", "is_said"), [(103, True), (104, False), (120, False), (0, True)])
def test_a_pool_that_is_not_whole(ask: Ask, cards: int, is_said: bool) -> None:
    # 120 cards, of which 16 at most are basic lands.
    common = min(cards, 80)
    pool = pool_of("DOM", common=common, uncommon=min(cards - common, 32)) or []
    rest = cards - common - min(cards - common, 32)
    pool += pool_of("DOM", rare_mythic=rest)
    report = ask("sealed", [], pool=[*pool, "30 Island"], product={"DOM": 8})
    assert ("pool-incomplete" in {notice.code for notice in report.notices}) is is_said


def test_neither_is_said_of_drafts_or_without_a_pool(notices: Judge) -> None:
    for format_id, pool in (("booster-draft", ["1 Opt"]), ("sealed", None)):
        found = notices(format_id, [], pool=pool, product={"LEA": 8})
        assert not {"pool-incomplete", "product-unknown", "pool-improbable"} & set(found)


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


def foils(pool: str, product: dict[str, int], format_id: str = "sealed") -> list[Notice]:
    """What is said of a pool in text, which may mark foils."""
    asked = Event(format_id, "2026-01-01", product=product)
    report = validate(asked, [Decklist(), Decklist()], read_decklist(pool, pool=True))
    return [notice for notice in report.notices if "foil" in notice.message]


def test_two_foils_too_many() -> None:
    first, second = titles("DOM", "common")[:2]
    product = {"DOM": 2}
    assert foils(f"2 {first} *F*\n9 {second}", product) == []
    (notice,) = foils(f"2 {first} *F*\n2 {second} (F)\n5 {second}", product)
    assert notice.code == "pool-improbable"
    assert notice.cards == (first, second)
    assert notice.message.startswith(
        "The pool has 4 cards marked as foils, but 2 boosters of DOM hold at most 1 each: 2."
    )


def test_foils_that_are_not_accused() -> None:
    pool = f"3 {titles('DOM', 'common')[0]} *F*"
    assert len(foils(pool, {"DOM": 2})) == 1
    assert foils(pool.removesuffix(" *F*"), {"DOM": 2}) == []
    assert foils(pool, {"DOM": 2, "promo": 1}) == []
    assert foils("9 Island *F*", {"DOM": 2}) == []
    assert foils(pool, {"DOM": 2}, "two-headed-giant-draft") == []


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
