"""The structures that a request may ask for, each with its file."""

from __future__ import annotations

from typing import get_args

import pytest

import formats
from validator.case import default_policy
from validator.model import Structure


def test_every_structure_is_a_file() -> None:
    assert sorted(get_args(Structure)) == list(formats.structure_ids())


@pytest.mark.parametrize("structure_id", formats.structure_ids())
def test_a_structure_allows_its_usual_players(structure_id: str) -> None:
    structure = formats.structure(structure_id)
    assert structure.players in structure.sizes == tuple(sorted(structure.sizes))
    assert default_policy(None, structure_id) in formats.policy_ids()
    assert structure.facts is None or structure.facts in formats.events()


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
