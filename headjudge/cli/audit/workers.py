"""What the processes of a local cluster are told when they begin."""

from __future__ import annotations

import signal
from typing import Any

from distributed import WorkerPlugin


class DeafToInterrupts(WorkerPlugin):
    """Ctrl-C reaches every process of a terminal; the one that was asked ends the others."""

    def setup(self, worker: Any) -> None:
        """Begin to ignore it."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
