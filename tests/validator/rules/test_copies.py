"""How many copies of a title a team or a deck may hold, policy by policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from validator import Decklist, Event, Line, validate

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

COMBINED = ["combined-four", "unified-2005", "unified-2013"]
NOT_SHARED = ["unified-2016", "unified-2018"]
POLICIES = [*COMBINED, *NOT_SHARED]
ALONE = {"structure": "individual"}
TABLES = {"structure": "team-constructed"}
FABLE = "Fable of the Mirror-Breaker // Reflection of Kiki-Jiki"


@pytest.mark.parametrize("policy", COMBINED)
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (["4 Opt"], [], []),
        (["2 Opt"], ["2 Opt"], []),
        (["1 Opt"], ["3 Opt"], []),
        (["4 Opt"], ["1 Opt"], ["combined-copies Opt 5/4"]),
        (["4 Opt"], ["4 Opt"], ["combined-copies Opt 8/4"]),
        (["5 Opt"], [], ["combined-copies Opt 5/4"]),
        (["3 Opt", "2 Opt"], [], ["combined-copies Opt 5/4"]),
        (["4 Opt"], ["4 Negate"], []),
        (
            ["5 Opt", "5 Negate"],
            [],
            ["combined-copies Opt 5/4", "combined-copies Negate 5/4"],
        ),
    ],
)
def test_four_in_the_combined_decks(
    judge: Judge, policy: str, first: list[str], second: list[str], expected: list[str]
) -> None:
    assert judge("modern", first, second, policy=policy) == expected


@pytest.mark.parametrize("policy", NOT_SHARED)
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (["4 Opt"], [], []),
        (["4 Opt"], ["4 Negate"], []),
        (["5 Opt"], [], ["deck-copies Opt 5/4"]),
        (["1 Opt"], ["1 Opt"], ["shared-card Opt 2"]),
        (["2 Opt"], ["2 Opt"], ["shared-card Opt 4"]),
        (["2 Opt", "1 Opt"], ["1 Opt"], ["shared-card Opt 4"]),
        (["5 Opt"], ["1 Opt"], ["deck-copies Opt 5/4", "shared-card Opt 6"]),
        (
            ["5 Opt"],
            ["6 Opt"],
            ["deck-copies Opt 5/4", "deck-copies Opt 6/4", "shared-card Opt 11"],
        ),
    ],
)
def test_no_title_in_two_decks(
    judge: Judge, policy: str, first: list[str], second: list[str], expected: list[str]
) -> None:
    assert judge("modern", first, second, policy=policy) == expected


def test_the_default_is_four_in_the_combined_decks(judge: Judge) -> None:
    assert judge("modern", ["2 Opt"], ["2 Opt"]) == []
    assert judge("modern", ["3 Opt"], ["2 Opt"]) == ["combined-copies Opt 5/4"]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("basic", ["Island", "Snow-Covered Island", "Wastes"])
def test_basic_lands_have_no_limit_under_any_policy(judge: Judge, policy: str, basic: str) -> None:
    assert judge("modern", [f"30 {basic}"], [f"30 {basic}"], policy=policy) == []


@pytest.mark.parametrize(
    ("policy", "first", "second", "expected"),
    [
        ("combined-four", 30, 30, []),
        ("unified-2005", 30, 30, ["combined-copies Relentless Rats 60/4"]),
        ("unified-2005", 4, 0, []),
        ("unified-2005", 5, 0, ["combined-copies Relentless Rats 5/4"]),
        ("unified-2013", 30, 30, []),
        ("unified-2016", 30, 30, []),
        ("unified-2018", 30, 0, []),
        ("unified-2018", 30, 30, ["shared-card Relentless Rats 60"]),
        ("unified-2018", 1, 1, ["shared-card Relentless Rats 2"]),
    ],
)
def test_any_number_by_its_own_text(
    judge: Judge, policy: str, first: int, second: int, expected: list[str]
) -> None:
    decks = [[f"{count} Relentless Rats"] if count else [] for count in (first, second)]
    assert judge("modern", *decks, policy=policy) == expected


@pytest.mark.parametrize(("title", "limit"), [("Seven Dwarves", 7), ("Nazgûl", 9)])
@pytest.mark.parametrize("policy", ["combined-four", "unified-2013", "unified-2016"])
def test_a_limit_of_its_own_holds_deck_by_deck(
    judge: Judge, policy: str, title: str, limit: int
) -> None:
    full, over = [f"{limit} {title}"], [f"{limit + 1} {title}"]
    fault = f"deck-copies {title} {limit + 1}/{limit}"
    assert judge("modern", full, full, policy=policy) == []
    assert judge("modern", over, full, policy=policy) == [fault]
    assert judge("modern", over, over, policy=policy) == [fault, fault]


@pytest.mark.parametrize(("title", "limit"), [("Seven Dwarves", 7), ("Nazgûl", 9)])
def test_a_limit_of_its_own_in_one_deck_of_the_team(judge: Judge, title: str, limit: int) -> None:
    policy = "unified-2018"
    assert judge("modern", [f"{limit} {title}"], policy=policy) == []
    assert judge("modern", [f"{limit + 1} {title}"], policy=policy) == [
        f"deck-copies {title} {limit + 1}/{limit}"
    ]
    assert judge("modern", [f"1 {title}"], [f"1 {title}"], policy=policy) == [
        f"shared-card {title} 2"
    ]


def test_no_limit_of_its_own_by_the_wording_of_2005(judge: Judge) -> None:
    found = judge("modern", ["4 Nazgûl"], ["1 Nazgûl"], policy="unified-2005")
    assert found == ["combined-copies Nazgûl 5/4"]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["4 Opt"], []),
        (["5 Opt"], ["deck-copies Opt 5/4"]),
        (["3 Opt", "sideboard: 2 Opt"], ["deck-copies Opt 5/4"]),
        (["60 Relentless Rats"], []),
        (["9 Nazgûl"], []),
        (["9 Nazgûl", "sideboard: 1 Nazgûl"], ["deck-copies Nazgûl 10/9"]),
        (["40 Snow-Covered Island"], []),
    ],
)
def test_an_individual_plays_by_no_team_rule(
    judge: Judge, policy: str, lines: list[str], expected: list[str]
) -> None:
    assert judge("modern", lines, policy=policy, **ALONE) == expected


@pytest.mark.parametrize("tables", [2, 3])
def test_sideboards_of_separate_tables_count(judge: Judge, tables: int) -> None:
    decks = [["2 Opt", "sideboard: 2 Opt"], ["sideboard: 1 Opt"], []][:tables]
    assert judge("modern", *decks, **TABLES) == ["combined-copies Opt 5/4"]
    found = judge("modern", *decks, policy="unified-2018", **TABLES)
    assert found == ["shared-card Opt 5"]


def test_a_title_in_two_of_three_decks(ask: Ask) -> None:
    report = ask("modern", ["1 Opt"], [], ["1 Opt"], policy="unified-2018", **TABLES)
    (violation,) = report.violations
    assert [place.deck for place in violation.places] == [0, 2]
    assert violation.message.startswith("Opt is in deck 1 and deck 3;")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (["3 Fire // Ice", "1 Fire"], ["1 Ice"], ["combined-copies Fire // Ice 5/4"]),
        (["4 Fire/Ice"], ["1 Fire // Ice // Fire"], ["combined-copies Fire // Ice 5/4"]),
        (["4 Lightning Bolt"], ["1 稲妻"], ["combined-copies Lightning Bolt 5/4"]),
        (["4 Blitzschlag"], ["1 foudre"], ["combined-copies Lightning Bolt 5/4"]),
        (["4 LIGHTNING BOLT"], ["1 lightning-bolt"], ["combined-copies Lightning Bolt 5/4"]),
        (
            ["4 Zilortha, Strength Incarnate"],
            ["1 Godzilla, King of the Monsters"],
            ["combined-copies Zilortha, Strength Incarnate 5/4"],
        ),
    ],
)
def test_copies_are_counted_by_english_title(
    judge: Judge, first: list[str], second: list[str], expected: list[str]
) -> None:
    assert judge("legacy", first, second) == expected


def test_one_violation_a_title_with_a_place_a_line(ask: Ask) -> None:
    report = ask("modern", ["2 Opt", "4 Negate", "1 opt"], ["2 OPT"])
    (violation,) = report.violations
    assert [(place.deck, place.line, place.copies) for place in violation.places] == [
        (0, 1, 2),
        (0, 3, 1),
        (1, 1, 2),
    ]
    assert [place.text for place in violation.places] == ["2 Opt", "1 opt", "2 OPT"]
    assert violation.fix == "Remove 1 copy of Opt from either deck."


def test_copies_are_removed_where_they_are(ask: Ask) -> None:
    (violation,) = ask("modern", ["60 Forest"], ["5 Opt", "55 Island"]).violations
    assert violation.fix == "Remove 1 copy of Opt from deck 2."


def test_players_of_one_name_are_told_by_number() -> None:
    decks = [Decklist((Line(1, "Opt"), Line(59, "Forest")), player="Ann")] * 2
    report = validate(Event("modern", as_of="2024-10-01", policy="unified-2018"), decks)
    (violation,) = report.violations
    assert violation.message.startswith("Opt is in Ann (deck 1) and Ann (deck 2);")


def test_deck_copies_is_one_a_deck(ask: Ask) -> None:
    report = ask("modern", ["5 Opt", "4 Opt"], ["6 Negate"], policy="unified-2018")
    decks = [{place.deck for place in violation.places} for violation in report.violations]
    assert decks == [{0}, {1}]


def test_a_faced_card_is_counted_whole(judge: Judge) -> None:
    first, second = FABLE.split(" // ")
    assert judge("pioneer", [f"3 {first}"], [f"2 {second}"]) == [f"combined-copies {FABLE} 5/4"]


def test_limited_has_no_limit_of_copies(judge: Judge) -> None:
    assert judge("sealed", ["20 Opt"], ["20 Opt"]) == []
    assert judge("sealed", ["2 Black Lotus"], policy="unified-2018", **ALONE) == []


@pytest.mark.parametrize(
    ("title", "copies", "where"),
    [
        ("Opt", (5, 0), "deck 1"),
        ("Opt", (0, 5), "deck 2"),
        ("Opt", (3, 3), "either deck"),
        ("Opt", (4, 4), "either deck"),
        ("Opt", (5, 1), "the team's decks"),
        ("Opt", (6, 6), "both decks"),
        ("Opt", (3, 2, 1), "the team's decks"),
        ("Opt", (3, 2, 0), "the team's decks"),
        ("Opt", (0, 0, 5), "deck 3"),
        # Restricted: one in the team.
        ("Brainstorm", (3, 0), "deck 1"),
        ("Brainstorm", (1, 1), "either deck"),
        ("Brainstorm", (2, 1), "the team's decks"),
        ("Brainstorm", (3, 3), "both decks"),
        ("Brainstorm", (1, 1, 1), "the team's decks"),
        ("Brainstorm", (0, 2, 0), "deck 2"),
    ],
)
def test_copies_are_removed_from_decks_that_can_give_them(
    ask: Ask, title: str, copies: tuple[int, ...], where: str
) -> None:
    decks = [[f"{number} {title}"] if number else [] for number in copies]
    (violation,) = ask("vintage", *decks, team_size=len(copies)).violations
    assert violation.fix.endswith(f"of {title} from {where}.")
