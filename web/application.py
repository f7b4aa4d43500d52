"""Flask as the service uses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface


class Answer(Response):
    """What a view answers, as text that any file or JSON may have a part in."""

    def set_data(self, value: bytes | str) -> None:
        """Take a text; a lone surrogate, which JSON can send, is no text in UTF-8."""
        super().set_data(value.encode("utf-8", "replace") if isinstance(value, str) else value)


class NoSession(SessionInterface):
    """No sessions: nobody is known here, and no cookie is set."""

    _session = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The session that every request has, in which nothing can be kept."""
        return self._session


class Application(Flask):
    """Flask, all of whose functions are called as they are."""

    response_class = Answer
    session_interface = NoSession()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function: none here is a coroutine, so none is looked at before every call."""
        return func
