"""Receiving bodies: completely before the request is answered, or as a stream."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from time import monotonic
from typing import Any

from headjudge.web.server.spool import Spool
from headjudge.web.service import budget, metrics
from headjudge.web.service.limits import LIMITS
from headjudge.web.service.problems import Problem
from messages import say

Receive = Callable[[], Awaitable[dict[str, Any]]]
"""ASGI's receive."""


class ClientLeft(ConnectionError):
    """The client disconnected before its request was complete."""


def too_slow() -> Problem:
    """The problem of a request that does not arrive in time."""
    return Problem(408, say("The request came too slowly: send it again."))


async def read_body(receive: Receive, spool: Spool, most: int) -> bool:
    """Spool a body, up to the point where it exceeds `most` bytes.

    Returns whether it is complete. Raises ClientLeft, or Problem 408, 413 or 503.
    """
    start = asyncio.get_running_loop().time()
    size = seconds = 0
    try:
        async with asyncio.timeout_at(start + LIMITS.body_seconds) as deadline:
            while size <= most:
                message = await receive()
                if piece := _piece(message):
                    spool.grow(piece)
                    size += len(piece)
                if not message.get("more_body"):
                    return True
                if size // LIMITS.body_rate > seconds:  # a body may have a million chunks
                    seconds = size // LIMITS.body_rate
                    deadline.reschedule(start + LIMITS.body_seconds + seconds)
    except TimeoutError:
        metrics.count_dropped("body")
        raise too_slow() from None
    return False


async def discard(receive: Receive, seconds: float) -> None:
    """Read and drop the rest of a refused body, so that its sender reads the answer."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while (await receive()).get("more_body"):
                pass


class Stream:
    """A body that the application reads in a thread while it arrives.

    `waiting` is a context manager entered while the thread waits for the client. Only that time
    is limited, so a batch may take as long as it needs.
    """

    def __init__(self, receive: Receive, waiting: Callable[[], Any]) -> None:
        """Called in the event loop."""
        self._receive = receive
        self._loop = asyncio.get_running_loop()
        self._waiting = waiting
        self._waited = 0.0
        self._received = 0
        self._rest = b""
        self.is_ended = False
        self.awaited: Future[bytes] | None = None
        """The chunk that the thread waits for."""

    def read(self, size: int = -1) -> bytes:
        """The next bytes, at most `size`; empty at the end.

        Raises ClientLeft, or Problem 408 if the client is too slow.
        """
        if not self._rest and not self.is_ended:
            self._rest = self._next()
        piece, self._rest = (
            (self._rest, b"") if size < 0 else (self._rest[:size], self._rest[size:])
        )
        return piece

    def _next(self) -> bytes:
        with budget.waiting(), self._waiting():
            start = monotonic()
            left = LIMITS.body_seconds + self._received / LIMITS.body_rate - self._waited
            self.awaited = asyncio.run_coroutine_threadsafe(self._pull(left), self._loop)
            try:
                piece = self.awaited.result()
            finally:
                self._waited += monotonic() - start
        self._received += len(piece)
        return piece

    async def _pull(self, seconds: float) -> bytes:
        try:
            async with asyncio.timeout(max(seconds, 0.001)):
                while True:
                    message = await self._receive()
                    piece = _piece(message)
                    self.is_ended = not message.get("more_body")
                    if piece or self.is_ended:
                        return piece
        except TimeoutError:
            metrics.count_dropped("body")
            raise too_slow() from None


def _piece(message: dict[str, Any]) -> bytes:
    if message["type"] != "http.request":
        raise ClientLeft
    return message.get("body", b"")  # type: ignore[no-any-return]
