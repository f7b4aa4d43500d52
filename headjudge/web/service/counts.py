"""What all workers have counted together: a small database that each adds to, once a second.

Every worker counts in its own memory. Where the file cannot be written, as on a full disk, it
keeps what it has counted and adds it later; nothing of it is mapped into memory, so that a full
disk ends nobody. What a worker that was killed had not added yet is lost: a second at most.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Metric

logger = logging.getLogger(__name__)

SHARED = "HEADJUDGE_COUNTS"
"""The variable by which whoever starts the workers tells them the file."""
SECONDS = 1.0
"""Between two additions of a worker that counts."""
WAIT_SECONDS = 5.0
"""For the others that add, one after another."""
SCHEMA = """
    CREATE TABLE IF NOT EXISTS counts (
        family TEXT, name TEXT, labels TEXT, value REAL, PRIMARY KEY (family, name, labels));
    CREATE TABLE IF NOT EXISTS gauges (
        family TEXT, process INTEGER, value REAL, PRIMARY KEY (family, process));
"""
ADD = """
    INSERT INTO counts VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET value = value + excluded.value
"""
SET = "INSERT OR REPLACE INTO gauges VALUES (?, ?, ?)"


class CountKey(NamedTuple):
    """Which of the counts."""

    family: str
    name: str
    labels: str
    """As JSON."""


Counts = dict[CountKey, float]
_folder = ""
"""What this process has made for the counts."""


def share() -> None:
    """Let the workers that this process starts count together, where there is room for a file."""
    global _folder
    if SHARED not in os.environ:
        with suppress(OSError):
            _folder = tempfile.mkdtemp(prefix="headjudge-")
            os.environ[SHARED] = str(Path(_folder) / "counts")


def unshare() -> None:
    """Remove the counts with the service; a file that was named from outside stays."""
    if _folder:
        shutil.rmtree(_folder, ignore_errors=True)


class Sharing:
    """Adds what a registry of this process has counted to what all have."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
        self._begin()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin)

    def _begin(self) -> None:
        """In a process that was forked: what its parent has counted is not added once more."""
        self._lock = threading.Lock()
        self.changed = threading.Event()
        """Set from a count until it is added."""
        self._is_started = False
        self._is_failing = False
        self._added = self._counts()

    def note(self) -> None:
        """Something was counted: it is added soon."""
        self.changed.set()
        if not self._is_started and SHARED in os.environ:
            self._is_started = True
            atexit.register(self.add)
            threading.Thread(target=self._add_now_and_then, name="counts", daemon=True).start()

    def add(self) -> bool:
        """Add what was counted since the last time; whether that could be done."""
        if SHARED not in os.environ:
            return False
        with self._lock:
            try:
                self._add()
            except (sqlite3.Error, OSError) as error:
                if not self._is_failing:
                    logger.warning("counts are kept in memory: the file fails", exc_info=error)
                self._is_failing = True
            else:
                self._is_failing = False
            return not self._is_failing

    def families(self) -> Iterator[Metric]:
        """What all processes have counted; this one alone where the file cannot be read."""
        from prometheus_client import Metric

        counts, gauges = self._totals()
        for own_family in self._registry.collect():
            family = Metric(own_family.name, own_family.documentation, own_family.type)
            for key, value in counts.items():
                if key.family == family.name:
                    family.add_sample(key.name, json.loads(key.labels), value)
            if family.type == "gauge":
                least = gauges.get(family.name, own_family.samples[0].value)
                family.add_sample(family.name, {}, least)
            yield family

    def _totals(self) -> tuple[Counts, dict[str, float]]:
        """The counts and the gauges of all."""
        self.add()
        counts = self._counts()
        if SHARED not in os.environ:
            return counts, {}
        with suppress(sqlite3.Error, OSError), self._lock, _open_store() as store:
            rows = store.execute("SELECT family, name, labels, value FROM counts ORDER BY rowid")
            totals = {CountKey(*row[:3]): row[3] for row in rows}
            own = {key: value - self._added.get(key, 0.0) for key, value in counts.items()}
            sums = totals | {key: totals.get(key, 0.0) + new for key, new in own.items()}
            return sums, _gauges(store)
        return counts, {}

    def _add_now_and_then(self) -> None:
        while True:
            self.changed.wait()
            sleep(SECONDS)
            self.changed.clear()  # what is counted from now on is added the next time
            self.add()

    def _add(self) -> None:
        counts = self._counts()
        new = [
            (*key, value - self._added.get(key, 0.0))
            for key, value in counts.items()
            if value != self._added.get(key)
        ]
        with _open_store() as store, store:
            store.executemany(ADD, new)
            store.executemany(SET, self._own_gauges())
        self._added = counts

    def _counts(self) -> Counts:
        return {
            CountKey(
                family.name, sample.name, json.dumps(sample.labels, sort_keys=True)
            ): sample.value
            for family in self._registry.collect()
            if family.type != "gauge"
            for sample in family.samples
            if not sample.name.endswith("_created")
        }

    def _own_gauges(self) -> Iterable[tuple[str, int, float]]:
        for family in self._registry.collect():
            if family.type == "gauge":
                yield from ((sample.name, os.getpid(), sample.value) for sample in family.samples)


@contextmanager
def _open_store() -> Iterator[sqlite3.Connection]:
    """The database, for a moment: nothing of it is kept open, as processes are forked."""
    with closing(sqlite3.connect(os.environ[SHARED], timeout=WAIT_SECONDS)) as store:
        store.execute("PRAGMA synchronous = OFF")
        store.executescript(SCHEMA)
        yield store


def _gauges(store: sqlite3.Connection) -> dict[str, float]:
    """The least value of each gauge among the processes that live."""
    least: dict[str, float] = {}
    for family, process, value in store.execute("SELECT family, process, value FROM gauges"):
        with suppress(ProcessLookupError):
            _look_for(process)
            least[family] = min(value, least.get(family, value))
    return least


def _look_for(process: int) -> None:
    """Raise ProcessLookupError where there is no such process."""
    with suppress(PermissionError):  # it is another's, and lives
        os.kill(process, 0)
