"""The service as an ASGI application: a thread is given to a request once it has arrived.

Until then it costs memory, or a file. What it answers is sent without a thread as well; a batch,
which is answered while it arrives or is read, gives its place to others while it waits.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio import AbstractEventLoop
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cached_property
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from web import clients
from web.answers import encode
from web.limits import LIMITS
from web.problems import MEDIA_TYPE, UNEXPECTED, Problem
from web.server import connections
from web.server.arrival import ClientLeft, Receive, Stream, discard, whole
from web.server.computing import Ticket, computing
from web.server.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""What machines ask of the service is answered however much it computes."""
LINGER_SECONDS = 2.0
"""For a client that sends more than is read to stop and to read the answer."""
PIECE = 16 * 1024
"""Bytes of an answer that are sent together, or as much as there is after so many seconds."""
PIECE_SECONDS = 0.2
ALWAYS = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}


class Front:
    """Answers ASGI by a WSGI application."""

    def __init__(
        self, application: WSGIApplication, most: Mapping[str, int], streamed: frozenset[str]
    ) -> None:
        """`most` are the bytes of a body by path, where they are not `LIMITS.body`; `streamed` are
        the paths whose answers begin before the body has arrived, if it is chunked."""
        self._application = application
        self._most = most
        self._streamed = streamed

    @cached_property  # after the fork
    def _probing(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1, "probe")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request."""
        assert scope["type"] == "http", scope["type"]
        with connections.answering() as is_ending:
            answering = _Answering(self._application, environ_of(scope), send, is_ending)
            if scope["path"] in PROBES:
                self._probing.submit(answering.run)
                await answering.sent()
                return
            try:
                await self._answer(answering, receive)
            except Problem as problem:
                await answering.refuse(problem)
                await discard(receive, LINGER_SECONDS)
            except ClientLeft:
                pass
            except asyncio.CancelledError:  # the client has left
                answering.leave()
                raise

    async def _answer(self, answering: _Answering, receive: Receive) -> None:
        environ = answering.environ
        client = clients.of(environ)
        path = environ["PATH_INFO"]
        most = self._most.get(path, LIMITS.body)
        announced = environ.get("CONTENT_LENGTH", "")
        ticket = Ticket(client, int, answering.refuse_from_thread)
        if path in self._streamed:
            answering.pause = lambda: computing().paused(ticket)
            if not announced:
                await self._stream(answering, ticket, receive)
                return
        spool = Spool(client)
        try:
            is_whole = int(announced or 0) <= most and await whole(receive, spool, most)
            answering.is_last = not is_whole
            environ["wsgi.input"] = spool.opened()
            computing().submit(ticket, answering.run)
            await answering.sent()
        finally:
            spool.release()
        if not is_whole:
            await discard(receive, LINGER_SECONDS)

    async def _stream(self, answering: _Answering, ticket: Ticket, receive: Receive) -> None:
        with computing().streaming(ticket.client):
            stream = Stream(receive, answering.loop, answering.waiting)
            environ = answering.environ
            environ["wsgi.input"] = answering.stream = stream
            computing().submit(ticket, answering.run)
            await answering.sent()


class _Answering:
    """One request while it is answered: by `run` in a thread, and by `sent` in the loop."""

    def __init__(
        self,
        application: WSGIApplication,
        environ: WSGIEnvironment,
        send: Send,
        is_ending: Callable[[], bool],
    ) -> None:
        self.environ = environ
        self.loop: AbstractEventLoop = asyncio.get_running_loop()
        self.pause: Callable[[], Any] | None = None
        """A context in which the thread waits and computes nothing; None where it waits never."""
        self.is_last = False
        """Whether the connection ends with the answer."""
        self.stream: Stream | None = None
        self._application = application
        self._send = send
        self._is_ending = is_ending
        self._head: dict[str, Any] | None = None
        self._is_gone = False
        self._said: asyncio.Queue[tuple[list[dict[str, Any]], Event | None]] = asyncio.Queue()
        self._kept: list[bytes] = []
        self._size = 0
        self._since = 0.0

    def run(self) -> None:
        """Answer; in a thread."""
        pieces: Iterable[bytes] = ()
        try:
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

    def refuse_from_thread(self, problem: Problem) -> None:
        """Answer with a problem, unless an answer has begun; that one breaks off."""
        self._post((_messages(problem), None))

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


def environ_of(scope: Mapping[str, Any]) -> WSGIEnvironment:
    """What WSGI says of a request, but for its body."""
    raw: bytes = scope["raw_path"]
    environ: WSGIEnvironment = {
        **ALWAYS,
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": unquote_to_bytes(raw.partition(b"?")[0]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.url_scheme": scope["scheme"],
    }
    server, client = scope.get("server"), scope.get("client")
    environ["SERVER_NAME"], environ["SERVER_PORT"] = (
        (server[0], str(server[1])) if server else ("localhost", "80")
    )
    environ["REMOTE_ADDR"] = client[0] if client else ""
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = "HTTP_" + key
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


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
