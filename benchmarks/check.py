"""`headjudge check` from a cold start, and one run over many teams against a run for each.

`python -m benchmarks.check [--teams N]`. Both are given as ratios of times that were measured in
turns on the same machine: against the interpreter's own start, and against runs for one team.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import engine
from benchmarks.figures import Figure, parser, tell

ROOT = Path(__file__).parents[1]
TURNS = 15
CHECK = ["-m", "headjudge", "check"]
EVENT = ["--format", engine.EVENT.format, "--as-of", str(engine.EVENT.as_of)]


def seconds(arguments: Sequence[str], cache: str) -> float:
    """How long the interpreter takes with these arguments, its modules being compiled."""
    settings = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": cache}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], env=settings, stdout=subprocess.DEVNULL, check=False
    )
    return time.perf_counter() - begun


def write(folder: Path, count: int) -> None:
    """So many teams, a folder each."""
    for number, decks in enumerate(engine.teams(count)):
        team = folder / f"team{number}"
        team.mkdir()
        for name, text in zip("ab", decks, strict=True):
            (team / f"{name}.txt").write_text(text, encoding="utf-8")


def main() -> None:
    """Measure in turns and print the medians."""
    options = parser(__doc__)
    options.add_argument("--teams", type=int, default=1000)
    chosen = options.parse_args()
    count = chosen.teams
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as teams:
        write(Path(teams), count)
        one = [*CHECK, f"{teams}/team0", *EVENT]
        seconds(one, cache)  # compiles
        bare, single = [], []
        for _ in range(TURNS):
            bare.append(seconds(["-c", "pass"], cache))
            single.append(seconds(one, cache))
        start, cold = statistics.median(bare), statistics.median(single)
        many = statistics.median(seconds([*CHECK, teams, *EVENT], cache) for _ in range(3))
    found = [
        Figure("`headjudge check` of a team, from a cold start", cold * 1e3, "ms"),
        Figure("the interpreter alone", start * 1e3, "ms"),
        Figure(f"`headjudge check` of {count:,} teams", many, "s"),
    ]
    tell(found, chosen.json)


if __name__ == "__main__":
    main()
