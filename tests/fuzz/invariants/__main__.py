"""Invariants that no input made by repetition may break: `python -m tests.fuzz.invariants`.

With `--minutes M` or `--seconds S`, and `--seed N`. Each round takes one input through all of them.
What broke one is kept in `.fuzz/invariants-failed/`, and tried first the next time. That each is
found where its mend is taken back prove the tests of `tests/fuzz/test_invariants.py`.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from itertools import repeat

from tests.fuzz import folders, seeded
from tests.fuzz.invariants import within
from tests.fuzz.repetition.cost import measured
from tests.fuzz.repetition.entrances import warm
from tests.fuzz.repetition.recipes import grown

LENGTHS = (40, 400, 4_000, 30_000)
"""Characters of an input."""
HOLDS, BREAKS = 200, 599
"""Statuses, of which `measured` gives the second for what is raised."""


def broken_within(check: Callable[[str], None], text: str) -> str:
    """How an input breaks an invariant of one process; empty where it holds."""

    def status() -> int:
        check(text)
        return HOLDS

    cost = measured(status)
    if cost.is_cut:
        return f"no answer: {cost.where}"
    return cost.where if cost.status == BREAKS else ""


def prepare() -> None:
    """Let this process answer once, for all that are forked from it."""
    os.environ |= folders.SHIPPED_FACTS
    warm()
    within.facts("")
    gc.freeze()


def run(seconds: float, seed: int) -> bool:
    """Take inputs through all invariants for so long; whether none was broken."""
    end = time.monotonic() + seconds
    prepare()
    tried, found = 0, set[str]()
    for name, text in _inputs(seed, [*within.INVARIANTS]):
        if time.monotonic() > end:
            break
        tried += 1
        if name not in found and (how := broken_within(within.INVARIANTS[name], text)):
            found.add(name)
            _keep(name, text)
            print(f"invariants: {name}: {how}\n  {text[:200]!a}", flush=True)
    verdict = f"broken: {', '.join(sorted(found))}" if found else "none broken"
    print(f"invariants, seed {seed}: {tried:,} inputs made by repetition, {verdict}", flush=True)
    return not found


def _inputs(seed: int, names: list[str]) -> Iterator[tuple[str, str]]:
    """What failed the last time, then the same for the same seed."""
    for file in sorted(folders.failed("invariants").iterdir()):
        name, text = json.loads(file.read_text("utf-8"))
        file.unlink()
        yield name, text
    chance = random.Random(seed)
    while True:
        yield from zip(names, repeat(grown(chance, chance.choice(LENGTHS))), strict=False)


def _keep(name: str, text: str) -> None:
    kept = json.dumps([name, text])
    file = f"{hashlib.sha256(kept.encode()).hexdigest()[:16]}.json"
    (folders.failed("invariants") / file).write_text(kept, encoding="utf-8")


if __name__ == "__main__":
    seeded.main("invariants", run, __doc__)
