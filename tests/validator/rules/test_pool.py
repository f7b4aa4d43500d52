"""Limited: decks against the card pool, and the pool against the product."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

TEAM = "team-sealed"
FREE = ["Plains", "Island", "Swamp", "Mountain", "Forest"]
NOT_FREE = ["Wastes", *(f"Snow-Covered {title}" for title in (*FREE, "Wastes"))]


@pytest.mark.parametrize(
    ("pool", "first", "second", "expected"),
    [
        (["1 Opt"], ["1 Opt"], [], []),
        (["5 Opt"], ["3 Opt"], ["2 Opt"], []),
        (["20 Opt"], ["20 Opt"], [], []),
        (["1 Opt", "1 opt"], ["2 Opt"], [], []),
        (["1 Opt"], ["1 Opt"], ["1 Opt"], ["pool-exceeded Opt 2/1"]),
        (["1 Opt"], ["2 Opt"], [], ["pool-exceeded Opt 2/1"]),
        (["1 Opt"], ["1 Opt", "sideboard: 1 Opt"], [], ["pool-exceeded Opt 2/1"]),
        (["1 Opt"], ["1 Shock"], [], ["pool-exceeded Shock 1/0"]),
        ([], ["1 Shock"], [], ["pool-exceeded Shock 1/0"]),
        (["1 Fire // Ice"], ["1 Fire"], ["1 Ice"], ["pool-exceeded Fire // Ice 2/1"]),
        (["1 Skullclamp"], ["1 Skullclamp"], [], []),
        (["3 Black Lotus"], ["3 Black Lotus"], [], []),
    ],
)
def test_pool_exceeded(
    judge: Judge, pool: list[str], first: list[str], second: list[str], expected: list[str]
) -> None:
    assert judge("sealed", first, second, pool=pool) == expected


def test_pool_exceeded_is_one_violation_with_a_place_a_line(ask: Ask) -> None:
    report = ask("sealed", ["1 Opt", "sideboard: 1 Opt"], ["2 Opt"], pool=["1 Opt"])
    (violation,) = report.violations
    assert [(place.deck, place.section, place.line) for place in violation.places] == [
        (0, "main", 1),
        (0, "sideboard", 2),
        (1, "main", 1),
    ]


@pytest.mark.parametrize("basic", FREE)
def test_five_basics_are_free(judge: Judge, basic: str) -> None:
    assert judge("sealed", [f"40 {basic}"], [f"40 {basic}"], pool=[]) == []
    assert judge("sealed", [f"sideboard: 9 {basic}"], pool=[f"1 {basic}"]) == []


@pytest.mark.parametrize("basic", NOT_FREE)
def test_other_basics_are_not(judge: Judge, basic: str) -> None:
    assert judge("sealed", [f"1 {basic}"], pool=[f"1 {basic}"]) == []
    assert judge("sealed", [f"2 {basic}"], pool=[f"1 {basic}"]) == [f"pool-exceeded {basic} 2/1"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 Backup Plan", "not-legal Backup Plan 1 not-a-deck-card"),
        ("1 Baffling Defenses", "not-legal Baffling Defenses 1 digital-only"),
        ("1 Lightnig Bolt", "unknown-card"),
    ],
)
def test_a_refused_card_is_not_missed_in_the_pool(judge: Judge, line: str, code: str) -> None:
    assert judge("sealed", [line], pool=[]) == [code]


def test_headings_mean_nothing_in_a_pool(judge: Judge) -> None:
    assert judge("sealed", ["2 Opt"], pool=["1 Opt", "sideboard: 1 Opt"]) == []


@pytest.mark.parametrize(
    ("pool", "first", "second", "expected"),
    [
        (["1 Opt"], ["1 Opt"], [], []),
        (["1 Opt"], ["sideboard: 1 Opt"], [], []),
        (["1 Opt"], [], ["sideboard: 1 Opt"], []),
        (["1 Opt"], [], [], ["pool-unassigned Opt 1"]),
        (["5 Opt"], ["1 Opt"], ["sideboard: 2 Opt"], ["pool-unassigned Opt 2"]),
        (["9 Island"], [], [], []),
        (["1 Snow-Covered Island"], [], [], ["pool-unassigned Snow-Covered Island 1"]),
        (["1 Fire // Ice"], ["1 Ice"], [], []),
    ],
)
def test_pool_unassigned(
    judge: Judge, pool: list[str], first: list[str], second: list[str], expected: list[str]
) -> None:
    assert judge(TEAM, first, second, pool=pool) == expected


@pytest.mark.parametrize("basic", FREE)
def test_free_basics_are_never_unassigned(judge: Judge, basic: str) -> None:
    assert judge(TEAM, [], [], fill="Island", pool=[f"30 {basic}"]) == []


def test_three_players_assign_one_pool(judge: Judge) -> None:
    decks = [["1 Opt"], ["1 Shock"], ["sideboard: 1 Negate"]]
    pool = ["1 Opt", "1 Shock", "1 Negate", "1 Duress"]
    assert judge(TEAM, *decks, pool=pool) == ["pool-unassigned Duress 1"]


def test_pool_unassigned_stands_in_the_pool(ask: Ask) -> None:
    (violation,) = ask(TEAM, [], [], pool=["1 Opt", "2 Opt"]).violations
    assert violation.places == ((None, "pool", 1, 1, "1 Opt"), (None, "pool", 2, 2, "2 Opt"))


def test_sealed_at_separate_tables_is_team_sealed(judge: Judge) -> None:
    found = judge("sealed", [], [], pool=["1 Opt"], structure="team-constructed")
    assert found == ["pool-unassigned Opt 1"]


@pytest.mark.parametrize("structure", ["two-headed-giant", "individual"])
def test_other_pools_need_not_be_assigned(judge: Judge, structure: str) -> None:
    decks = [["1 Opt"], ["1 Opt"]][: 1 if structure == "individual" else 2]
    assert judge("sealed", *decks, pool=["9 Opt"], structure=structure) == []


@pytest.mark.parametrize(
    ("product", "pool", "expected"),
    [
        ({"DOM": 8}, ["1 Opt"], []),
        ({"DOM": 8}, ["1 Black Lotus"], ["pool-product Black Lotus"]),
        ({"DOM": 8}, ["3 Black Lotus", "1 Opt"], ["pool-product Black Lotus"]),
        ({"LEA": 1, "DOM": 8}, ["1 Black Lotus"], []),
        ({"KLD": 8}, ["1 Sol Ring"], []),  # in MPS, whose cards come in its boosters
        ({"DOM": 8}, ["1 Sol Ring"], ["pool-product Sol Ring"]),
        ({"STX": 8}, ["1 Lightning Bolt"], []),  # in STA
        ({"STX": 8}, ["1 Sol Ring"], ["pool-product Sol Ring"]),  # PLST: set boosters alone
        ({"DOM": 8}, ["9 Wastes"], ["pool-product Wastes"]),
        ({"PTK": 8}, ["1 Island", "1 Forest"], []),
        ({}, ["1 Black Lotus"], []),
    ],
)
def test_pool_product(
    judge: Judge, product: dict[str, int], pool: list[str], expected: list[str]
) -> None:
    assert judge("sealed", [], pool=pool, product=product) == expected


def test_pool_product_stands_in_the_pool(ask: Ask) -> None:
    report = ask("sealed", [], pool=["1 Opt", "1 Black Lotus"], product={"DOM": 8, "M19": 1})
    (violation,) = report.violations
    assert violation.places == ((None, "pool", 2, 1, "1 Black Lotus"),)
    assert "none of its printings comes from DOM and M19" in violation.message


def test_a_product_without_a_pool_is_no_fault(judge: Judge) -> None:
    assert judge("sealed", ["1 Black Lotus"], product={"DOM": 8}) == []


@pytest.mark.parametrize(
    "asked", [{"pool": []}, {"pool": ["1 Black Lotus"], "product": {"DOM": 8}}]
)
def test_constructed_has_no_pool(judge: Judge, asked: dict[str, Any]) -> None:
    assert judge("modern", ["4 Opt"], **asked) == []


@pytest.mark.parametrize(
    ("event_kind", "structure", "base"),
    [
        ("team-sealed", "team-constructed", "sealed"),
        ("prerelease-sealed", "two-headed-giant", "sealed"),
        ("two-headed-giant-sealed", "two-headed-giant", "sealed"),
        ("two-headed-giant-draft", "two-headed-giant", "booster-draft"),
    ],
)
def test_event_kinds_are_a_format_with_a_structure(
    ask: Ask, event_kind: str, structure: str, base: str
) -> None:
    ruleset = ask(event_kind, [], [], pool=[]).ruleset
    assert (ruleset["format"], ruleset["structure"]) == (base, structure)


@pytest.mark.parametrize(
    ("product", "as_of", "card", "words"),
    [
        ({"STX": 8}, "2021-05-01", "Sol Ring", "only The List has it"),
        ({"STX": 8}, "2021-05-01", "Sol Ring", "(set boosters only"),
        ({"STX:set": 8}, "2021-05-01", "Sol Ring", None),
        ({"DOM": 8}, "2021-05-01", "Sol Ring", "none of its printings comes from DOM"),
        ({"DGM": 8}, "2013-06-01", "Steam Vents", None),
        ({"DGM": 8}, "2013-06-01", "Cyclonic Rift", "hold cards of Return to Ravnica, but not"),
        ({"JOU": 8}, "2014-06-01", "Thassa, God of the Sea", None),
        ({"JOU": 8}, "2014-06-01", "Thoughtseize", "(gods in a god pack"),
        ({"ZEN": 8}, "2009-11-01", "Black Lotus", None),
        ({"ZEN": 8}, "2010-11-01", "Black Lotus", "only until 2009-12-31"),
        ({"OTJ": 8}, "2024-04-13", "Thoughtseize", None),  # OTP, at the prerelease
        ({"TSP": 4, "TSP:tournament-pack": 1}, "2006-11-01", "Psionic Blast", None),
        ({"promo": 2}, "2021-05-01", "Black Lotus", None),
    ],
)
def test_pool_product_says_why(
    ask: Ask, product: dict[str, int], as_of: str, card: str, words: str | None
) -> None:
    report = ask("sealed", [], pool=[f"1 {card}"], product=product, as_of=as_of)
    messages = [one.message for one in report.violations]
    assert len(messages) == (words is not None)
    assert all(words in message for message in messages if words)


FORTY = ["40 Island"]


@pytest.mark.parametrize(
    ("format_id", "structure", "decks", "expected"),
    [
        ("sealed", "two-headed-giant", 2, []),
        ("two-headed-giant-sealed", "two-headed-giant", 2, []),
        ("two-headed-giant-draft", "two-headed-giant", 2, []),
        ("prerelease-sealed", "two-headed-giant", 2, []),
        ("prerelease-sealed", "individual", 1, []),
        ("prerelease-sealed", "team-constructed", 3, ["pool-unassigned Opt 1"]),
        ("sealed", "individual", 1, []),
        ("booster-draft", "individual", 1, []),
        ("team-sealed", "team-constructed", 2, ["pool-unassigned Opt 1"]),
        ("team-sealed", "team-constructed", 3, ["pool-unassigned Opt 1"]),
        ("sealed", "two-headed-giant", 1, ["deck-count 1/2"]),
        ("team-sealed", "team-constructed", 1, ["deck-count 1/2", "pool-unassigned Opt 1"]),
        ("team-sealed", "team-constructed", 4, ["deck-count 4/3", "pool-unassigned Opt 1"]),
    ],
)
def test_one_pool_in_every_structure(
    judge: Judge, format_id: str, structure: str, decks: int, expected: list[str]
) -> None:
    lists = [[*FORTY, "sideboard: 1 Shock"], *([FORTY] * (decks - 1))]
    pool = ["1 Opt", "1 Shock"]
    found = judge(format_id, *lists, fill=None, pool=pool, structure=structure)
    assert found == expected


@pytest.mark.parametrize("structure", ["two-headed-giant", "team-constructed"])
def test_a_card_of_the_pool_is_in_one_deck_or_sideboard(judge: Judge, structure: str) -> None:
    decks = [["1 Opt"], ["sideboard: 1 Opt"]]
    found = judge("sealed", *decks, pool=["1 Opt"], structure=structure)
    assert found == ["pool-exceeded Opt 2/1"]
