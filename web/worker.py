"""gunicorn's worker with threads, which slow clients do not hold.

A thread gets a connection once a whole request has arrived on it; until then it waits with the
others, and with a deadline. Long bodies are read while they are answered: at most half of the
threads do so, and a body that comes too slowly ends. Nothing here looks at what a request says.
"""

from __future__ import annotations

import logging
import os
import signal
from collections import deque
from selectors import EVENT_READ
from socket import SHUT_WR, socket
from time import monotonic
from typing import Any

from gunicorn.http import errors
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, ThreadWorker

from messages import say
from web import metrics
from web.arrivals import KEPT
from web.connections import Connection, send, too_slow
from web.limits import LIMITS
from web.problems import UNEXPECTED, Problem

logger = logging.getLogger(__name__)

PIECE = 64 * 1024
LINGER_SECONDS = 2.0
"""For the client to close a connection that was ended, so that it reads the answer."""
LINGERING_MAX = 100
LOOK_SECONDS = 0.5
"""Between two looks for connections that are late."""
MALFORMED = ("malformed", say("The request is no HTTP"))
NO_REQUEST = say("This is no request that the service can read.")
STATUSES: dict[type[Exception], int] = {
    errors.LimitRequestLine: 414,
    errors.LimitRequestHeaders: 431,
    errors.ExpectationFailed: 417,
    errors.UnsupportedTransferCoding: 501,
}
"""How a request is refused before it reaches the application; others are 400."""
ENDING = {signal.SIGINT, signal.SIGQUIT, signal.SIGTERM}
"""By which gunicorn tells a worker to end."""


def hold_ending() -> None:
    """Let what tells a process to end wait, as a new worker does not hear it yet.

    gunicorn tells each worker once. What came between the fork and `init_signals` would be lost,
    and the service would end only after its whole `graceful_timeout`.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


def hear_ending() -> None:
    """Hear it again, and what has waited."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


os.register_at_fork(after_in_parent=hear_ending)


