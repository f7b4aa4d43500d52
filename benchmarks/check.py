"""`headjudge check` of a team from a cold start, beside a bare interpreter, and of many teams."""

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
from benchmarks.figures import Figure

ROOT = Path(__file__).parents[1]
TURNS = 15
CHECK = ["-m", "headjudge", "check"]
EVENT = ["--format", engine.EVENT.format, "--as-of", str(engine.EVENT.as_of)]


def seconds(arguments: Sequence[str], cache: str) -> float:
    """The seconds that the interpreter takes with these arguments, with compiled modules."""
    settings = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": cache}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], env=settings, stdout=subprocess.DEVNULL, check=False
    )
    return time.perf_counter() - begun


def write(folder: Path, count: int) -> None:
    """Write a folder for each of so many teams."""
    for number, decks in enumerate(engine.teams(count)):
        team = folder / f"team{number}"
        team.mkdir()
        for name, text in zip("ab", decks, strict=True):
            (team / f"{name}.txt").write_text(text, encoding="utf-8")


def measure(teams: int = 1000) -> list[Figure]:
    """Measure in turns; the medians."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as folder:
        write(Path(folder), teams)
        check = [*CHECK, f"{folder}/team0", *EVENT]
        seconds(check, cache)  # compiles
        bare, single = [], []
        for _ in range(TURNS):
            bare.append(seconds(["-c", "pass"], cache))
            single.append(seconds(check, cache))
        start, cold = statistics.median(bare), statistics.median(single)
        many = statistics.median(seconds([*CHECK, folder, *EVENT], cache) for _ in range(3))
    return [
        Figure("`headjudge check` of a team, from a cold start", cold * 1e3, "ms"),
        Figure("the interpreter alone", start * 1e3, "ms"),
        Figure(f"`headjudge check` of {teams:,} teams", many, "s"),
    ]
