"""What a worker does before its first request."""

from __future__ import annotations

import signal
from asyncio import AbstractEventLoop
from collections.abc import Callable

from headjudge.web.server import spool
from headjudge.web.server.connections import Connections


def begin(number: int, loop: AbstractEventLoop, end: Callable[[], object]) -> None:
    """Look after the connections that the loop accepts.

    `number` is that of the worker, and `end` tells it to end once all answers are sent.
    """
    spool.begin(number)
    connections = Connections()
    connections.guard(loop)
    loop.add_signal_handler(signal.SIGTERM, connections.end, loop, end)
