"""What the service's worker holds while it is fuzzed, and whether that grows."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import requests

from benchmarks import service
from benchmarks.service import megabytes
from tests.fuzz.common import SHIPPED_FACTS, TooMuch

GROWTH_MAX = 80
"""Megabytes that a worker may hold more than when it was warm. What it remembers has bounds:
16,384 names, lines and spans, 8,192 widths of text, a few thousand of the rest, 15 MB for the
largest of these and some 60 MB in all when every one is full, which a short time of warming does
not bring about. Had it kept something of each request, thousands of requests would be more."""
PEAK_MAX = 500
"""Megabytes that a worker may hold at a moment, while it answers one request. The largest thing
that is taken is a table of 16 Mi characters in a body of 25 MB: the body, its bytes, its text and
its cells are there at once, with four bytes for each character beyond the usual ones. (What reads
a workbook is a process of its own, with 1 GiB.)"""
ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""For the environment: glibc gives back what is free, in place of keeping it for the next request.
What is measured is what the service holds, and not what its allocator does."""


class Worker:
    """The one worker of a service on the loopback."""

    def __init__(self, server: service.Server) -> None:
        self.address = f"http://127.0.0.1:{server.port}"
        requests.get(f"{self.address}/readyz", timeout=30).raise_for_status()
        (self._process,) = server.workers()
        self._server = server

    @property
    def megabytes(self) -> float:
        """Its proportional share of memory, now; raises TooMuch where it is another by now."""
        if self._server.workers() != [self._process]:
            raise TooMuch("the worker ended, and another took its place")
        return megabytes(self._process)

    def forget_peak(self) -> None:
        """Let the peak begin anew."""
        Path(f"/proc/{self._process}/clear_refs").write_text("5")  # man 5 proc

    def check_peak(self) -> None:
        """Raise TooMuch for the most that was resident since, what is shared among it."""
        status = Path(f"/proc/{self._process}/status").read_text()
        found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
        assert found
        peak = int(found[1]) / 1024
        if peak > PEAK_MAX:
            raise TooMuch(f"{peak:.0f} MB at a moment, and no more than {PEAK_MAX} are in order")


class Growth:
    """What a worker held after it was warm, and may hold at most."""

    def __init__(self, worker: Worker) -> None:
        """The worker is warm now."""
        self._worker = worker
        self.before = worker.megabytes

    def check(self) -> str:
        """What it holds now, in words; raises TooMuch."""
        now = self._worker.megabytes
        said = f"{self.before:.0f} MB when warm, {now:.0f} MB now"
        if now - self.before > GROWTH_MAX:
            raise TooMuch(f"{said}: more than {GROWTH_MAX} MB of growth")
        return said


@contextmanager
def serve() -> Iterator[Worker]:
    """The service with one worker."""
    os.environ |= SHIPPED_FACTS | ALLOCATION
    if not sys.platform.startswith("linux"):
        raise SystemExit("What a process holds is read from Linux's /proc.")
    with service.serve() as server:
        yield Worker(server)
