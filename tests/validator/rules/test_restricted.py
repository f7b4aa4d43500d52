"""Restricted cards: one copy in the team, or in a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

COMBINED = ["combined-four", "unified-2005", "unified-2013"]
NOT_SHARED = ["unified-2016", "unified-2018"]
ALONE = {"structure": "individual"}
TABLES = {"structure": "team-constructed"}
RESTRICTED_BY_TEAM: list[tuple[list[str], list[str], list[str]]] = [
    (["1 Brainstorm"], [], []),
    (["2 Brainstorm"], [], ["restricted-copies Brainstorm 2/1"]),
    (["1 Brainstorm"], ["1 Brainstorm"], ["restricted-copies Brainstorm 2/1"]),
    (["4 Brainstorm"], ["1 Brainstorm"], ["restricted-copies Brainstorm 5/1"]),
    (["9 Brainstorm"], ["9 Brainstorm"], ["restricted-copies Brainstorm 18/1"]),
    (["1 Brainstorm"], ["1 Ancestral Recall"], []),
]
RESTRICTED_BY_DECK: list[tuple[list[str], list[str], list[str]]] = [
    (["1 Brainstorm"], [], []),
    (["2 Brainstorm"], [], ["restricted-copies Brainstorm 2/1"]),
    (["5 Brainstorm"], [], ["restricted-copies Brainstorm 5/1"]),
    (["1 Brainstorm"], ["1 Brainstorm"], ["shared-card Brainstorm 2"]),
    (
        ["2 Brainstorm"],
        ["1 Brainstorm"],
        ["shared-card Brainstorm 3", "restricted-copies Brainstorm 2/1"],
    ),
    (
        ["2 Brainstorm"],
        ["5 Brainstorm"],
        [
            "shared-card Brainstorm 7",
            "restricted-copies Brainstorm 2/1",
            "restricted-copies Brainstorm 5/1",
        ],
    ),
]


@pytest.mark.parametrize("policy", COMBINED)
@pytest.mark.parametrize(("first", "second", "expected"), RESTRICTED_BY_TEAM)
def test_one_restricted_copy_in_the_team(
    judge: Judge, policy: str, first: list[str], second: list[str], expected: list[str]
) -> None:
    assert judge("vintage", first, second, policy=policy) == expected


@pytest.mark.parametrize("policy", NOT_SHARED)
@pytest.mark.parametrize(("first", "second", "expected"), RESTRICTED_BY_DECK)
def test_one_restricted_copy_in_a_deck(
    judge: Judge, policy: str, first: list[str], second: list[str], expected: list[str]
) -> None:
    assert judge("vintage", first, second, policy=policy) == expected


def test_an_individual_has_one_restricted_copy_in_deck_and_sideboard(judge: Judge) -> None:
    found = judge("vintage", ["1 Brainstorm", "sideboard: 1 Brainstorm"], **ALONE)
    assert found == ["restricted-copies Brainstorm 2/1"]


def test_restricted_copies_in_sideboards_of_separate_tables(judge: Judge) -> None:
    found = judge("vintage", ["1 Brainstorm"], ["sideboard: 1 Brainstorm"], **TABLES)
    assert found == ["restricted-copies Brainstorm 2/1"]


def test_a_restriction_names_its_list_and_its_announcement(ask: Ask) -> None:
    (violation,) = ask("vintage", ["2 Gifts Ungiven"], as_of="2007-07-01").violations
    assert violation.banlist == "2007-06-20"
    assert violation.rule.source.startswith("http")
    assert violation.rule.clause is not None
    assert violation.rule.clause.startswith("effective ")
