"""Time limits for idle connections and for clients that do not read their answers.

An asyncio protocol that wraps gunicorn's own. It does not parse HTTP: the front reports, by
`answering`, when a request begins and ends.
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
"""Per worker; each is an open file, often limited to 1024."""
READ_LEAST, READ_MAX = 4 * 1024, 64 * 1024
"""Bytes read from a connection before others get their turn. gunicorn parses them in the event
loop, where a body in chunks of one byte takes a hundred times as long. New connections, and
those that have sent such chunks, get the smaller size."""
CHUNK_LEAST = 64
"""Bytes per line end below which data counts as such chunks."""
CHECK_SECONDS = 0.5
"""Interval between checks for late connections."""
LEAVING_SECONDS = 2.5
"""Grace period of an ending worker for requests already on their way on kept-alive connections:
longer than gunicorn's `keepalive`."""
NO_REQUEST = say("The service cannot read this request.")

_current: ContextVar[Connection | None] = ContextVar("_current", default=None)


class Connections:
    """The connections of one worker."""

    def __init__(self) -> None:
        self._servers: list[Server] = []
        self.is_ending = False
        """Whether each connection closes after its current answer."""
        self.all: dict[Connection, None] = {}
        self.arriving: dict[Connection, None] = {}
        """Connections waiting for a request, longest waiting first."""

    def guard(self, loop: AbstractEventLoop) -> None:
        """Watch all connections accepted by servers of this event loop from now on."""
        create = loop.create_server

        async def create_server(factory: Callable[[], Protocol], **named: Any) -> Any:
            if self.is_ending:  # asked to end before it was ready: other workers take new clients
                named["start_serving"] = False
            server = await create(lambda: Connection(self, factory()), **named)
            self._servers.append(server)
            if self.is_ending:
                _stop_accepting(loop, server)
            return server

        loop.create_server = create_server  # type: ignore[assignment,method-assign]
        loop.call_later(CHECK_SECONDS, self._close_late, loop)

    def end(self, loop: AbstractEventLoop, then: Callable[[], object]) -> None:
        """Stop accepting, answer pending requests on kept-alive connections, then call `then`.

        gunicorn would close those immediately and lose requests on their way. An asyncio server
        also loses connections accepted in the same turn of the loop in which it is closed, so it
        is closed only after they are taken.
        """
        if self.is_ending:
            return
        self.is_ending = True
        for server in self._servers:
            _stop_accepting(loop, server)
        end = monotonic() + LEAVING_SECONDS

        def close() -> None:
            for server in self._servers:
                server.close()
            if self.all and monotonic() < end:
                loop.call_later(CHECK_SECONDS / 10, close)
            else:
                then()

        loop.call_later(CHECK_SECONDS / 10, close)

    def add(self, connection: Connection) -> None:
        """Add a new connection; if there is no room, the longest waiting one is closed."""
        if len(self.all) >= CONNECTIONS_MAX or len(self.arriving) >= LIMITS.waiting:
            next(iter(self.arriving), connection).end("crowd")
        self.all[connection] = None

    def _close_late(self, loop: AbstractEventLoop) -> None:
        """Close late connections; while ending, also those on which no request has begun."""
        loop.call_later(CHECK_SECONDS, self._close_late, loop)
        now = monotonic()
        for connection in [*self.arriving]:
            patience: float = LIMITS.head_seconds
            if self.is_ending and not connection.has_begun:
                patience = min(patience, LEAVING_SECONDS)
            if connection.since + patience < now:
                connection.end("head")
        for connection in [*self.all]:
            if connection.is_stalled(now):
                connection.abort()


class Connection(Protocol):
    """One connection, wrapping the protocol that answers on it."""

    def __init__(self, connections: Connections, protocol: Protocol) -> None:
        self._connections = connections
        self._protocol = protocol
        self._transport: Transport | None = None
        self._is_read = False
        """Whether received data is being processed."""
        self._unsent = 0
        self._unsent_since = 0.0
        self.since = 0.0
        """When it started to wait for a request."""
        self.has_begun = False
        """Whether a part of that request has arrived."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection was accepted."""
        self._transport = cast(Transport, transport)
        self._read_at_most(READ_LEAST)
        _current.set(self)
        self._connections.add(self)
        self.wait()
        self._protocol.connection_made(cast(Transport, _GuardedTransport(self, self._transport)))

    def data_received(self, data: bytes) -> None:
        """A part of a request has arrived."""
        self.has_begun = True
        has_tiny_chunks = data.count(b"\r\n") * CHUNK_LEAST > len(data)
        self._read_at_most(READ_LEAST if has_tiny_chunks else READ_MAX)
        self._is_read = True
        try:
            self._protocol.data_received(data)
        finally:
            self._is_read = False

    def _read_at_most(self, size: int) -> None:
        cast(Any, self._transport).max_size = size  # of asyncio's selector transports

    def refusal_for(self, data: bytes) -> bytes:
        """The bytes to write for `data`: our own problem in place of gunicorn's error pages.

        gunicorn sends those while it parses, or when no request is being answered. They may echo
        the request, and within an answer they would corrupt it.
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
        """The client will send no more."""
        return self._protocol.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        """The connection was closed."""
        self._connections.all.pop(self, None)
        self._connections.arriving.pop(self, None)
        self._protocol.connection_lost(error)

    def pause_writing(self) -> None:
        """The client does not read its answer."""
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        self._protocol.resume_writing()

    def is_ending(self) -> bool:
        """Whether the worker, and the connection with it, is ending."""
        return self._connections.is_ending

    def wait(self) -> None:
        """Start waiting for a request, unless the connection is closed."""
        if self not in self._connections.all:
            return
        self.since = monotonic()
        self.has_begun = False
        self._connections.arriving[self] = None

    def begin(self) -> None:
        """The request has arrived."""
        self._connections.arriving.pop(self, None)

    def end(self, late: str) -> None:
        """Close the connection, with an answer if a request has begun."""
        assert self._transport
        metrics.count_dropped(late)
        self.begin()
        if self.has_begun:
            self._transport.write(_answer(too_slow()))
        self._transport.close()

    def abort(self) -> None:
        """Close the connection at once, dropping unsent data."""
        assert self._transport
        self._transport.abort()

    def is_stalled(self, now: float) -> bool:
        """Whether the client has not read pending data for too long."""
        assert self._transport
        unsent = self._transport.get_write_buffer_size()
        if not unsent or unsent != self._unsent:
            self._unsent, self._unsent_since = unsent, now
            return False
        return now - self._unsent_since > LIMITS.send_seconds


class _GuardedTransport:
    """A transport that passes written data through its connection."""

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
    """Stop accepting, but keep connections already accepted."""
    for listener in server.sockets:
        loop.remove_reader(listener.fileno())


@contextmanager
def answering() -> Iterator[Callable[[], bool]]:
    """Marks a request on the connection of the current task as being answered.

    Yields a predicate: does the connection close after the answer?
    """
    connection = _current.get()
    if connection is None:  # accepted by another server
        yield bool
        return
    connection.begin()
    try:
        yield connection.is_ending
    finally:
        connection.wait()


def _answer(problem: Problem) -> bytes:
    headers, body = problem.headers_and_body()
    head = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
        *(f"{name}: {value}" for name, value in headers.items()),
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode() + body
