"""One request while it is answered: computed in a thread, and sent without one."""

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
"""Where the environment of a request tells whether its client has left."""
PIECE = 16 * 1024
"""Bytes of an answer that are sent together, or as much as there is after so many seconds."""
PIECE_SECONDS = 0.2


class Answering(Job):
    """One request while it is answered: by `run` in a thread, and by `sent` in the loop."""

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
        """Whether the thread waits for the client, and gives its place to others meanwhile."""
        self.is_last = False
        """Whether the connection ends with the answer."""
        self.stream: Stream | None = None
        self.spool: Spool | None = None
        """The body, until it is answered."""
        self._application = application
        self._send = send
        self._is_ending = is_ending
        self._head: Message | None = None
        self._end: list[Message] = []
        """What is sent last."""
        self._unsent: deque[tuple[list[Message], Event | None]] = deque()
        self._awaited: asyncio.Future[None] | None = None
        self._kept: list[bytes] = []
        self._size = 0
        self._since = 0.0

    def run(self) -> None:
        """Answer; in a thread. The end of the answer is left for `finish`."""
        pieces: Iterable[bytes] = ()
        try:
            if self._is_gone:
                return
            try:
                pieces = self._application(self.environ, self._start)
                if isinstance(pieces, list):
                    self._kept = pieces
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
        """Send the end."""
        if self.spool:
            self.spool.release()
        if self._end:
            self._take(self._end)

    def refuse(self, problem: Problem) -> None:
        """Answer with a problem."""
        self._end = _messages(problem)
        self.finish()

    async def sent(self) -> None:
        """Send what is answered as it comes, until its end."""
        while True:
            if not self._unsent:
                self._awaited = asyncio.get_running_loop().create_future()
                await self._awaited
            messages, taken = self._unsent[0]  # where it stays for `leave` until it is sent
            if "headers" in messages[0] and (self.is_last or self._is_ending()):
                messages[0]["headers"].append((b"Connection", b"close"))
            for message in messages:
                await self._send(message)
            self._unsent.popleft()
            if taken:
                taken.set()
            if not messages[-1].get("more_body"):
                return

    def leave(self) -> None:
        """The client has left: a thread that waits for it stops."""
        self._is_gone = True
        if self.stream and self.stream.awaited:
            self.stream.awaited.cancel()
        for _, taken in self._unsent:
            if taken:
                taken.set()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Where the thread waits for more of the body: all that is answered is sent before."""
        self._flush()
        with computing().paused(self):
            yield

    def _start(self, status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[..., Any]:
        named = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._head = {"type": "http.response.start", "status": int(status[:3]), "headers": named}
        return self._keep

    def _keep(self, piece: bytes) -> None:
        if not self._kept:
            self._since = monotonic()
        self._kept.append(piece)
        self._size += len(piece)
        if self._size >= PIECE or monotonic() - self._since > PIECE_SECONDS:
            self._flush()

    def _flush(self) -> None:
        """Send what there is, and wait until the client takes more where the answer is long."""
        if self._is_gone:
            raise ClientLeft
        if not any(self._kept):
            return
        messages = self._messages(is_end=False)
        if not self.may_pause:
            computing().tell(self._take, messages)
            return
        taken = Event()
        with computing().paused(self):
            computing().tell(self._take, messages, taken)
            taken.wait()
        if self._is_gone:
            raise ClientLeft

    def _messages(self, *, is_end: bool) -> list[Message]:
        piece = b"".join(self._kept)
        self._kept, self._size = [], 0
        body = {"type": "http.response.body", "body": piece, "more_body": not is_end}
        if not self._head:
            return [body]
        head, self._head = self._head, None
        return [head, body]

    def _take(self, messages: list[Message], taken: Event | None = None) -> None:
        self._unsent.append((messages, taken))
        if self._awaited and not self._awaited.done():
            self._awaited.set_result(None)
        if self._is_gone and taken:
            taken.set()


def _messages(problem: Problem) -> list[Message]:
    named, body = problem.as_sent()
    headers: Headers = [(name.encode(), value.encode()) for name, value in named.items()]
    return [
        {"type": "http.response.start", "status": problem.status, "headers": headers},
        {"type": "http.response.body", "body": body},
    ]
