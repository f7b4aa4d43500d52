"""What a worker does before its first request."""

from __future__ import annotations

import signal
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable

from headjudge.web.server import spool
from headjudge.web.server.connections import Connections

SWITCH_SECONDS = 0.0002
"""For which a thread computes until another may: much less than usual, so that the loop is soon
heard however many compute."""


def begin(number: int, loop: AbstractEventLoop, end: Callable[[], object]) -> None:
    """Look after the connections that the loop accepts.

    `number` is that of the worker, and `end` tells it to end once all answers are sent.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    spool.begin(number)
    connections = Connections()
    connections.guard(loop)
    loop.add_signal_handler(signal.SIGTERM, connections.end, loop, end)
