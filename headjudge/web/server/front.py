"""The service as an ASGI application that gives a thread to a request once it has arrived.

Until then a request only costs memory, or a file; answers are also sent without a thread. A
batch, which is answered while it arrives, yields its place while it waits.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from headjudge.web.server import connections
from headjudge.web.server.answering import Answering, Send
from headjudge.web.server.arrival import ClientLeft, Receive, Stream, discard, read_body
from headjudge.web.server.computing import Computing, computing
from headjudge.web.server.spool import Spool
from headjudge.web.service import clients
from headjudge.web.service.limits import LIMITS
from headjudge.web.service.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Monitoring requests, which bypass the queue of the other requests."""
HEADERS_KEPT = 256
"""Maximum number of cached header names."""
LINGER_SECONDS = 2.0
"""Time for a client that sends more than is read to stop and read the answer."""
CONSTANTS = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}


class Front:
    """An ASGI application around a WSGI application."""

    def __init__(
        self, application: WSGIApplication, body_limits: Mapping[str, int], streamed: frozenset[str]
    ) -> None:
        """`body_limits` are by path, if different from `LIMITS.body`; those paths have streamed
        answers. `streamed` are the paths that also accept chunked bodies as a stream.
        """
        self._application = application
        self._body_limits = body_limits
        self._streamed = streamed

    @cached_property  # after the fork
    def _probing(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1, "probe")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle one ASGI request."""
        if scope["type"] != "http":  # web sockets are rejected with 403
            await send({"type": "websocket.close"})
            return
        with connections.answering() as is_ending:
            answering = Answering(self._application, environ_of(scope), send, is_ending)
            try:
                if scope["path"] in PROBES:
                    self._probing.submit(_answer_probe, computing(), answering)
                    await answering.send_all()
                else:
                    await self._answer(answering, receive)
            except Problem as problem:
                answering.is_last = True
                answering.refuse(problem)
                await answering.send_all()
                await discard(receive, LINGER_SECONDS)
            except ClientLeft:
                pass
            except asyncio.CancelledError:  # the client has disconnected
                answering.leave()
                raise

    async def _answer(self, answering: Answering, receive: Receive) -> None:
        environ = answering.environ
        client = answering.client = clients.of(environ)
        path = environ["PATH_INFO"]
        most = self._body_limits.get(path, LIMITS.body)
        length = environ.get("CONTENT_LENGTH", "")
        answering.may_pause = path in self._body_limits and environ["REQUEST_METHOD"] == "POST"
        if not length and path in self._streamed:
            answering.stream = Stream(receive, answering.waiting)
            environ["wsgi.input"] = answering.stream
            await self._compute(answering)
            return
        spool = answering.spool = Spool(client)
        try:
            is_whole = int(length or 0) <= most and await read_body(receive, spool, most)
        except BaseException:
            spool.release()
            raise
        answering.is_last = not is_whole
        environ["wsgi.input"] = spool.rewind()
        await self._compute(answering)
        if not is_whole:
            await discard(receive, LINGER_SECONDS)

    async def _compute(self, answering: Answering) -> None:
        shared = computing()
        with shared.streaming(answering.client) if answering.may_pause else nullcontext():
            shared.submit(answering)
            await answering.send_all()


def _answer_probe(shared: Computing, answering: Answering) -> None:
    answering.run()
    shared.call_soon(answering.finish)


def environ_of(scope: Mapping[str, Any]) -> WSGIEnvironment:
    """The WSGI environment of a request, without its body."""
    raw: bytes = scope["raw_path"]
    environ: WSGIEnvironment = {
        **CONSTANTS,
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": unquote_to_bytes(raw.partition(b"?")[0]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.url_scheme": scope["scheme"],
    }
    client = scope.get("client")
    environ["SERVER_NAME"], port = scope.get("server") or ("localhost", 80)
    environ["SERVER_PORT"] = str(port)
    environ["REMOTE_ADDR"] = client[0] if client else ""
    for name, value in scope["headers"]:
        key = _environ_key(name)
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


@lru_cache(HEADERS_KEPT)
def _environ_key(header: bytes) -> str:
    """The WSGI name of a header."""
    name = header.decode("latin-1").upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
