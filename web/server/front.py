"""The service as an ASGI application: a thread is given to a request once it has arrived.

Until then it costs memory, or a file. What it answers is sent without a thread as well; a batch,
which is answered while it arrives or is read, gives its place to others while it waits.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from web import clients
from web.limits import LIMITS
from web.problems import Problem
from web.server import connections
from web.server.answering import Answering, Send
from web.server.arrival import ClientLeft, Receive, Stream, discard, whole
from web.server.computing import Ticket, computing
from web.server.spool import Spool

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""What machines ask of the service is answered however much it computes."""
LINGER_SECONDS = 2.0
"""For a client that sends more than is read to stop and to read the answer."""
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
            answering = Answering(self._application, environ_of(scope), send, is_ending)
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

    async def _answer(self, answering: Answering, receive: Receive) -> None:
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
        except BaseException:
            spool.release()
            raise
        answering.is_last = not is_whole
        answering.release = spool.release
        environ["wsgi.input"] = spool.opened()
        computing().submit(ticket, answering.run)
        await answering.sent()
        if not is_whole:
            await discard(receive, LINGER_SECONDS)

    async def _stream(self, answering: Answering, ticket: Ticket, receive: Receive) -> None:
        with computing().streaming(ticket.client):
            stream = Stream(receive, answering.loop, answering.waiting)
            environ = answering.environ
            environ["wsgi.input"] = answering.stream = stream
            computing().submit(ticket, answering.run)
            await answering.sent()


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
