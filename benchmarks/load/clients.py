"""Locust, which asks: a process of its own, and what came of it."""

from __future__ import annotations

import pickle
import resource
import subprocess
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.http import ROOT
from benchmarks.load import record
from benchmarks.load.attack import attacks
from benchmarks.load.mix import Mix

LOCUST = ROOT / ".venv" / "load" / "bin" / "locust"
LOCUSTFILE = Path(__file__).with_name("locustfile.py")
REQUESTS = 10_000
"""That are asked over and over; the service does not know them again."""
LOOK_SECONDS = 0.1


class Asking(NamedTuple):
    """Some time of load."""

    answered: list[record.Answered]
    cores: float
    """That the clients used. Near one, they were measured and not the service."""


class Clients:
    """Players and dawdlers, who ask one service, and the connections of an attacker."""

    def __init__(
        self, folder: Path, port: int, players: int, dawdlers: int, attackers: int = 0
    ) -> None:
        self._log = folder / "locust.log"
        self._record = folder / "record.csv"
        asked = folder / "asked"
        asked.write_bytes(pickle.dumps(list(islice(Mix().requests(), REQUESTS))))
        attack = folder / "attack"
        attack.write_bytes(pickle.dumps(attacks() if attackers else []))
        everybody = str(players + dawdlers + attackers)
        self._command = [
            str(LOCUST), "--locustfile", str(LOCUSTFILE), "--headless", "--only-summary",
            "--host", f"http://127.0.0.1:{port}", "--users", everybody, "--spawn-rate", everybody,
            "--dawdlers", str(dawdlers), "--attackers", str(attackers), "--attack", str(attack),
            "--asked", str(asked), "--record", str(self._record), "--exit-code-on-error", "0",
        ]  # fmt: skip

    def ask(
        self, seconds: float, rate: float | None = None, look: Callable[[], None] | None = None
    ) -> Asking:
        """Ask so often a second, or as fast as answers come; meanwhile look, again and again.

        Raises RuntimeError with what Locust says where it fails.
        """
        how = ["--run-time", f"{seconds:.0f}s", *(["--rate", str(rate)] if rate else [])]
        used = _used()
        with self._log.open("wb") as log:
            process = subprocess.Popen([*self._command, *how], cwd=ROOT, stdout=log, stderr=log)
            try:
                while process.poll() is None:
                    time.sleep(LOOK_SECONDS)
                    if look:
                        look()
            finally:
                process.terminate()
                process.wait()
        if process.returncode:
            raise RuntimeError(self._log.read_text())
        return Asking(record.read(self._record), (_used() - used) / seconds)


def _used() -> float:
    """The seconds of processor time of processes that were started here and are over."""
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime
