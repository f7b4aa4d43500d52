"""Which policy a team plays by, and where no team rule binds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

COMBINED = ["combined-four", "unified-2005", "unified-2013"]
NOT_SHARED = ["unified-2016", "unified-2018"]
POLICIES = [*COMBINED, *NOT_SHARED]
ALONE = {"structure": "individual"}
TABLES = {"structure": "team-constructed"}


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [
        ("1999-05-01", []),
        ("2004-09-30", []),
        ("2010-05-01", []),
        ("2013-06-01", []),
        ("2016-07-21", []),
        ("2016-07-22", ["shared-card Lightning Bolt 4"]),
        ("2018-10-04", ["shared-card Lightning Bolt 4"]),
        ("2018-10-05", ["shared-card Lightning Bolt 4"]),
        ("2026-11-21", ["shared-card Lightning Bolt 4"]),
    ],
)
def test_the_tournament_policy_of_the_day(judge: Judge, as_of: str, expected: list[str]) -> None:
    decks = [["2 Lightning Bolt"], ["2 Lightning Bolt"]]
    assert judge("legacy", *decks, as_of=as_of, policy="tournament") == expected


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [
        ("2004-10-01", ["combined-copies Relentless Rats 60/4"]),
        ("2010-05-01", ["combined-copies Relentless Rats 60/4"]),
        ("2013-01-31", ["combined-copies Relentless Rats 60/4"]),
        ("2013-02-01", []),
        ("2016-07-21", []),
        ("2016-07-22", []),
        ("2018-10-04", []),
        ("2018-10-05", ["shared-card Relentless Rats 60"]),
    ],
)
def test_the_rats_of_the_day(judge: Judge, as_of: str, expected: list[str]) -> None:
    rats = ["30 Relentless Rats"]
    assert judge("legacy", rats, rats, as_of=as_of, policy="tournament") == expected


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


@pytest.mark.parametrize(
    ("deck_formats", "expected"),
    [
        (["modern", "modern"], ["combined-copies Opt 8/4"]),
        (["pioneer", "pioneer"], ["combined-copies Opt 8/4"]),
        (["modern", "pioneer"], []),
    ],
)
def test_team_rules_bind_decks_of_one_format(
    judge: Judge, deck_formats: list[str], expected: list[str]
) -> None:
    decks = [["4 Opt"], ["4 Opt"]]
    assert judge("modern", *decks, deck_formats=deck_formats, **TABLES) == expected


@pytest.mark.parametrize("policy", POLICIES)
def test_decks_of_several_formats_are_judged_alone(judge: Judge, policy: str) -> None:
    event: dict[str, Any] = {"deck_formats": ["modern", "vintage"], "policy": policy, **TABLES}
    assert judge("modern", ["5 Opt"], ["2 Brainstorm"], **event) == [
        "deck-copies Opt 5/4",
        "restricted-copies Brainstorm 2/1",
    ]
    assert judge("modern", ["1 Brainstorm"], ["1 Brainstorm"], **event) == [
        "not-legal Brainstorm 1 set"
    ]


def test_an_individual_may_play_a_format_of_their_own(judge: Judge) -> None:
    found = judge("modern", ["2 Brainstorm"], deck_formats=["vintage"], **ALONE)
    assert found == ["restricted-copies Brainstorm 2/1"]
