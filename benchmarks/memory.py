"""Whether a worker grows: its memory over 200,000 requests, each another team.

`python -m benchmarks.memory [--requests N]`. One worker under gunicorn is asked over loopback;
its proportional share of memory (Linux) is read at ten moments. The first of them warms caches,
which have bounds; after it, memory is to be flat. Fails where the last figure is more than a
tenth above the second.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cards
from benchmarks import engine, http

MOMENTS = 10
GROWTH = 1.1
PIECE = 500
"""Requests of which each connection makes so many, with decks that nobody sent before."""


def bodies(count: int, seed: int) -> list[bytes]:
    """So many requests, each for a team of two decks; the same for the same seed."""
    day, format_id = engine.EVENT.day.isoformat(), engine.EVENT.format
    return [
        json.dumps(
            {"format": format_id, "as_of": day, "decks": [{"list": text} for text in team]}
        ).encode()
        for team in engine.teams(count, seed)
    ]


def ask(port: int, count: int, seed: int) -> int:
    """Make so many requests over one connection; how many were answered."""
    cards.catalogue()
    done = 0
    while done < count:
        some = bodies(min(PIECE, count - done), random.Random(seed + done).randrange(2**31))
        done += http.ask_all(port, some)
    return done


def megabytes(process: int) -> float:
    """The proportional share of memory of a process."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    assert found
    return int(found[1]) / 1024


def main() -> None:
    """Ask, and print what the worker held."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--requests", type=int, default=200_000)
    count = options.parse_args().requests
    each = count // MOMENTS // http.CONNECTIONS
    held: list[float] = []
    with (
        http.served("gunicorn", "app:app", 1, b"{}") as server,
        ProcessPoolExecutor(http.CONNECTIONS) as pool,
    ):
        for moment in range(MOMENTS):
            asked = [
                pool.submit(ask, server.port, each, moment * 100_003 + index * 1_009)
                for index in range(http.CONNECTIONS)
            ]
            answered = (moment + 1) * sum(one.result() for one in asked)
            (worker,) = server.workers()
            held.append(megabytes(worker))
            print(f"memory: {held[-1]:,.1f} MB after {answered:,} requests", flush=True)
    growth = held[-1] / held[1]
    print(f"memory: {growth:.2f} times what it was after the second tenth")
    sys.exit(growth > GROWTH)


if __name__ == "__main__":
    main()
