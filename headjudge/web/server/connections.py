"""Connections on which no request comes, or no answer is taken: they end in time.

A protocol of asyncio around gunicorn's own. It knows nothing of HTTP: the front tells it, by
`answering`, when a request has begun and when it is answered.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import AbstractEventLoop, Protocol, Server, Transport
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http import HTTPStatus
from time import monotonic
from typing import Any, cast

from headjudge.web.server.arrival import too_slow
from headjudge.web.service import metrics
from headjudge.web.service.limits import LIMITS
from headjudge.web.service.problems import MALFORMED, Problem
from messages import say

logger = logging.getLogger(__name__)

CONNECTIONS_MAX = 700
"""Of a worker; each is an open file, of which there are often 1024."""
READ_LEAST, READ_MAX = 4 * 1024, 64 * 1024
"""Bytes that are taken of a connection before others have their turn: gunicorn reads them in the
loop, where a body of chunks of one byte takes a hundred times as long as another. A connection has
little taken at first, and where it has sent such."""
CRUMB = 64
"""Bytes between two ends of lines, where that is the case."""
LOOK_SECONDS = 0.5
"""Between two looks for connections that are late."""
LEAVING_SECONDS = 2.5
"""For requests that clients may already be sending to a worker that ends, on connections that were
kept for them: longer than gunicorn's `keepalive`."""
NO_REQUEST = say("This is no request that the service can read.")

_current: ContextVar[Connection | None] = ContextVar("_current", default=None)


class Connections:
    """Those of one worker."""

    def __init__(self) -> None:
        self._servers: list[Server] = []
        self.is_ending = False
        """Whether every answer is the last one on its connection."""
        self.all: dict[Connection, None] = {}
        self.arriving: dict[Connection, None] = {}
        """Those whose next request has not come, in the order in which they began to wait."""

    def guard(self, loop: AbstractEventLoop) -> None:
        """Look after every connection that servers of this loop accept from now on."""
        create = loop.create_server

        async def create_server(factory: Callable[[], Protocol], **named: Any) -> Any:
            if self.is_ending:  # told to end before it was ready: whoever comes is another's
                named["start_serving"] = False
            server = await create(lambda: Connection(self, factory()), **named)
            self._servers.append(server)
            if self.is_ending:
                _stop_accepting(loop, server)
            return server

        loop.create_server = create_server  # type: ignore[assignment,method-assign]
        loop.call_later(LOOK_SECONDS, self._look, loop)

    def end(self, loop: AbstractEventLoop, then: Callable[[], object]) -> None:
        """Accept nothing more, and answer what comes on connections that are kept; `then` go on.

        gunicorn would close those at once, and lose what is being sent on them. A server of asyncio
        loses as well, as it closes, what it has accepted in the same turn of the loop: it closes
        once that is taken.
        """
        if self.is_ending:
            return
        self.is_ending = True
        for server in self._servers:
            _stop_accepting(loop, server)
        end = monotonic() + LEAVING_SECONDS

        def look() -> None:
            for server in self._servers:
                server.close()
            if self.all and monotonic() < end:
                loop.call_later(LOOK_SECONDS / 10, look)
            else:
                then()

        loop.call_later(LOOK_SECONDS / 10, look)

    def add(self, connection: Connection) -> None:
        """Take a new connection; where there is no room, the one that waits for longest ends."""
        if len(self.all) >= CONNECTIONS_MAX or len(self.arriving) >= LIMITS.waiting:
            next(iter(self.arriving), connection).end("crowd")
        self.all[connection] = None

    def _look(self, loop: AbstractEventLoop) -> None:
        """End what is late."""
        loop.call_later(LOOK_SECONDS, self._look, loop)
        now = monotonic()
        patience = LIMITS.head_seconds
        for connection in [waiting for waiting in self.arriving if waiting.since + patience < now]:
            connection.end("head")
        if self.is_ending:  # who has not begun to ask will not be answered
            idle = [waiting for waiting in self.arriving if not waiting.has_begun]
            for connection in [
                waiting for waiting in idle if waiting.since + LEAVING_SECONDS < now
            ]:
                connection.end("head")
        for connection in [served for served in self.all if served.is_not_taken(now)]:
            connection.abort()


