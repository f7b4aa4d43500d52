"""What a worker does before its first request."""

from __future__ import annotations

import signal
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable

from web.server import spool
from web.server.computing import computing
from web.server.connections import Connections

SWITCH_SECONDS = 0.001
"""For which a thread computes until another may: a fifth of the usual, so that the loop is soon
heard however many compute."""


def begin(number: int, loop: AbstractEventLoop, end: Callable[[], object]) -> None:
    """Look after the connections that the loop accepts.

    `number` is that of the worker, and `end` tells it to end once all answers are sent.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    spool.begin(number)
    connections = Connections(computing().is_stuck)
    connections.guard(loop)
    loop.add_signal_handler(signal.SIGTERM, connections.end, loop, end)
