"""What violations on copies name: decks, lines and the policy (which there are: rows.txt)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from validator import Decklist, Event, Line, validate

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

TABLES = {"structure": "team-constructed"}


def test_a_title_in_two_of_three_decks(ask: Ask) -> None:
    report = ask("modern", ["1 Opt"], [], ["1 Opt"], policy="unified-2018", **TABLES)
    (violation,) = report.violations
    assert [place.deck for place in violation.places] == [0, 2]
    assert violation.message.startswith("Opt is in deck 1 and deck 3;")


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


@pytest.mark.parametrize(
    ("as_of", "policy"),
    [
        ("2004-10-01", "unified-2005"),
        ("2010-05-01", "unified-2005"),
        ("2013-06-01", "unified-2013"),
        ("2016-07-21", "unified-2013"),
        ("2016-07-22", "unified-2016"),
        ("2018-10-04", "unified-2016"),
        ("2018-10-05", "unified-2018"),
    ],
)
def test_the_report_names_the_policy_of_the_day(ask: Ask, as_of: str, policy: str) -> None:
    assert ask("legacy", [], as_of=as_of, policy="tournament").ruleset["policy"] == policy
