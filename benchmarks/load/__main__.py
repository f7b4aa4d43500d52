"""The service under load: `python -m benchmarks.load [--minutes M] [--fleet] [--kill SECONDS]`.

Starts the service on the loopback and goes through rounds: measures how much it answers at most,
and asks for a share of that: for teams, legal and illegal, each another; for pages; and for what
only somebody hostile asks for. Each answer is compared with what it is to be. With `--kill` a
worker is killed every so many seconds, and in a fleet Redis in turn with them. With `--attacker`
somebody asks beside them, from one address, for what takes as long as anything may.

Fails where an answer was not in order, but for requests in flight when something was killed; and
without kills also where memory grew by a tenth, or without an attacker the slowest hundredth took
ten times the median.
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
from statistics import mean, median
from typing import NamedTuple

from benchmarks.load import record
from benchmarks.load.clients import Clients
from benchmarks.load.service import Service, alone, as_a_fleet
from benchmarks.memory import GROWTH

PLAYERS, DAWDLERS, ATTACKERS = 48, 16, 8
ROUNDS = 10
"""So that each share is one of what the machine bears then: neighbours take some of it at times."""
CAPACITY_SECONDS, WARM_UP = 10.0, 2.0
"""In which a round finds out what it bears; those at the beginning count for no rate."""
SPREAD = 10.0
"""The slowest hundredth is to take less than so many medians."""
MOMENTS = 60
"""At which memory is read."""
TENTH = MOMENTS // 10
SHOWN = 10


class Round(NamedTuple):
    """One of the rounds."""

    most: float
    """Requests a second that were answered where each client asks once it has an answer."""
    busiest: list[record.Answered]
    """What was answered then."""
    held: list[record.Answered]
    """What was answered while a share of that was asked for."""


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
            self._next_look = now + self._pauses[0]
            self.held.append(self._service.memory())
        if now >= self._next_kill:
            self._next_kill = now + self._pauses[1]
            self._service.disturb()


def one_round(
    clients: Clients, service: Service, seconds: float, share: float, watch: Watch
) -> Round:
    """See what the service bears, and ask for a share of it for so many seconds; says how."""
    before = service.processor()
    busiest = clients.ask(CAPACITY_SECONDS)
    workers = (service.processor() - before) / CAPACITY_SECONDS
    most = _rate(busiest.answered)
    print(f"{most:,.0f} requests a second at most", end=" ")
    print(f"({workers:.2f} cores for the workers, {busiest.cores:.2f} for the clients);", end=" ")
    held = clients.ask(seconds, share * most, watch.look)
    times = record.times(held.answered)
    print(f"{_rate(held.answered):,.0f} asked for ({held.cores:.2f}):", end=" ")
    print(f"median {times.median:.1f} ms, p99 {times.p99:.1f} ms", flush=True)
    return Round(most, busiest.answered, held.answered)


def is_borne(rounds: Sequence[Round], watch: Watch, service: Service, *, is_attacked: bool) -> bool:
    """Whether the service bore the rounds; says how."""
    held = [one for each in rounds for one in each.held]
    busiest = [one for each in rounds for one in each.busiest]
    errors = record.errors(busiest + held, service.kills)
    most = median(one.most for one in rounds)
    print(f"  {len(held):,} requests, {len(errors)} errors; at most {most:,.0f} a second (median)")
    spread = _tell_times(held)
    growth = _tell_memory(watch.held)
    if is_attacked:
        count = sum(one.kind.startswith(record.ATTACK) for one in held)
        print(f"  the attacker had {count:,} answers, which are not among the times")
    for one in errors[:SHOWN]:
        print(f"  error: {one.kind}: {one.failure}")
    if service.kills:
        lost = sum(bool(one.failure) for one in busiest + held) - len(errors)
        killed = Counter(one.what for one in service.kills)
        print("  killed:", ", ".join(f"{name} {count} times" for name, count in killed.items()))
        print(f"  {lost} requests in flight failed")
        return not errors
    return not errors and (is_attacked or spread < SPREAD) and growth <= GROWTH


def _rate(answered: Sequence[record.Answered]) -> float:
    """Answers a second, but for the beginning, and for those that are slow on purpose."""
    begin = answered[0].begun + WARM_UP
    counted = sum(one.ended >= begin and not one.is_slow for one in answered)
    return counted / (max(one.ended for one in answered if not one.is_slow) - begin)


def _tell_times(answered: Sequence[record.Answered]) -> float:
    """Print how long answers took; the slowest hundredth in medians."""
    times = record.times(answered)
    spread = times.p99 / times.median
    print(f"  median {times.median:.1f} ms, p99 {times.p99:.1f} ms: {spread:.1f} medians")
    print("  | asked for | requests | median, ms | p99, ms | longest, ms |")
    print("  | --- | --- | --- | --- | --- |")
    for kind, (count, middle, p99, longest) in record.by_kind(answered):
        print(f"  | {kind} | {count:,} | {middle:.1f} | {p99:.1f} | {longest:.0f} |")
    return spread


def _tell_memory(held: Sequence[float]) -> float:
    """Print what workers held; the last tenth in terms of the second, as the first warms up."""
    begin, end = mean(held[TENTH : 2 * TENTH]), mean(held[-TENTH:])
    print(
        f"  memory of workers: {begin:,.1f} MB, in the end {end:,.1f} MB: {end / begin:.2f} times"
    )
    return end / begin


def main() -> int:
    """Put load on it; 1 if it did not bear it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=5.0)
    options.add_argument("--share", type=float, default=0.8, help="of what it bears at most")
    options.add_argument("--rounds", type=int, default=ROUNDS)
    options.add_argument("--workers", type=int, help="of a replica; else as the cores allow")
    options.add_argument("--fleet", action="store_true", help="nginx, two replicas and Redis")
    options.add_argument("--kill", type=float, default=0.0, help="something, every so many seconds")
    options.add_argument("--attacker", action="store_true", help="beside them, with 8 connections")
    chosen = options.parse_args()
    start = as_a_fleet if chosen.fleet else alone
    workers = chosen.workers or max(1, (os.cpu_count() or 1) // (2 if chosen.fleet else 1))
    with tempfile.TemporaryDirectory() as name, start(Path(name), workers) as service:
        attackers = ATTACKERS if chosen.attacker else 0
        clients = Clients(Path(name), service.port, PLAYERS, DAWDLERS, attackers)
        seconds = 60 * chosen.minutes
        watch = Watch(service, seconds, chosen.kill)
        rounds = []
        for number in range(chosen.rounds):
            print(f"round {number + 1}:", end=" ")
            rounds.append(one_round(clients, service, seconds / chosen.rounds, chosen.share, watch))
        return 0 if is_borne(rounds, watch, service, is_attacked=chosen.attacker) else 1


if __name__ == "__main__":
    raise SystemExit(main())
