"""The catalogue's store against plain dictionaries: time to open, time a look-up, memory.

`python -m benchmarks.store`. Each candidate runs in a process of its own: one that uses the
SQLite store as it ships, one that reads the same facts from a pickle into dictionaries.
"""

from __future__ import annotations

import pickle
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cards import Catalogue
from cards.store import SHIPPED

NAMES = 2_000
"""Titles looked up, none of them twice."""


def candidates(pickled: Path) -> dict[str, Callable[[], Callable[[str], object]]]:
    """Each candidate opens its store and returns its look-up."""

    def sqlite() -> Callable[[str], object]:
        return Catalogue().find

    def dictionaries() -> Callable[[str], object]:
        names, records, translations = pickle.loads(pickled.read_bytes())
        return lambda title: records[(names.get(title.lower()) or translations[title])[0]]

    return {"sqlite": sqlite, "dictionaries": dictionaries}


def write_pickle(path: Path) -> None:
    """All names, records and translations of the catalogue as three dictionaries."""
    with sqlite3.connect(SHIPPED) as store:
        names: dict[str, list[int]] = {}
        for folded, card in store.execute("SELECT folded, card FROM names"):
            names.setdefault(folded, []).append(card)
        for card, title in store.execute("SELECT id, title FROM cards"):
            names.setdefault(title.lower(), []).append(card)
        records = dict(store.execute("SELECT id, record FROM cards"))
        translations: dict[str, list[tuple[str, int]]] = {}
        for folded, language, card in store.execute(
            "SELECT folded, language, card FROM translations"
        ):
            translations.setdefault(folded, []).append((language, card))
    path.write_bytes(pickle.dumps((names, records, translations), pickle.HIGHEST_PROTOCOL))


def measure(candidate: str, pickled: Path) -> str:
    """One line of the table, measured in this process."""
    titles = random.Random(1).sample(list(Catalogue().titles()), NAMES)
    before = resident()
    start = time.perf_counter()
    find = candidates(pickled)[candidate]()
    opened = time.perf_counter()
    for title in titles:
        find(title)
    found = time.perf_counter()
    kept = resident() - before
    return (
        f"{candidate:14}{(opened - start) * 1e3:10.1f} ms{(found - opened) / NAMES * 1e6:12.1f} us"
        f"{kept:12.1f} MB"
    )


def resident() -> float:
    """This process's resident memory in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1024 / 1024


def main() -> None:
    """Print the table."""
    if len(sys.argv) > 2:
        print(measure(sys.argv[1], Path(sys.argv[2])))
        return
    with tempfile.TemporaryDirectory() as folder:
        pickled = Path(folder) / "catalogue.pickle"
        write_pickle(pickled)
        print(f"{'store':14}{'open':>13}{'first look-up':>15}{'memory':>15}")
        for candidate in candidates(pickled):
            command = [sys.executable, "-m", "benchmarks.store", candidate, str(pickled)]
            print(
                subprocess.run(command, check=True, capture_output=True, text=True).stdout, end=""
            )


if __name__ == "__main__":
    main()
