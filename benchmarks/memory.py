"""The memory of a worker over 200,000 requests, each for another team.

One worker gets them over loopback; its proportional share of memory (Linux) is read
ten times. The first tenth of the requests fills caches, which are bounded; after it, memory should
be flat. Fails if the last figure is more than a tenth above the second.
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
"""Teams that share titles: so few that the first tenth of the requests has nearly all titles."""


def ask(port: int, count: int, first: int) -> None:
    """Send requests over one connection, for teams with seeds from `first` on."""
    fields = (http.requests(seed) for seed in itertools.count(first))
    teams = itertools.chain.from_iterable(islice(field, FIELD) for field in fields)
    http.ask_all(port, islice(teams, count))


def megabytes(process: int, kind: str = "Pss") -> float:
    """The memory of a process (Linux): its proportional share, or `Rss` for its resident set."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    match = re.search(rf"^{kind}:\s+(\d+) kB", text, re.MULTILINE)
    assert match
    return int(match[1]) / 1024


def measure(requests: int = 200_000) -> list[Figure]:
    """Send the requests; prints the worker's memory meanwhile."""
    count = requests // MOMENTS // http.CONNECTIONS
    memory: list[float] = []
    http.field(1)  # processes inherit the titles, so that no connection waits for them
    with (
        http.serve() as server,
        ProcessPoolExecutor(http.CONNECTIONS) as pool,
    ):
        for moment in range(MOMENTS):
            first = moment * http.CONNECTIONS
            seeds = (count * number for number in range(first, first + http.CONNECTIONS))
            for answers in [pool.submit(ask, server.port, count, seed) for seed in seeds]:
                answers.result()
            (worker,) = server.workers()
            memory.append(megabytes(worker))
            answers_so_far = count * http.CONNECTIONS * (moment + 1)
            print(f"{memory[-1]:,.1f} MB after {answers_so_far:,} requests", flush=True)
    growth = memory[-1] / memory[1]
    name = f"a worker's memory after {answers_so_far:,} requests"
    return [
        Figure(name, memory[-1], "MB", "under 100 MB"),
        Figure("against that after a fifth of them", growth, "", "1, flat", growth > GROWTH),
    ]
