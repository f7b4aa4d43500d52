"""The attacker by repetition finds what grows faster than its input, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.fuzz import growing
from tests.fuzz.cost import Cost, measured
from tests.fuzz.recipes import Recipe, drawn
from tests.fuzz.senders import ENTRANCES

RECIPE = Recipe("validate", "line", 2, ("// ",), "$")
SAMPLE = "1 Opt\n2 Shock\n"


def test_a_recipe_is_an_input_of_any_length() -> None:
    recipe = Recipe("validate", "line", 2, ("// ", "x№"), "$")
    assert recipe.input(SAMPLE, 12) == "1 // // x0x1x2$Opt\n2 Shock\n"
    rows = recipe._replace(row=6).input(SAMPLE, 30)
    assert rows == "1 // x0$Opt\n" * 2 + "2 Shock\n"
    assert Recipe.of_json(recipe.as_json()) == recipe


def test_a_recipe_is_the_same_for_the_same_seed() -> None:
    samples = ENTRANCES["validate"].samples
    first, again = ([drawn(random.Random(7), "validate", samples)] for _ in range(2))
    assert first == again


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
def test_what_grows_faster_than_its_input_is_found(
    monkeypatch: pytest.MonkeyPatch, seconds: Callable[[int], float], is_found: bool
) -> None:
    def cost(_recipe: Recipe, length: int) -> Cost:
        return Cost(seconds(length), 200)

    monkeypatch.setattr(growing, "cost_of", cost)
    assert bool(growing.examined(RECIPE)) is is_found


def test_what_grows_until_it_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def cost(_recipe: Recipe, length: int) -> Cost:
        return Cost(length**2 / 10**9, 200) if length <= 10_000 else Cost(0.001, 422)

    monkeypatch.setattr(growing, "cost_of", cost)
    assert growing.examined(RECIPE)


def test_a_failure_of_the_service_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "cost_of", lambda *_: Cost(0.001, 500))
    assert growing.examined(RECIPE)


def test_what_does_not_end_is_ended() -> None:
    def endless() -> int:
        while True:
            pass

    cost = measured(endless, most=1)
    assert cost.is_cut
    assert "endless" in cost.where
    assert measured(lambda: 200).status == 200


def test_what_is_raised_is_a_failure() -> None:
    def failing() -> int:
        raise ValueError("no")

    assert measured(failing).status >= growing.FAILING
