"""How soon the service answers after its process was started, and what its workers hold then.

`python -m benchmarks.start [--turns N] [--workers N]`. The service is started under gunicorn with
its own settings, its modules being compiled; measured is the time until /readyz first answers 200.
Memory (Linux) is that of each worker: all that it sees, and its share of what it has with others.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from urllib.request import urlopen

from benchmarks import http
from benchmarks.figures import Figure, parser, tell
from benchmarks.memory import megabytes


def _use(server: http.Server) -> None:
    """Ask for what is loaded with the first requests."""
    with urlopen(f"http://127.0.0.1:{server.port}/readyz") as answer:
        assert answer.status == 200
    for body in http.field(100):
        http.ask_all(server.port, [body])


def main() -> None:
    """Start it several times, and print the medians."""
    options = parser(__doc__)
    options.add_argument("--turns", type=int, default=9)
    options.add_argument("--workers", type=int, default=2)
    chosen = options.parse_args()
    seconds: list[float] = []
    seen: list[float] = []
    shares: list[float] = []
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PYTHONPYCACHEPREFIX"] = cache
        for _ in range(chosen.turns + 1):
            begun = time.perf_counter()
            with http.served("gunicorn", http.FRONT, chosen.workers, b"{}") as server:
                seconds.append(time.perf_counter() - begun)
                _use(server)
                workers = server.workers()
                seen += (megabytes(worker, "Rss") for worker in workers)
                shares += (megabytes(worker) for worker in workers)
    ready = statistics.median(seconds[1:])  # the first start compiles
    found = [
        Figure("from the start of the process until /readyz answers", ready, "s", "0.5 s"),
        Figure("a worker's resident memory", statistics.median(seen), "MB", "under 100 MB"),
        Figure("its share, as workers have the most together", statistics.median(shares), "MB"),
    ]
    tell(found, chosen.json)


if __name__ == "__main__":
    main()
