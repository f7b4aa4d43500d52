"""The contract, kept through chains of requests that schemathesis makes up.

`python -m tests.fuzz.contract [--minutes M | --seconds S] [--seed N]`. First come sequences of any
operations (`schemathesis fuzz`), then those in which one operation takes what another answered (its
stateful phase), then sequences again. Whatever is answered must be what `openapi.yaml` says, with
no status of the service's own failing, and the worker may not grow once the first sequences have
warmed it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.fuzz import common
from tests.fuzz.memory import Growth, Worker, serve

SHARES = (
    (0.4, ("fuzz",)),
    (0.2, ("run", "--phases", "stateful")),
    (0.4, ("fuzz",)),
)
"""How the time is divided, and what schemathesis does in each part."""
LEAST = 20
"""Seconds of a part: it takes most of them to read the contract and to make up a first request."""


def run(seconds: float, seed: int) -> bool:
    """Ask for so long; whether everything was answered as the contract says."""
    with serve() as worker:
        growth: Growth | None = None
        for share, command in SHARES:
            if not _kept(worker, command, max(LEAST, seconds * share), seed):
                return False
            growth = growth or Growth(worker)
            seed += 1
        print(f"contract: {growth.check() if growth else ''}", flush=True)
    return True


def _kept(worker: Worker, command: tuple[str, ...], seconds: float, seed: int) -> bool:
    """Whether schemathesis finds nothing in so many seconds."""
    program = str(Path(sys.executable).parent / "schemathesis")
    ran = subprocess.run(
        [
            program, *command, "openapi.yaml", "--url", worker.address, "--no-color",
            "--max-time", str(round(seconds)), "--seed", str(seed),
        ],
        cwd=common.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    if ran.returncode or "No issues found" not in ran.stdout:
        print(ran.stdout)
        return False
    lines = (line.strip() for line in ran.stdout.splitlines())
    counted = next((line for line in lines if " generated, " in line), "nothing was sent")
    print(f"contract: {command[0]}, seed {seed}: {counted}", flush=True)
    return True


if __name__ == "__main__":
    common.main("contract", run, __doc__)
