"""Connections of the worker: what has arrived on one, and how long the rest may take."""

from __future__ import annotations

from contextlib import suppress
from http import HTTPStatus
from socket import socket
from time import monotonic
from typing import Any, Protocol

from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn

from messages import say
from web import metrics
from web.answers import encode
from web.arrivals import Arrival
from web.limits import LIMITS
from web.problems import MEDIA_TYPE, Problem


class Worker(Protocol):
    """What a connection asks of its worker."""

    cfg: Any
    alive: bool

    def linger(self, sock: socket) -> None: ...


def too_slow() -> Problem:
    """The problem of a request that does not come in time."""
    return Problem(408, say("The request came too slowly: send it again."))


class Reader(SocketUnreader):  # type: ignore[misc]
    """What is read of a request in a thread; raises Problem 408 once the client is too slow.

    Only the time that is spent waiting counts, so that a batch may take as long as it needs.
    """

    def __init__(self, sock: socket) -> None:
        super().__init__(sock)
        self.begin()

    def begin(self) -> None:
        """A new request."""
        self._waited = 0.0
        self._received = 0

    def chunk(self, size_hint: int | None = None) -> bytes:
        """The next piece of the connection."""
        left = LIMITS.body_seconds + self._received / LIMITS.body_rate - self._waited
        given = self.sock.gettimeout()
        is_drained = given != LIMITS.send_seconds  # gunicorn's own bound for what nobody reads
        begun = monotonic()
        self.sock.settimeout(given if is_drained else max(left, 0.001))
        try:
            piece: bytes = super().chunk(size_hint)
        except TimeoutError:
            if is_drained:
                raise
            metrics.count_dropped("body")
            raise too_slow() from None
        except ConnectionError:
            return b""
        finally:
            self.sock.settimeout(given)
        self._waited += monotonic() - begun
        self._received += len(piece)
        return piece


class Connection(TConn):  # type: ignore[misc]
    """A connection that keeps what has arrived until a thread takes it."""

    def __init__(self, worker: Worker, sock: socket, client: Any, server: Any) -> None:
        super().__init__(worker.cfg, sock, client, server)
        self.worker = worker
        self.arrival = Arrival()
        self.deadline = 0.0
        self.is_long = False
        self.is_awaited = False
        """Whether the poller looks at it for what is missing of a request."""

    def init(self) -> None:
        """Get ready for a thread, which calls this before it reads a request."""
        super().init()
        if self.cfg.is_ssl or self.is_http2:
            return
        if not isinstance(self.parser.unreader, Reader):
            self.parser.unreader = Reader(self.sock)
        self.parser.unreader.begin()
        self.parser.unreader.unread(bytes(self.arrival.data))
        self.arrival = Arrival()
        self.sock.settimeout(LIMITS.send_seconds)

    def close(self, graceful: bool = False) -> None:
        """End the connection; gracefully, its client may still read what was sent."""
        if graceful and self.worker.alive and not self.cfg.is_ssl:
            self.worker.linger(self.sock)
        else:
            super().close()


def send(sock: socket, problem: Problem) -> None:
    """Send an answer that needs no thread; whoever does not take it at once gets none."""
    body = encode(problem.as_dict())
    head = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    )
    with suppress(OSError):
        sock.setblocking(False)
        sock.send("\r\n".join((*head, "", "")).encode() + body)