class PatientWorker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's `gthread`, which gives connections to threads only with a request on them."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.arriving: dict[Connection, None] = {}
        """In the order in which they began to wait."""
        self.queue: deque[Connection] = deque()
        """Those with a long body that no thread is free for."""
        self.reading = 0
        self.lingering: dict[socket, float] = {}
        self._next_look = 0.0

    def init_signals(self) -> None:
        """Be told to end; also what came since the fork is heard now."""
        super().init_signals()
        hear_ending()

    def accept(self, listener: socket) -> None:
        """Take a new connection; where there is no room, the one that has idled longest ends."""
        try:
            sock, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError:  # no more files may be open
            if self.arriving:
                self._refuse(next(iter(self.arriving)), "crowd")
            return
        if self.nr_conns >= self.worker_connections - self.cfg.threads and self.keepalived_conns:
            self.keepalived_conns[0].timeout = 0.0
        self.nr_conns += 1
        self.enqueue_req(Connection(self, sock, address, listener.getsockname()))

    def enqueue_req(self, conn: Connection) -> None:
        """Await the next request of a connection, and give it to a thread."""
        if self.cfg.is_ssl:
            super().enqueue_req(conn)
            return
        conn.deadline = monotonic() + LIMITS.head_seconds
        conn.sock.setblocking(False)
        if conn.parser is not None:
            conn.arrival.take(conn.parser.unreader.take_buffered())
        self._receive(conn)

    def handle_request(self, req: Any, conn: Connection) -> Any:
        """As gunicorn does; who announces a long body is told that the connection ends.

        Where an answer leaves much of a body unread, gunicorn ends it without a word, and whoever
        keeps it asks there in vain.
        """
        if conn.is_long and int(dict(req.headers).get("CONTENT-LENGTH", 0)) > KEPT:
            req.force_close()
        return super().handle_request(req, conn)

    def finish_request(self, conn: Connection, future: Any) -> None:
        """A thread has answered: as gunicorn does, and it is free for the next long body."""
        if conn.is_long:
            conn.is_long = False
            self.reading -= 1
            if self.queue:
                self._submit(self.queue.popleft())
        super().finish_request(conn, future)

    def murder_pending(self) -> None:
        """End the connections that are late; gunicorn calls this after each event."""
        super().murder_pending()
        now = monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK_SECONDS
        for sock in [one for one, end in self.lingering.items() if end < now]:
            self._end_lingering(sock)
        for conn in [one for one in self.arriving if one.deadline < now]:
            self._refuse(conn, conn.arrival.stage)
        if not self.alive:  # who has not begun to ask will not be answered
            linger = LIMITS.head_seconds - STOP_KEEPALIVE_LINGER
            idle = [one for one in self.arriving if not one.arrival.data]
            for conn in [one for one in idle if one.deadline < now + linger]:
                self._refuse(conn, "head")

    def linger(self, sock: socket) -> None:
        """Close a connection once its client has, or soon; gunicorn would wait for it here."""
        try:
            sock.shutdown(SHUT_WR)
            sock.setblocking(False)
            if len(self.lingering) >= LINGERING_MAX:
                self._end_lingering(next(iter(self.lingering)))
            self.poller.register(sock, EVENT_READ, self._drain)
            self.lingering[sock] = monotonic() + LINGER_SECONDS
        except (OSError, ValueError, KeyError):
            sock.close()

    def handle_error(self, req: Any, client: socket, addr: Any, exc: Exception) -> None:
        """Answer what is no request with a problem; nothing of it is logged or sent back."""
        if isinstance(exc, errors.ParseException):
            status = next((code for kind, code in STATUSES.items() if isinstance(exc, kind)), 400)
            logger.info("a request was refused: %s", type(exc).__name__)
            metrics.count_dropped("malformed")
            problem = Problem(status, NO_REQUEST, kind=MALFORMED if status == 400 else None)
        else:
            logger.error("unexpected error", exc_info=exc)
            problem = UNEXPECTED
        send(client, problem)

    def _receive(self, conn: Connection) -> None:
        """Take what has arrived, and go on once it is enough."""
        arrival = conn.arrival
        try:
            while arrival.stage in ("head", "body"):
                piece = conn.sock.recv(PIECE)
                if not piece:
                    self._forget(conn)
                    self._drop(conn)
                    return
                before = arrival.stage
                arrival.take(piece)
                if before == "head" and arrival.stage == "body":
                    conn.deadline = monotonic() + LIMITS.body_seconds
        except BlockingIOError:
            self._await(conn)
        except OSError:
            self._forget(conn)
            self._drop(conn)
        else:
            self._forget(conn)
            if arrival.stage == "huge":
                self._end(conn, Problem(431, NO_REQUEST))
            else:
                self._submit(conn)

    def _await(self, conn: Connection) -> None:
        if conn.is_awaited:
            return
        self._make_room()
        conn.is_awaited = True
        self.arriving[conn] = None
        self.poller.register(conn.sock, EVENT_READ, lambda _: self._readable(conn))

    def _readable(self, conn: Connection) -> None:
        if conn.is_awaited:  # and was not refused by what was done since the poller looked
            self._receive(conn)

    def _forget(self, conn: Connection) -> None:
        if conn.is_awaited:
            conn.is_awaited = False
            del self.arriving[conn]
            self.poller.unregister(conn.sock)

    def _submit(self, conn: Connection) -> None:
        """Give a connection to a thread; with a long body, once one is free for such."""
        if conn.arrival.stage == "long" and not conn.is_long:
            if self.reading >= max(1, self.cfg.threads // 2):
                self._make_room()
                self.queue.append(conn)
                return
            conn.is_long = True
            self.reading += 1
        conn.data_ready = True
        super().enqueue_req(conn)

    def _make_room(self) -> None:
        """Refuse the connection that has waited longest where too many wait."""
        if len(self.arriving) + len(self.queue) >= LIMITS.waiting:
            self._refuse(next(iter(self.arriving), None) or self.queue.popleft(), "crowd")

    def _refuse(self, conn: Connection, reason: str) -> None:
        """End a connection whose request has not arrived, and say so if it had begun."""
        self._forget(conn)
        metrics.count_dropped(reason)
        if conn.arrival.data:
            self._end(conn, too_slow())
        else:
            self._drop(conn)

    def _end(self, conn: Connection, problem: Problem) -> None:
        self.nr_conns -= 1
        send(conn.sock, problem)
        self.linger(conn.sock)

    def _drop(self, conn: Connection) -> None:
        self.nr_conns -= 1
        conn.close()

    def _drain(self, sock: socket) -> None:
        if sock not in self.lingering:
            return
        try:
            if sock.recv(PIECE):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._end_lingering(sock)

    def _end_lingering(self, sock: socket) -> None:
        del self.lingering[sock]
        self.poller.unregister(sock)
        sock.close()
