"""An attacker who repeats small pieces, and looks where cost grows faster than the input.

`python -m tests.fuzz.growing [--minutes M | --seconds S] [--seed N] [--entrance NAME]`, or with
`--recipe JSON`. Pieces are repeated in any place of small documents of every syntax, at every
entrance. An input that is twice as long may cost little more than twice the processor time; one
that costs more is measured again, and longer. None may cost more than seconds, or be answered by a
failure of the service. What was found is kept by its recipe in `.fuzz/growing-failed/`, and tried
first the next time.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from tests.fuzz.common import CORPUS, FOUND, SHIPPED_FACTS, add_time, seconds_of
from tests.fuzz.cost import Cost, measured
from tests.fuzz.recipes import Recipe, drawn
from tests.fuzz.senders import ENTRANCES, warm

LENGTHS = (250, 8_000, 32_000, 64_000)
"""Characters of repetition: what does not end with few, what is within a line, and many lines."""
FASTER = 2.6
"""How many times the cost of half the input is too much."""
FLOOR = 0.05
"""Seconds of processor time; below it nothing is measured well."""
HIGHEST = 3.0
"""Seconds of processor time for any of these inputs, on a machine that does much besides."""
FAILING = 500
KEPT, FAILED = CORPUS / "growing", FOUND / "growing-failed"
"""Recipes of the repository, and those that failed here, which are tried again first."""


class Found(NamedTuple):
    """What is wrong with the answer to a recipe."""

    recipe: Recipe
    wrong: str
    where: str
    """Where it was ended or failed."""

    def __str__(self) -> str:
        return f"{self.recipe.entrance}: {self.wrong} {self.where}\n  {self.recipe.as_json()}"


def examined(recipe: Recipe) -> Found | None:
    """What is wrong with inputs of this recipe, if anything; each is measured again to be sure."""
    for length in LENGTHS:
        if length > ENTRANCES[recipe.entrance].length:
            break
        cost = cost_of(recipe, length)
        if fault := _fault(recipe, length, cost):
            return fault
        is_suspect = cost.seconds > FLOOR and _is_faster(cost_of(recipe, length // 2), cost)
        if is_suspect and (fault := _confirmed(recipe, length)):
            return fault
    return None


def _confirmed(recipe: Recipe, length: int) -> Found | None:
    """The fault of a recipe whose cost grew too fast up to this length, where it does so again."""
    quarter, half, whole, double = (
        min((cost_of(recipe, one) for one in [size] * 2), key=lambda cost: cost.seconds)
        for size in (length // 4, length // 2, length, 2 * length)
    )
    if double.is_cut:
        return _fault(recipe, 2 * length, double)
    goes_on = _is_faster(whole, double)
    if double.status != whole.status:  # what is too long is refused
        goes_on = half.seconds > FASTER * quarter.seconds
    if not _is_faster(half, whole) or not goes_on:
        return None
    measures = ", ".join(f"{one.seconds:.3f}" for one in (quarter, half, whole, double))
    wrong = f"{measures} s for {length // 4:,}, {length // 2:,}, {length:,}, {2 * length:,}"
    return Found(recipe, f"{wrong} characters", whole.where)


def _fault(recipe: Recipe, length: int, cost: Cost) -> Found | None:
    """What is wrong with a single measurement."""
    if cost.is_cut:
        return Found(recipe, f"no answer to {length:,} characters", cost.where)
    if cost.status >= FAILING:
        where = cost.where or "the service"
        return Found(recipe, f"{cost.status} to {length:,} characters", where)
    if cost.seconds > HIGHEST:
        return Found(recipe, f"{cost.seconds:.1f} s for {length:,} characters", cost.where)
    return None


def _is_faster(half: Cost, whole: Cost) -> bool:
    return (
        half.status == whole.status
        and whole.seconds > FLOOR
        and whole.seconds > FASTER * half.seconds
    )


def cost_of(recipe: Recipe, length: int) -> Cost:
    """What the entrance's answer to an input of that length costs."""
    entrance = ENTRANCES[recipe.entrance]
    text = recipe.input(entrance.samples[recipe.sample], length)
    return measured(partial(entrance.send, text))


def _recipes(seed: int, names: Sequence[str]) -> Iterator[Recipe]:
    """Those that are kept, what failed the last time, then others for each entrance in turn."""
    failed = sorted(FAILED.glob("*.json"))
    for file in (*sorted(KEPT.iterdir()), *failed):
        recipe = Recipe.of_json(file.read_text("utf-8"))
        if file in failed and recipe.entrance in names:
            file.unlink()
        if recipe.entrance in names and recipe.sample in ENTRANCES[recipe.entrance].samples:
            yield recipe
    chance = random.Random(seed)
    while True:
        for name in names:
            yield drawn(chance, name, ENTRANCES[name].samples)


def _keep(recipe: Recipe) -> None:
    text = recipe.as_json()
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    FAILED.mkdir(parents=True, exist_ok=True)
    (FAILED / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def run(seconds: float, seed: int, names: Sequence[str] = tuple(ENTRANCES)) -> bool:
    """Try recipes for these entrances for so long; whether the cost of none grew too fast."""
    end = time.monotonic() + seconds
    tried, places = 0, Counter[tuple[str, str]]()
    for recipe in _recipes(seed, names):
        if time.monotonic() > end:
            break
        tried += 1
        if found := examined(recipe):
            _keep(recipe)
            if not places[recipe.entrance, found.where]:
                print(f"growing: {found}", flush=True)
            places[recipe.entrance, found.where] += 1
    verdict = f"{places.total()} grew too fast" if places else "none grew faster than its length"
    print(f"growing, seed {seed}: {tried:,} inputs made by repetition, {verdict}", flush=True)
    return not places


def main() -> None:
    """Run, or try one recipe; exits with 1 where cost grew too fast."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=random.randrange(10**6))
    options.add_argument("--entrance", choices=ENTRANCES, metavar="NAME", help="attack this alone")
    options.add_argument("--recipe", help="try this one alone, as it was printed")
    add_time(options)
    chosen = options.parse_args()
    os.environ |= SHIPPED_FACTS
    warm()
    gc.freeze()  # so that no child looks through what it shares
    if chosen.recipe:
        found = examined(Recipe.of_json(chosen.recipe))
        print(found or "Its cost grows as its length does.")
        sys.exit(bool(found))
    names = (chosen.entrance,) if chosen.entrance else tuple(ENTRANCES)
    sys.exit(not run(seconds_of(chosen), chosen.seed, names))


if __name__ == "__main__":
    main()
