"""The service under load: `python -m benchmarks.load [--minutes M] [--kill SECONDS]`.

Starts nginx before two replicas, on the loopback interface. Each round measures its capacity and
then sends a share of that: legal and illegal teams, each different; pages; and hostile requests.
Each answer is compared with the expected one. With `--kill` a worker is killed at that interval.
With `--attacker` an attacker sends the slowest possible requests at the same time, from one
address.

Fails if an answer was wrong, except for requests in flight during a kill; without kills also if
memory grew by a tenth or, without an attacker, if the 99th percentile was ten times the median. The
clients are Locust, in an environment of its own that `make load` sets up.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import mean, median

from benchmarks.http import ROOT
from benchmarks.load import record
from benchmarks.load.hostile import attacks
from benchmarks.load.mix import Mix
from benchmarks.load.record import Answered, Kill
from benchmarks.memory import GROWTH, megabytes
from tests.deploy.fleet import Fleet, Replica, fleet

LOCUST = ROOT / ".venv" / "load" / "bin" / "locust"
LOCUSTFILE = Path(__file__).with_name("locustfile.py")
PLAYERS, DAWDLERS, ATTACKERS = 48, 16, 8
REQUESTS = 10_000
"""Different requests, which are repeated; the service does not cache answers."""
CAPACITY_SECONDS, WARM_UP = 10.0, 2.0
"""Seconds to measure the capacity in a round, and those at the beginning without the rate."""
SPREAD = 10.0
"""Maximum ratio of the 99th percentile to the median."""
MOMENTS = 60
"""The number of readings of memory."""
TENTH = MOMENTS // 10
LOOK_SECONDS = 0.1
TICKS = os.sysconf("SC_CLK_TCK")


class Service:
    """What runs; reads memory and kills processes at intervals."""

    def __init__(self, options: argparse.Namespace, whole: Fleet):
        self.port = whole.port
        self.kills: list[Kill] = []
        self.memory: list[float] = []
        """Megabytes of all workers by moment; shared memory counts once."""
        self._replicas = whole.replicas
        self._kills = itertools.cycle(
            partial(self._kill_worker, replica) for replica in whole.replicas
        )
        self._pauses = (60 * options.minutes / MOMENTS, options.kill or math.inf)
        self._next_moment, self._next_kill = (time.monotonic() + pause for pause in self._pauses)

    def look(self) -> None:
        """Read memory or kill a process if that is due."""
        now = time.monotonic()
        if now >= self._next_moment:
            self._next_moment = now + self._pauses[0]
            self.memory.append(sum(map(megabytes, self._workers())))
        if now >= self._next_kill:
            self._next_kill = now + self._pauses[1]
            next(self._kills)()

    def processor(self) -> float:
        """The seconds of processor time of the workers so far."""
        stats = (Path(f"/proc/{worker}/stat").read_text() for worker in self._workers())
        times = (stat.rpartition(")")[2].split()[11:13] for stat in stats)
        return sum(int(time) for pair in times for time in pair) / TICKS

    def _workers(self) -> list[int]:
        return [worker for replica in self._replicas for worker in replica.workers()]

    def _kill_worker(self, replica: Replica) -> None:
        begun = time.monotonic()
        self.kills.append(Kill("worker", begun, replica.kill_worker()))


@contextmanager
def start(options: argparse.Namespace, folder: Path) -> Iterator[Service]:
    """Two replicas behind nginx, as deploy/ has them."""
    workers = options.workers or max(1, (os.cpu_count() or 1) // 2)
    with fleet(folder, WEB_CONCURRENCY=str(workers)) as whole:
        yield Service(options, whole)


class Clients:
    """Players and dawdlers who use one service, and the connections of an attacker."""

    def __init__(self, folder: Path, port: int, attackers: int) -> None:
        self._log, self._record = folder / "locust.log", folder / "record.csv"
        self.cores = 0.0
        """The cores used by the clients; near one, they limit the measurement."""
        sent, attack = folder / "sent", folder / "attack"
        sent.write_bytes(pickle.dumps(list(itertools.islice(Mix().requests(), REQUESTS))))
        attack.write_bytes(pickle.dumps(attacks() if attackers else []))
        everybody = str(PLAYERS + DAWDLERS + attackers)
        self._command = [
            str(LOCUST), "--locustfile", str(LOCUSTFILE), "--headless", "--only-summary",
            "--host", f"http://127.0.0.1:{port}", "--users", everybody, "--spawn-rate", everybody,
            "--dawdlers", str(DAWDLERS), "--attackers", str(attackers), "--attack", str(attack),
            "--sent", str(sent), "--record", str(self._record), "--exit-code-on-error", "0",
        ]  # fmt: skip

    def send(
        self, seconds: float, rate: float = 0.0, look: Callable[[], None] = lambda: None
    ) -> list[Answered]:
        """Send at a rate per second, or as fast as answers come; call `look` meanwhile."""
        before = _processor_of_children()
        options = ["--run-time", f"{seconds:.0f}s", "--rate", str(rate)]
        with self._log.open("wb") as log:
            process = subprocess.Popen([*self._command, *options], cwd=ROOT, stdout=log, stderr=log)
            try:
                while process.poll() is None:
                    time.sleep(LOOK_SECONDS)
                    look()
            finally:
                process.terminate()
                process.wait()
        if process.returncode:
            sys.exit(self._log.read_text())
        self.cores = (_processor_of_children() - before) / seconds
        return record.read(self._record)


def run_round(
    clients: Clients, service: Service, seconds: float, share: float
) -> tuple[float, list[Answered], list[Answered]]:
    """The capacity of the service, the answers meanwhile, and those at a share of it."""
    before = service.processor()
    busiest = clients.send(CAPACITY_SECONDS)
    workers = (service.processor() - before) / CAPACITY_SECONDS
    most = record.rate(busiest, WARM_UP)
    print(f"  {most:,.0f} requests a second at most", end=" ")
    print(f"({workers:.2f} cores for the workers, {clients.cores:.2f} for the clients);", end=" ")
    answered = clients.send(seconds, share * most, service.look)
    _, middle, p99, _ = record.times(answered)
    print(f"{record.rate(answered, WARM_UP):,.0f} sent ({clients.cores:.2f}):", end=" ")
    print(f"median {middle:.1f} ms, p99 {p99:.1f} ms", flush=True)
    return most, busiest, answered


def passes(options: argparse.Namespace, clients: Clients, service: Service) -> bool:
    """Run the rounds, and print the results; whether the service passes."""
    seconds = 60 * options.minutes / options.rounds
    rounds = [run_round(clients, service, seconds, options.share) for _ in range(options.rounds)]
    answered = [answer for _, _, answers in rounds for answer in answers]
    everything = [*answered, *(answer for _, busiest, _ in rounds for answer in busiest)]
    errors = record.errors(everything, service.kills)
    most = median(most for most, *_ in rounds)
    print(f"  {len(answered):,} requests, {len(errors)} errors; at most {most:,.0f} a second")
    _, middle, p99, _ = record.times(answered)
    print(f"  median {middle:.1f} ms, p99 {p99:.1f} ms: {p99 / middle:.1f} medians")
    print("  | sent | requests | median, ms | p99, ms | longest, ms |")
    print("  | --- | --- | --- | --- | --- |")
    for kind, (count, *times) in record.by_kind(answered):
        print(f"  | {kind} | {count:,} | {' | '.join(f'{time:.1f}' for time in times)} |")
    begin, end = mean(service.memory[TENTH : 2 * TENTH]), mean(service.memory[-TENTH:])
    print(f"  memory of workers: {begin:,.1f} MB, {end / begin:.2f} times in the end")
    for error in errors[:10]:
        print(f"  error: {error.kind}: {error.failure}")
    if service.kills:
        lost = sum(bool(answer.failure) for answer in everything) - len(errors)
        print(f"  {len(service.kills)} kills; {lost} requests in flight failed")
        return not errors
    is_quick = options.attacker or p99 < SPREAD * middle
    return not errors and is_quick and end <= GROWTH * begin


def _processor_of_children() -> float:
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def main() -> int:
    """Put the service under load; 1 if it fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--share", type=float, default=0.8, help="of the capacity")
    # Many, as the capacity of a shared machine changes.
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--workers", type=int, help="per replica (by the number of cores)")
    parser.add_argument("--kill", type=float, default=0.0, help="the interval of kills in seconds")
    parser.add_argument("--attacker", action="store_true", help="send slow requests as well")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, start(options, Path(name)) as service:
        clients = Clients(Path(name), service.port, ATTACKERS if options.attacker else 0)
        return 0 if passes(options, clients, service) else 1


if __name__ == "__main__":
    raise SystemExit(main())
