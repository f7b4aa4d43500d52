"""One request while it is answered: computed in a thread, and sent without one."""

from __future__ import annotations

import asyncio
import logging
from asyncio import AbstractEventLoop
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from web.answers import encode
from web.problems import MEDIA_TYPE, UNEXPECTED, Problem
from web.server.arrival import ClientLeft, Stream

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
CLIENT_GONE = "headjudge.client_gone"
"""Where the environment of a request tells whether its client has left."""
PIECE = 16 * 1024
"""Bytes of an answer that are sent together, or as much as there is after so many seconds."""
PIECE_SECONDS = 0.2


class Answering:
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
        self.loop: AbstractEventLoop = asyncio.get_running_loop()
        self.pause: Callable[[], Any] | None = None
        """A context in which the thread waits and computes nothing; None where it waits never."""
        self.is_last = False
        """Whether the connection ends with the answer."""
        self.stream: Stream | None = None
        self.release: Callable[[], object] = int
        """Called in the loop once nobody reads the body any more."""
        self._application = application
        self._send = send
        self._is_ending = is_ending
        self._head: dict[str, Any] | None = None
        self._said: asyncio.Queue[tuple[list[dict[str, Any]], Event | None]] = asyncio.Queue()
        self._kept: list[bytes] = []
        self._size = 0
        self._since = 0.0

    def run(self) -> None:
        """Answer; in a thread."""
        pieces: Iterable[bytes] = ()
        try:
            if self._is_gone:
                return
            pieces = self._application(self.environ, self._start)
            if isinstance(pieces, list):
                self._say(b"".join(pieces), is_end=True)
                return
            for piece in pieces:
                self._keep(piece)
            self._flush(is_end=True)
        except ClientLeft:
            pass
        except Exception:
            logger.exception("unexpected error")
            self.refuse_from_thread(UNEXPECTED)
        finally:
            if close := getattr(pieces, "close", None):
                with suppress(ClientLeft):
                    close()
            self.loop.call_soon_threadsafe(self.release)

    def refuse_from_thread(self, problem: Problem) -> None:
        """Answer with a problem, unless an answer has begun; that one breaks off."""
        self._post((_messages(problem), None))
        self.loop.call_soon_threadsafe(self.release)

    async def refuse(self, problem: Problem) -> None:
        """Answer with a problem, and end the connection."""
        self.is_last = True
        await self._pass_on(_messages(problem))

    async def sent(self) -> None:
        """Send what is answered as it comes, until its end."""
        while True:
            messages, taken = await self._said.get()
            await self._pass_on(messages)
            if taken:
                taken.set()
            if not messages[-1].get("more_body"):
                return

    def leave(self) -> None:
        """The client has left: a thread that waits for it stops."""
        self._is_gone = True
        if self.stream and self.stream.awaited:
            self.stream.awaited.cancel()
        while not self._said.empty():
            if taken := self._said.get_nowait()[1]:
                taken.set()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Where the thread waits for more of the body: all that is answered is sent before."""
        self._flush()
        assert self.pause
        with self.pause():
            yield

    async def _pass_on(self, messages: list[dict[str, Any]]) -> None:
        if "headers" in messages[0] and (self.is_last or self._is_ending()):
            messages[0]["headers"].append((b"Connection", b"close"))
        for message in messages:
            await self._send(message)

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

    def _flush(self, *, is_end: bool = False) -> None:
        piece = b"".join(self._kept)
        self._kept, self._size = [], 0
        if piece or is_end:
            self._say(piece, is_end=is_end)

    def _say(self, piece: bytes, *, is_end: bool) -> None:
        """Send a piece, and wait until the client takes more where the answer is a long one."""
        if self._is_gone:
            raise ClientLeft
        messages = [{"type": "http.response.body", "body": piece, "more_body": not is_end}]
        if self._head:
            messages.insert(0, self._head)
            self._head = None
        if is_end or not self.pause:
            self._post((messages, None))
            return
        taken = Event()
        with self.pause():
            self._post((messages, taken))
            taken.wait()
        if self._is_gone:
            raise ClientLeft

    def _post(self, said: tuple[list[dict[str, Any]], Event | None]) -> None:
        self.loop.call_soon_threadsafe(self._take, said)

    def _take(self, said: tuple[list[dict[str, Any]], Event | None]) -> None:
        self._said.put_nowait(said)
        if self._is_gone and said[1]:
            said[1].set()


def _messages(problem: Problem) -> list[dict[str, Any]]:
    body = encode(problem.as_dict())
    headers: Headers = [
        (b"Content-Type", MEDIA_TYPE.encode()),
        (b"Content-Length", str(len(body)).encode()),
        (b"Cache-Control", b"no-store"),
        (b"X-Content-Type-Options", b"nosniff"),
        *((name.encode(), value.encode()) for name, value in problem.headers.items()),
    ]
    return [
        {"type": "http.response.start", "status": problem.status, "headers": headers},
        {"type": "http.response.body", "body": body},
    ]
