"""Metrics of all workers combined: a small database that each worker updates every second.

Workers count in memory. If the file cannot be written (disk full), counts are kept and added
later; nothing is memory-mapped, so a full disk kills no process. A killed worker loses at most
the counts of one second.
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
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import NamedTuple

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.registry import Collector

logger = logging.getLogger(__name__)

SHARED = "HEADJUDGE_COUNTS"
"""The environment variable with the file, set for the workers."""
SECONDS = 1.0
"""Interval between a worker's updates."""
WAIT_SECONDS = 5.0
"""Lock timeout: workers update one after another."""
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
    """The key of a count."""

    family: str
    name: str
    labels: str
    """As JSON."""


Counts = dict[CountKey, float]
_folder = ""
"""The temporary folder created by this process."""


def share() -> None:
    """Let workers started by this process share their counts, if a file can be created."""
    global _folder
    if SHARED not in os.environ:
        with suppress(OSError):
            _folder = tempfile.mkdtemp(prefix="headjudge-")
            os.environ[SHARED] = str(Path(_folder) / "counts")


def unshare() -> None:
    """Remove the shared counts with the service; a file given from outside is kept."""
    if _folder:
        shutil.rmtree(_folder, ignore_errors=True)


class Sharing(Collector):
    """Adds the counts of this process's registry to the shared ones, and collects the sum."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
        self._begin()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin)

    def _begin(self) -> None:
        """Start in a forked process, without counting the parent's counts again."""
        self._lock = threading.Lock()
        self.changed = threading.Event()
        """Set while there are counts to add."""
        self._is_started = False
        self._is_failing = False
        self._added = self._counts()

    def note(self) -> None:
        """Schedule an update after something was counted."""
        self.changed.set()
        if not self._is_started and SHARED in os.environ:
            self._is_started = True
            atexit.register(self.add)
            threading.Thread(target=self._add_periodically, name="counts", daemon=True).start()

    def add(self) -> bool:
        """Add the counts since the last update; returns whether that succeeded."""
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

    def collect(self) -> Iterator[Metric]:
        """The counts of all processes; those of this one if the file cannot be read."""
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
        """The combined counts and gauges."""
        self.add()
        counts = self._counts()
        if SHARED not in os.environ:
            return counts, {}
        with suppress(sqlite3.Error, OSError), self._lock, _open_store() as store:
            rows = store.execute("SELECT family, name, labels, value FROM counts ORDER BY rowid")
            totals = {CountKey(*row[:3]): row[3] for row in rows}
            new = {key: value - self._added.get(key, 0.0) for key, value in counts.items()}
            totals |= {key: totals.get(key, 0.0) + value for key, value in new.items()}
            return totals, _gauges(store)
        return counts, {}

    def _add_periodically(self) -> None:
        while True:
            self.changed.wait()
            sleep(SECONDS)
            self.changed.clear()  # later counts belong to the next update
            self.add()

    def _add(self) -> None:
        counts = self._counts()
        new = [
            (*key, value - self._added.get(key, 0.0))
            for key, value in counts.items()
            if value != self._added.get(key)
        ]
        gauges = [
            (sample.name, os.getpid(), sample.value)
            for family in self._registry.collect()
            if family.type == "gauge"
            for sample in family.samples
        ]
        with _open_store() as store, store:
            store.executemany(ADD, new)
            store.executemany(SET, gauges)
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


@contextmanager
def _open_store() -> Iterator[sqlite3.Connection]:
    """The database, opened briefly: open connections must not cross a fork."""
    with closing(sqlite3.connect(os.environ[SHARED], timeout=WAIT_SECONDS)) as store:
        store.execute("PRAGMA synchronous = OFF")
        store.executescript(SCHEMA)
        yield store


def _gauges(store: sqlite3.Connection) -> dict[str, float]:
    """The minimum of each gauge over the living processes."""
    least: dict[str, float] = {}
    for family, process, value in store.execute("SELECT family, process, value FROM gauges"):
        with suppress(ProcessLookupError):
            _check_process(process)
            least[family] = min(value, least.get(family, value))
    return least


def _check_process(process: int) -> None:
    """Raise ProcessLookupError if there is no such process."""
    with suppress(PermissionError):  # it exists, but belongs to another user
        os.kill(process, 0)
