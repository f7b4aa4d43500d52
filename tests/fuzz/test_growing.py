"""The attacker by repetition finds what grows faster than its input, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.fuzz import growing
from tests.fuzz.cost import Cost, measured
from tests.fuzz.recipes import Recipe
from tests.fuzz.senders import ENTRANCES

RECIPE = Recipe("validate", "line", 2, ("// ",), "$")


def test_each_recipe_that_is_kept_has_its_entrance() -> None:
    kept = [Recipe.of_json(file.read_text("utf-8")) for file in growing.KEPT.iterdir()]
    assert kept
    for recipe in kept:
        sample = ENTRANCES[recipe.entrance].samples[recipe.sample]
        assert len(recipe.input(sample, 300)) > 250


@pytest.mark.parametrize(
    ("seconds", "is_found"),
    [
        (lambda length: length / 100_000, False),
        (lambda length: 0.3 + length / 1_000_000, False),
        (lambda length: length**2 / 10**9, True),
        (lambda length: length**3 / 10**14, True),
        (lambda length: 0.01 + length * (length > 7_000) / 80_000, False),  # a step
        (lambda length: 9.0, True),
    ],
)
def test_growth_faster_than_the_input_is_found(
    monkeypatch: pytest.MonkeyPatch, seconds: Callable[[int], float], is_found: bool
) -> None:
    def cost(_recipe: Recipe, length: int) -> Cost:
        return Cost(seconds(length), 200)

    monkeypatch.setattr(growing, "cost_of", cost)
    assert bool(growing.examined(RECIPE)) is is_found


def test_endless_work_is_ended() -> None:
    def endless() -> int:
        while True:
            pass

    cost = measured(endless, most=1)
    assert cost.is_cut
    assert "endless" in cost.where
    assert measured(lambda: 200).status == 200
