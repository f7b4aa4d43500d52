"""Answering one request: computed in a thread, sent by the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from headjudge.web.server.arrival import ClientLeft, Stream
from headjudge.web.server.computing import Job, computing
from headjudge.web.server.spool import Spool
from headjudge.web.service.problems import UNEXPECTED, Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

logger = logging.getLogger(__name__)

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
CLIENT_GONE = "headjudge.client_gone"
"""The WSGI environment key of a predicate: has the client disconnected?"""
PIECE = 16 * 1024
"""Bytes of an answer sent together; less if more takes too long to compute."""
PIECE_SECONDS = 0.2


class Answering(Job):
    """One request being answered: `run` in a thread, `send_all` in the event loop."""

    def __init__(
        self,
        application: WSGIApplication,
        environ: WSGIEnvironment,
        send: Send,
        is_ending: Callable[[], bool],
    ) -> None:
        self.environ = environ
        self._is_gone = False
        environ[CLIENT_GONE] = lambda: self._is_gone
        self.may_pause = False
        """Whether the thread may wait for the client, and yield its place meanwhile."""
        self.is_last = False
        """Whether the connection closes after the answer."""
        self.stream: Stream | None = None
        self.spool: Spool | None = None
        """The body, until the request is answered."""
        self._application = application
        self._send = send
        self._is_ending = is_ending
        self._head: Message | None = None
        self._end: list[Message] = []
        """The final messages."""
        self._unsent: deque[tuple[list[Message], Event | None]] = deque()
        self._wakeup: asyncio.Future[None] | None = None
        self._pieces: list[bytes] = []
        self._pieces_size = 0
        self._pieces_since = 0.0

    def run(self) -> None:
        """Compute the answer, in a thread. Its end is left to `finish`."""
        pieces: Iterable[bytes] = ()
        try:
            if self._is_gone:
                return
            try:
                pieces = self._application(self.environ, self._start)
                if isinstance(pieces, list):
                    self._pieces = pieces
                else:
                    for piece in pieces:
                        self._keep(piece)
            finally:
                if close := getattr(pieces, "close", None):
                    close()
            self._end = self._messages(is_end=True)
        except ClientLeft:
            pass
        except Exception:
            logger.exception("unexpected error")
            self._end = _messages(UNEXPECTED)

    def finish(self) -> None:
        """Send the end of the answer."""
        if self.spool:
            self.spool.release()
        if self._end:
            self._enqueue(self._end)

    def refuse(self, problem: Problem) -> None:
        """Answer with a problem."""
        self._end = _messages(problem)
        self.finish()

    async def send_all(self) -> None:
        """Send the answer as it is computed, until its end."""
        while True:
            if not self._unsent:
                self._wakeup = asyncio.get_running_loop().create_future()
                await self._wakeup
            messages, sent = self._unsent[0]  # stays in the queue for `leave` until it is sent
            if "headers" in messages[0] and (self.is_last or self._is_ending()):
                messages[0]["headers"].append((b"Connection", b"close"))
            for message in messages:
                await self._send(message)
            self._unsent.popleft()
            if sent:
                sent.set()
            if not messages[-1].get("more_body"):
                return

    def leave(self) -> None:
        """Unblock a thread that waits for the client, which has disconnected."""
        self._is_gone = True
        if self.stream and self.stream.awaited:
            self.stream.awaited.cancel()
        for _, sent in self._unsent:
            if sent:
                sent.set()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Send everything computed so far while the thread waits for more of the body."""
        self._flush()
        with computing().pause(self):
            yield

    def _start(self, status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[..., Any]:
        named = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._head = {"type": "http.response.start", "status": int(status[:3]), "headers": named}
        return self._keep

    def _keep(self, piece: bytes) -> None:
        if not self._pieces:
            self._pieces_since = monotonic()
        self._pieces.append(piece)
        self._pieces_size += len(piece)
        if self._pieces_size >= PIECE or monotonic() - self._pieces_since > PIECE_SECONDS:
            self._flush()

    def _flush(self) -> None:
        """Send the collected output; block while the client does not read a long answer."""
        if self._is_gone:
            raise ClientLeft
        if not any(self._pieces):
            return
        messages = self._messages(is_end=False)
        if not self.may_pause:
            computing().call_soon(self._enqueue, messages)
            return
        sent = Event()
        with computing().pause(self):
            computing().call_soon(self._enqueue, messages, sent)
            sent.wait()
        if self._is_gone:
            raise ClientLeft

    def _messages(self, *, is_end: bool) -> list[Message]:
        piece = b"".join(self._pieces)
        self._pieces, self._pieces_size = [], 0
        body = {"type": "http.response.body", "body": piece, "more_body": not is_end}
        if not self._head:
            return [body]
        head, self._head = self._head, None
        return [head, body]

    def _enqueue(self, messages: list[Message], sent: Event | None = None) -> None:
        self._unsent.append((messages, sent))
        if self._wakeup and not self._wakeup.done():
            self._wakeup.set_result(None)
        if self._is_gone and sent:
            sent.set()


def _messages(problem: Problem) -> list[Message]:
    named, body = problem.headers_and_body()
    headers: Headers = [(name.encode(), value.encode()) for name, value in named.items()]
    return [
        {"type": "http.response.start", "status": problem.status, "headers": headers},
        {"type": "http.response.body", "body": body},
    ]
