"""Flask, as configured for the service."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from contextvars import Context, ContextVar, copy_context
from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

Headers = tuple[tuple[str, str], ...]
"""The headers of an answer, as in WSGI."""
API = "/v1/"
"""The path prefix of the API, whose answers are JSON."""
REQUEST_ID = "X-Request-ID"
NO_ID = "-"
request_id: ContextVar[str] = ContextVar("request_id", default=NO_ID)
"""The id of the current request: the client's, or a random one."""
is_id_sent: ContextVar[bool] = ContextVar("is_id_sent", default=False)
"""Whether the client sent it."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class TimedRequest(Request):
    """A request with its start time."""

    def __init__(
        self, environ: WSGIEnvironment, populate_request: bool = True, shallow: bool = False
    ) -> None:
        self.start_time = perf_counter()
        super().__init__(environ, populate_request, shallow)


class Answer(Response):
    """A response whose text may contain anything from a file or JSON."""

    _is_followed = False

    def set_data(self, value: bytes | str) -> None:
        """Set the body; lone surrogates, possible in JSON, are replaced."""
        super().set_data(value.encode("utf-8", "replace") if isinstance(value, str) else value)

    def call_on_close(self, func: Callable[[], Any]) -> Callable[[], Any]:
        """Register a function to call after the answer was sent."""
        self._is_followed = True
        return super().call_on_close(func)

    def get_app_iter(self, environ: WSGIEnvironment) -> Iterable[bytes]:
        """The body's pieces; a complete body without callbacks is passed through."""
        pieces: Any = self.response
        is_whole = isinstance(pieces, list) and len(pieces) == 1 and isinstance(pieces[0], bytes)
        if not is_whole or self._is_followed or self.status_code != HTTPStatus.OK:
            return super().get_app_iter(environ)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else pieces


class NoSession(SessionInterface):
    """Disables sessions: no users, no cookies."""

    _session = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The null session, the same for all requests."""
        return self._session


class Application(Flask):
    """Flask with a contextvars context for each request, including streamed answers.

    All view functions are synchronous.
    """

    request_class = TimedRequest
    response_class = Answer
    session_interface = NoSession()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.usual_headers: Headers = ()
        """Added to every answer that does not set them."""
        self.https_headers: Headers = ()
        """The same for answers by https only."""

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request in a context of its own."""
        context = copy_context()
        pieces = context.run(self._answer, environ, start_response)
        return pieces if isinstance(pieces, list) else Pieces(context, pieces)

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        sent_id = environ.get("HTTP_X_REQUEST_ID", "")
        is_sent = _ID.fullmatch(sent_id) is not None
        identifier = sent_id if is_sent else f"{random.getrandbits(64):016x}"
        is_id_sent.set(is_sent)
        request_id.set(identifier)
        usual = self.usual_headers
        if environ["wsgi.url_scheme"] == "https":
            usual += self.https_headers

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            present = dict(headers)
            headers += [header for header in usual if header[0] not in present]
            headers.append((REQUEST_ID, identifier))
            return start_response(status, headers, *error)

        return super().wsgi_app(environ, start)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function unchanged: no view is a coroutine, which saves a check per call."""
        return func


class Pieces:
    """The pieces of an answer, each computed in the context of its request."""

    def __init__(self, context: Context, pieces: Iterable[bytes]) -> None:
        self._context = context
        self._pieces = pieces
        self._next = iter(pieces).__next__

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return self._context.run(self._next)

    def close(self) -> None:
        """Close the wrapped answer."""
        if close := getattr(self._pieces, "close", None):
            self._context.run(close)