class Connection(Protocol):
    """One connection, in front of the protocol that answers on it."""

    def __init__(self, connections: Connections, protocol: Protocol) -> None:
        self._connections = connections
        self._protocol = protocol
        self._transport: Transport | None = None
        self._is_read = False
        """Whether what has come is being read just now."""
        self._unsent = 0
        self._unsent_since = 0.0
        self.since = 0.0
        """When it began to wait for a request."""
        self.has_begun = False
        """Whether a part of that request has come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It was accepted."""
        self._transport = cast(Transport, transport)
        self._read_at_most(READ_LEAST)
        _current.set(self)
        self._connections.add(self)
        self.wait()
        self._protocol.connection_made(cast(Transport, _Written(self, self._transport)))

    def data_received(self, data: bytes) -> None:
        """A part of a request has come."""
        self.has_begun = True
        self._read_at_most(READ_LEAST if data.count(b"\r\n") * CRUMB > len(data) else READ_MAX)
        self._is_read = True
        try:
            self._protocol.data_received(data)
        finally:
            self._is_read = False

    def _read_at_most(self, size: int) -> None:
        cast(Any, self._transport).max_size = size  # of asyncio's selector transports

    def refusal_for(self, data: bytes) -> bytes:
        """What is written for `data`: our words for gunicorn's where it refuses what is no request.

        It does so while it reads what has come, or where no request is answered. Its words may
        hold what was sent; and within an answer they would be a part of it.
        """
        is_idle = self in self._connections.arriving
        if not (self._is_read or is_idle):
            return data
        status = data[9:12]
        if not (is_idle and data.startswith(b"HTTP/1.1 ") and status.isdigit()):
            return b""
        logger.info("a request was refused: %d", int(status))
        metrics.count_dropped("malformed")
        kind = MALFORMED if status == b"400" else None
        return _answer(Problem(int(status), NO_REQUEST, kind=kind))

    def eof_received(self) -> bool | None:
        """The client sends no more."""
        return self._protocol.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        """It has ended."""
        self._connections.all.pop(self, None)
        self._connections.arriving.pop(self, None)
        self._protocol.connection_lost(error)

    def pause_writing(self) -> None:
        """The client does not take what is sent."""
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """It does again."""
        self._protocol.resume_writing()

    def is_ending(self) -> bool:
        """Whether the worker ends, and it with it."""
        return self._connections.is_ending

    def wait(self) -> None:
        """Wait for a request from now on, unless it has ended."""
        if self not in self._connections.all:
            return
        self.since = monotonic()
        self.has_begun = False
        self._connections.arriving[self] = None

    def begin(self) -> None:
        """The request has come."""
        self._connections.arriving.pop(self, None)

    def end(self, late: str) -> None:
        """End it; whoever has begun to ask is told."""
        assert self._transport
        metrics.count_dropped(late)
        self.begin()
        if self.has_begun:
            self._transport.write(_answer(too_slow()))
        self._transport.close()

    def abort(self) -> None:
        """End it at once, whatever is not sent yet."""
        assert self._transport
        self._transport.abort()

    def is_not_taken(self, now: float) -> bool:
        """Whether the client has taken nothing of what waits for it, for too long."""
        assert self._transport
        unsent = self._transport.get_write_buffer_size()
        if not unsent or unsent != self._unsent:
            self._unsent, self._unsent_since = unsent, now
            return False
        return now - self._unsent_since > LIMITS.send_seconds


class _Written:
    """A transport, which asks its connection what is written."""

    def __init__(self, connection: Connection, transport: Transport) -> None:
        self._connection = connection
        self._transport = transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send data."""
        if data := self._connection.refusal_for(data):
            self._transport.write(data)


def _stop_accepting(loop: AbstractEventLoop, server: Server) -> None:
    """Accept nothing from now on, but take what was accepted already."""
    for listener in server.sockets:
        loop.remove_reader(listener.fileno())


@contextmanager
def answering() -> Iterator[Callable[[], bool]]:
    """A request has come on the connection of this task, and is answered herein.

    Gives what tells whether the connection is to end with the answer.
    """
    connection = _current.get()
    if connection is None:  # another server has accepted it
        yield bool
        return
    connection.begin()
    try:
        yield connection.is_ending
    finally:
        connection.wait()


def _answer(problem: Problem) -> bytes:
    headers, body = problem.as_sent()
    head = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
        *(f"{name}: {value}" for name, value in headers.items()),
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode() + body
