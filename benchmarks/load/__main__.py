"""The service under load: `python -m benchmarks.load [--minutes M] [--fleet] [--kill SECONDS]`.

Starts the service on the loopback, measures how much it answers at most, and then asks for a share
of that for some minutes: for teams, legal and illegal, each another; for pages; and for what only
somebody hostile asks for. Each answer is compared with what it is to be. With `--kill` a worker is
killed every so many seconds, and in a fleet Redis in turn with them.

Fails where an answer was not in order, but for requests in flight when something was killed; and
without kills also where the slowest hundredth took ten times the median, or memory grew by a tenth.
Locust asks, from an environment of its own that `make load` sets up.
"""

from __future__ import annotations

import argparse
import math
import os
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from benchmarks.load import record
from benchmarks.load.clients import Clients
from benchmarks.load.service import Service, alone, as_a_fleet
from benchmarks.memory import GROWTH

PLAYERS, DAWDLERS = 48, 16
WARM_UP = 5.0
"""Seconds at the beginning that do not count for capacity."""
SPREAD = 10.0
"""The slowest hundredth is to take less than so many medians."""
MOMENTS = 60
"""At which memory is read."""
TENTH = MOMENTS // 10
SHOWN = 10


def capacity(clients: Clients, service: Service, seconds: float) -> tuple[float, bool]:
    """The requests that are answered a second, where each client asks once it has an answer.

    And whether all answers were in order.
    """
    before = service.processor()
    asking = clients.ask(seconds)
    workers = (service.processor() - before) / seconds
    begin = asking.answered[0].begun + WARM_UP
    counted = sum(one.ended >= begin and not one.is_slow for one in asking.answered)
    rate = counted / (max(one.ended for one in asking.answered) - begin)
    print(f"load: {rate:,.0f} requests a second at most", end=" ")
    print(f"({workers:.2f} cores for the workers, {asking.cores:.2f} for the clients)", flush=True)
    errors = record.errors(asking.answered, ())
    _show(errors)
    return rate, not errors


class Watch:
    """Reads memory at some moments, and kills something every so many seconds, if any."""

    def __init__(self, service: Service, seconds: float, kill: float) -> None:
        self._service = service
        self._pauses = (seconds / MOMENTS, kill or math.inf)
        self._next_look, self._next_kill = (time.monotonic() + one for one in self._pauses)
        self.held: list[float] = []
        """Megabytes."""

    def look(self) -> None:
        """Do what is due."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look += self._pauses[0]
            self.held.append(self._service.memory())
        if now >= self._next_kill:
            self._next_kill += self._pauses[1]
            self._service.disturb()


def held(clients: Clients, service: Service, seconds: float, rate: float, kill: float) -> bool:
    """Whether the service bears so many requests a second for so long; says how."""
    watch = Watch(service, seconds, kill)
    asking = clients.ask(seconds, rate, watch.look)
    errors = record.errors(asking.answered, service.kills)
    print(f"  asked for {rate:,.0f} a second: {len(asking.answered):,} requests,", end=" ")
    print(f"{len(errors)} errors; clients used {asking.cores:.2f} cores")
    spread = _tell_times(asking.answered)
    growth = _tell_memory(watch.held)
    _show(errors)
    if service.kills:
        lost = sum(bool(one.failure) for one in asking.answered) - len(errors)
        killed = Counter(one.what for one in service.kills)
        print("  killed:", ", ".join(f"{name} {count} times" for name, count in killed.items()))
        print(f"  {lost} requests in flight failed")
        return not errors
    return not errors and spread < SPREAD and growth <= GROWTH


def _tell_times(answered: Sequence[record.Answered]) -> float:
    """Print how long answers took; the slowest hundredth in medians."""
    times = record.times(answered)
    spread = times.p99 / times.median
    print(f"  median {times.median:.1f} ms, p99 {times.p99:.1f} ms: {spread:.1f} medians")
    print("  | asked for | requests | median, ms | p99, ms | longest, ms |")
    print("  | --- | --- | --- | --- | --- |")
    for kind, (count, median, p99, longest) in record.by_kind(answered):
        print(f"  | {kind} | {count:,} | {median:.1f} | {p99:.1f} | {longest:.0f} |")
    return spread


def _tell_memory(held: Sequence[float]) -> float:
    """Print what workers held; the last tenth in terms of the second, as the first warms up."""
    begin, end = mean(held[TENTH : 2 * TENTH]), mean(held[-TENTH:])
    print(
        f"  memory of workers: {begin:,.1f} MB, in the end {end:,.1f} MB: {end / begin:.2f} times"
    )
    return end / begin


def _show(errors: Sequence[record.Answered]) -> None:
    for one in errors[:SHOWN]:
        print(f"  error: {one.kind}: {one.failure}")


def main() -> int:
    """Put load on it; 1 if it did not bear it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=5.0)
    options.add_argument("--share", type=float, default=0.8, help="of what it bears at most")
    options.add_argument("--warm-up", type=float, default=30.0, help="seconds to find that out")
    options.add_argument("--workers", type=int, help="of a replica; else as the cores allow")
    options.add_argument("--fleet", action="store_true", help="nginx, two replicas and Redis")
    options.add_argument("--kill", type=float, default=0.0, help="something, every so many seconds")
    chosen = options.parse_args()
    start = as_a_fleet if chosen.fleet else alone
    workers = chosen.workers or max(1, (os.cpu_count() or 1) // (2 if chosen.fleet else 1))
    with tempfile.TemporaryDirectory() as name, start(Path(name), workers) as service:
        clients = Clients(Path(name), service.port, PLAYERS, DAWDLERS)
        most, is_clean = capacity(clients, service, chosen.warm_up)
        is_held = held(clients, service, 60 * chosen.minutes, chosen.share * most, chosen.kill)
    return 0 if is_clean and is_held else 1


if __name__ == "__main__":
    raise SystemExit(main())
