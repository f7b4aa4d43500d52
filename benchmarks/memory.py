"""Whether a worker grows: its memory over 200,000 requests, each for another team.

One worker under gunicorn is asked over loopback; its proportional share of memory (Linux) is read
at ten moments. The first of them warms caches, which have bounds; after it, memory is to be flat.
Fails where the last figure is more than a tenth above the second.
"""

from __future__ import annotations

import itertools
import re
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

from benchmarks import http
from benchmarks.figures import Figure

MOMENTS = 10
GROWTH = 1.1
FIELD = 100
"""Teams that draw on the same titles: so few that the first tenth draws on nearly all there are."""


def ask(port: int, count: int, first: int) -> None:
    """Make so many requests over one connection, of teams with seeds from this one on."""
    fields = (http.requests(seed) for seed in itertools.count(first))
    teams = itertools.chain.from_iterable(islice(field, FIELD) for field in fields)
    http.ask_all(port, islice(teams, count))


def megabytes(process: int, kind: str = "Pss") -> float:
    """The memory of a process (Linux): its proportional share, or `Rss`, all that it sees."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    match = re.search(rf"^{kind}:\s+(\d+) kB", text, re.MULTILINE)
    assert match
    return int(match[1]) / 1024


def measure(requests: int = 200_000) -> list[Figure]:
    """Ask; prints what the worker holds meanwhile."""
    each = requests // MOMENTS // http.CONNECTIONS
    held: list[float] = []
    with (
        http.serve("gunicorn", http.FRONT, 1, b"{}") as server,
        ProcessPoolExecutor(http.CONNECTIONS) as pool,
    ):
        for moment in range(MOMENTS):
            seeds = (each * (moment * http.CONNECTIONS + one) for one in range(http.CONNECTIONS))
            for answers in [pool.submit(ask, server.port, each, seed) for seed in seeds]:
                answers.result()
            (worker,) = server.workers()
            held.append(megabytes(worker))
            answered = each * http.CONNECTIONS * (moment + 1)
            print(f"{held[-1]:,.1f} MB after {answered:,} requests", flush=True)
    growth = held[-1] / held[1]
    return [
        Figure(f"a worker's memory after {answered:,} requests", held[-1], "MB", "under 100 MB"),
        Figure("against that after a fifth of them", growth, "", "1, flat", growth > GROWTH),
    ]
