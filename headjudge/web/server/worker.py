"""Initialization of a worker before its first request."""

from __future__ import annotations

import gc
import signal
from asyncio import AbstractEventLoop
from collections.abc import Callable

from headjudge.web.server import spool
from headjudge.web.server.connections import Connections

OBJECTS_PER_COLLECTION = 20_000
"""Between garbage collections: some ten requests; by default each request has two."""


def begin(number: int, loop: AbstractEventLoop, end: Callable[[], object]) -> None:
    """Watch the connections accepted by the event loop.

    `number` is that of the worker; `end` ends it once all answers are sent.
    """
    spool.begin(number)
    gc.set_threshold(OBJECTS_PER_COLLECTION)
    connections = Connections()
    connections.guard(loop)
    loop.add_signal_handler(signal.SIGTERM, connections.end, loop, end)
