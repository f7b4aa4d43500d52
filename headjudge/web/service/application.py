"""Flask as the service uses it."""

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
"""Of an answer, as WSGI has them."""
API = "/v1/"
"""The beginning of the paths of the API, whose answers are JSON."""
REQUEST_ID = "X-Request-ID"
NO_ID = "-"
request_id: ContextVar[str] = ContextVar("request_id", default=NO_ID)
"""The id of the request that is answered: the one that was sent, or a random one."""
is_id_sent: ContextVar[bool] = ContextVar("is_id_sent", default=False)
"""Whether it is the one that was sent."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class TimedRequest(Request):
    """A request that knows when it began."""

    def __init__(
        self, environ: WSGIEnvironment, populate_request: bool = True, shallow: bool = False
    ) -> None:
        self.begun = perf_counter()
        super().__init__(environ, populate_request, shallow)


class Answer(Response):
    """What a view answers, as text that any file or JSON may have a part in."""

    _is_followed = False

    def set_data(self, value: bytes | str) -> None:
        """Take a text; a lone surrogate, which JSON can send, is no text in UTF-8."""
        super().set_data(value.encode("utf-8", "replace") if isinstance(value, str) else value)

    def call_on_close(self, func: Callable[[], Any]) -> Callable[[], Any]:
        """Call this once the answer was sent."""
        self._is_followed = True
        return super().call_on_close(func)

    def get_app_iter(self, environ: WSGIEnvironment) -> Iterable[bytes]:
        """The pieces of the answer; one that is whole, and that nothing follows, as it is."""
        pieces: Any = self.response
        is_whole = isinstance(pieces, list) and len(pieces) == 1 and isinstance(pieces[0], bytes)
        if not is_whole or self._is_followed or self.status_code != HTTPStatus.OK:
            return super().get_app_iter(environ)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else pieces


class NoSession(SessionInterface):
    """No sessions: nobody is known here, and no cookie is set."""

    _session = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The session that every request has, in which nothing can be kept."""
        return self._session


class Application(Flask):
    """Flask, each of whose requests has a context of its own (contextvars), streams included.

    All its functions are called as they are.
    """

    request_class = TimedRequest
    response_class = Answer
    session_interface = NoSession()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.usual_headers: Headers = ()
        """Of every answer that has no others of these names."""
        self.https_headers: Headers = ()
        """The same for answers by https alone."""
        self.guard: Callable[[Callable[[], Response]], Response] = lambda work: work()
        """Answers a request by the work that it is given, or raises what is answered instead."""

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
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

    def full_dispatch_request(self) -> Response:
        """Answer a request, under guard."""
        try:
            return self.guard(super().full_dispatch_request)
        except Exception as error:
            return self.finalize_request(self.handle_user_exception(error))

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function: none here is a coroutine, so none is looked at before every call."""
        return func


class Pieces:
    """The pieces of an answer, each made in the context that the request was read in."""

    def __init__(self, context: Context, pieces: Iterable[bytes]) -> None:
        self._context = context
        self._pieces = pieces
        self._next = iter(pieces).__next__

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return self._context.run(self._next)

    def close(self) -> None:
        """Close the answer that is given."""
        if close := getattr(self._pieces, "close", None):
            self._context.run(close)
