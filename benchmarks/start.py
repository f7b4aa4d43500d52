"""The start-up time of the service, and the memory of its workers.

The service is started with compiled modules, and timed until
/readyz first answers 200. Memory (Linux) is the resident set of each worker, and its proportional
share.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from urllib.request import urlopen

from benchmarks import http
from benchmarks.figures import Figure
from benchmarks.memory import megabytes


def _use(server: http.Server) -> None:
    """Load what is loaded by the first requests."""
    with urlopen(f"http://127.0.0.1:{server.port}/readyz") as answer:
        assert answer.status == 200
    for body in http.field(100):
        http.ask_all(server.port, [body])


def measure(turns: int = 9, workers: int = 2) -> list[Figure]:
    """Start it several times; the medians."""
    seconds: list[float] = []
    resident: list[float] = []
    shares: list[float] = []
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PYTHONPYCACHEPREFIX"] = cache
        for _ in range(turns + 1):
            begun = time.perf_counter()
            with http.serve(workers=workers) as server:
                seconds.append(time.perf_counter() - begun)
                _use(server)
                resident += (megabytes(worker, "Rss") for worker in server.workers())
                shares += (megabytes(worker) for worker in server.workers())
    ready = statistics.median(seconds[1:])  # the first start compiles
    return [
        Figure("from the start of the process until /readyz answers", ready, "s", "0.5 s"),
        Figure("a worker's resident memory", statistics.median(resident), "MB", "under 100 MB"),
        Figure("its share, as workers have the most together", statistics.median(shares), "MB"),
    ]
