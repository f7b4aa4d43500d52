"""Commands: `headjudge check` from a cold start and of many teams, and `headjudge update`."""

from __future__ import annotations

import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks import Figure, engine
from tests.published import all_printings, shipped

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


def write_teams(folder: Path, count: int) -> None:
    """Write a folder for each of so many teams."""
    for number, decks in enumerate(engine.teams(count)):
        team = folder / f"team{number}"
        team.mkdir()
        for name, text in zip("ab", decks, strict=True):
            (team / f"{name}.txt").write_text(text, encoding="utf-8")


def measure_check(teams: int = 1000) -> list[Figure]:
    """`headjudge check` of a team from a cold start, beside a bare interpreter, and of many."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as folder:
        write_teams(Path(folder), teams)
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


BOUND = 200
"""Maximum megabytes of an update, whatever the size of its file."""
FLAGS = ("--check", "--accept")
REST: dict[str, Any] = {
    "purchaseUrls": {site: f"https://{site}.test/{'p' * 120}" for site in ("a", "b", "c", "d")},
    "rulings": [{"date": "2026-11-20", "text": "r" * 300}] * 3,
    "sourceProducts": {"foil": ["1bac13ef-9154-5189-a97b-bc27ac59c1a7"] * 4},
}
"""Unused fields, which make an object as long as MTGJSON's: about 3 kB."""


def write_printings(path: Path, size: int) -> int:
    """Write `size` bytes of sets, compressed; returns the number of card objects."""
    document = all_printings(shipped())
    count = length = turn = 0
    with gzip.open(path, "wt", compresslevel=1, encoding="utf-8") as file:
        file.write(f'{{"meta": {json.dumps(document["meta"])}, "data": {{')
        while length < size:
            for code, of_set in document["data"].items():
                cards = [card | REST for card in of_set["cards"]]
                name = f"{code}{turn or ''}"
                text = json.dumps({name: of_set | {"code": code, "cards": cards}})[1:-1]
                file.write(f", {text}" if count else text)
                count += len(cards)
                length += len(text)
            turn += 1
        file.write("}}")
    return count


def measure_update(gigabytes: float = 1.0) -> list[Figure]:
    """The memory and time of an update from a file as large as MTGJSON's `AllPrintings`.

    The file is generated: every printing of every shipped card, in objects as long as MTGJSON's,
    over and over under further set codes. `headjudge update --from` reads it in a process of its
    own. Fails if that takes more memory than promised, or if the facts are refused.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "AllPrintings.json.gz")
        # In a process of its own: what this one has held counts as the peak of a child of it.
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            count = process.submit(write_printings, path, int(gigabytes * 1e9)).result()
        command = ["update", "--from", str(path)]
        begun = time.perf_counter()
        update = subprocess.Popen(
            [sys.executable, "-m", "headjudge", *command, *FLAGS],
            env=os.environ | {"PYTHONPATH": str(ROOT), "HEADJUDGE_FACTS": f"{folder}/facts"},
            stdout=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(update.pid, 0)
        seconds, memory = time.perf_counter() - begun, usage.ru_maxrss / 1024
    is_refused = os.waitstatus_to_exitcode(status) != 0
    print(f"update: {gigabytes:g} GB, {count:,} objects{', refused' * is_refused}")
    return [
        Figure(f"an update from a file of {gigabytes:g} GB", seconds, "s", is_bad=is_refused),
        Figure("its memory at the most", memory, "MB", f"under {BOUND} MB", memory > BOUND),
    ]
