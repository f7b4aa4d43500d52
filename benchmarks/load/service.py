"""The service under load, what is done to it and seen of it."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from benchmarks.load.record import Kill
from benchmarks.memory import megabytes
from tests.deploy.fleet import Fleet, Replica, fleet

PLENTY = "100000000 per minute"
TICKS = os.sysconf("SC_CLK_TCK")


class Service:
    """One replica alone, or a fleet."""

    def __init__(self, port: int, replicas: list[Replica], whole: Fleet | None = None) -> None:
        self.port = port
        self.kills: list[Kill] = []
        self._replicas = replicas
        kills: list[Callable[[], None]] = [partial(self._kill_worker, one) for one in replicas]
        if whole:
            kills += [partial(self._kill_redis, whole), whole.start_redis]
        self._disturbances = itertools.cycle(kills)

    def disturb(self) -> None:
        """Kill a worker of each replica in turn, then Redis, which is started the next time."""
        next(self._disturbances)()

    def memory(self) -> float:
        """The megabytes of all workers; what they share counts once."""
        return sum(megabytes(one) for one in self._workers())

    def processor(self) -> float:
        """The seconds of processor time that the workers have had."""
        used = 0
        for one in self._workers():
            stat = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            used += int(stat[11]) + int(stat[12])
        return used / TICKS

    def _workers(self) -> list[int]:
        return [one for replica in self._replicas for one in replica.workers()]

    def _kill_worker(self, replica: Replica) -> None:
        begun = time.monotonic()
        self.kills.append(Kill("worker", begun, replica.kill_worker()))

    def _kill_redis(self, whole: Fleet) -> None:
        begun = time.monotonic()
        whole.kill_redis()
        self.kills.append(Kill("Redis", begun, time.monotonic()))


@contextmanager
def alone(folder: Path, workers: int) -> Iterator[Service]:
    """gunicorn as the Procfile starts it."""
    replica = Replica(folder, {"WEB_CONCURRENCY": str(workers)})
    try:
        yield Service(replica.port, [replica])
    finally:
        replica.stop()


@contextmanager
def as_a_fleet(folder: Path, workers: int) -> Iterator[Service]:
    """nginx before two replicas with so many workers each, and Redis, which counts requests."""
    with fleet(folder, RATE_LIMIT=PLENTY, WEB_CONCURRENCY=str(workers)) as whole:
        yield Service(whole.port, whole.replicas, whole)
