"""What the service's worker holds while it is fuzzed, and whether that grows."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import http
from benchmarks.memory import megabytes
from tests.fuzz import folders


class TooMuch(AssertionError):
    """The worker holds more than it should."""


class Worker:
    """The one worker of a service under gunicorn on the loopback."""

    def __init__(self, server: http.Server) -> None:
        self.address = f"http://127.0.0.1:{server.port}"
        (self._process,) = server.workers()
        self._server = server

    @property
    def megabytes(self) -> float:
        """Its proportional share of memory, now; raises TooMuch where it is another by now."""
        if self._server.workers() != [self._process]:
            raise TooMuch("the worker ended, and another took its place")
        return megabytes(self._process)

    def forget_peak(self) -> None:
        """Let `peak` begin anew."""
        Path(f"/proc/{self._process}/clear_refs").write_text("5")  # man 5 proc

    @property
    def peak(self) -> float:
        """The most megabytes that were resident since; those shared with others among them."""
        found = re.search(r"^VmHWM:\s+(\d+) kB", self._status(), re.MULTILINE)
        assert found
        return int(found[1]) / 1024

    def _status(self) -> str:
        return Path(f"/proc/{self._process}/status").read_text()


class Growth:
    """What a worker held after it was warm, and may hold at most."""

    def __init__(self, worker: Worker, most: float) -> None:
        """The worker is warm now, and may grow by so many megabytes."""
        self._worker, self._most = worker, most
        self.before = worker.megabytes

    def check(self) -> str:
        """What it holds now, in words; raises TooMuch."""
        now = self._worker.megabytes
        said = f"{self.before:.0f} MB when warm, {now:.0f} MB now"
        if now - self.before > self._most:
            raise TooMuch(f"{said}: that is {self._most:.0f} MB more at least")
        return said


@contextmanager
def served() -> Iterator[Worker]:
    """The service with one worker."""
    os.environ |= folders.SHIPPED_FACTS
    if not sys.platform.startswith("linux"):
        raise SystemExit("What a process holds is read from Linux's /proc.")
    with http.served("gunicorn", "app:app", 1, b"{}") as server:
        yield Worker(server)
