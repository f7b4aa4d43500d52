"""The structures that a request may ask for, each with its file."""

from __future__ import annotations

from typing import get_args

import pytest

import formats
from validator.case import default_policy
from validator.model import Structure
from validator.questions import InvalidQuestion, find_deck_format


def test_every_structure_is_a_file() -> None:
    assert sorted(get_args(Structure)) == list(formats.structure_ids())


@pytest.mark.parametrize("structure_id", formats.structure_ids())
def test_a_structure_allows_its_usual_players(structure_id: str) -> None:
    structure = formats.structure(structure_id)
    assert structure.players in structure.sizes == tuple(sorted(structure.sizes))
    assert default_policy(None, structure_id) in formats.policy_ids()


@pytest.mark.parametrize(
    ("structure_id", "policy"),
    [
        ("two-headed-giant", "combined-four"),
        ("team-constructed", "tournament"),
        ("emperor", "no-team-limit"),
    ],
)
def test_the_usual_policy_is_that_of_the_structure(structure_id: str, policy: str) -> None:
    assert default_policy(None, structure_id) == policy
    assert default_policy(formats.load("commander"), structure_id) == "no-team-limit"


def test_decks_may_differ_in_format_where_a_team_plays_several_games() -> None:
    structures = map(formats.structure, formats.structure_ids())
    assert [each.id for each in structures if each.has_deck_formats] == ["team-constructed"]


@pytest.mark.parametrize("structure", get_args(Structure))
def test_a_deck_has_no_format_of_its_own_in_a_game_of_the_team(structure: Structure) -> None:
    event = formats.load("modern")
    if formats.structure(structure).one_game:
        with pytest.raises(InvalidQuestion, match="one game in one format"):
            find_deck_format("pioneer", event, structure)
    else:
        assert find_deck_format("pioneer", event, structure).id == "pioneer"
