"""A client that sends raw bytes, and compares the answer with the expected ones."""

from __future__ import annotations

import contextlib
import json
import select
import socket
from http.client import HTTPException, HTTPResponse, RemoteDisconnected
from typing import Any, NamedTuple

from tests.conftest import PATIENCE

JSON, NDJSON = "application/json", "application/x-ndjson"


class Answer(NamedTuple):
    """An expected answer."""

    status: int
    text: bytes = b""
    """A part of its body."""


class Request(NamedTuple):
    """A request with its expected answer, or several if proxies differ."""

    kind: str
    sent: bytes
    answers: tuple[Answer, ...]


class Failure(Exception):
    """An unexpected answer, or none."""


class Client:
    """Sends one request after the other on a persistent connection.

    A connection closed by the server is not reused. If it is closed while a request is sent, that
    is a failure unless the client `repeats` such requests (RFC 9112, 9.3.1): a server may close an
    idle connection at any time, and nginx does so on a reload. `source` is the client's address;
    Linux has many on the loopback interface.
    """

    def __init__(
        self, host: str, port: int, *, repeats: bool = False, source: str | None = None
    ) -> None:
        self._address = (host, port)
        self._source = (source, 0) if source else None
        self._repeats = repeats
        self._connection: socket.socket | None = None

    def send(self, request: Request) -> int:
        """Send a request; returns the length of the answer's body, or raises Failure."""
        is_reused = self._is_open()
        try:
            status, body = self._answer(request.sent)
        except (OSError, HTTPException) as error:
            self.close()
            is_closed = isinstance(error, RemoteDisconnected | ConnectionResetError)
            if is_reused and is_closed and self._repeats:
                return self.send(request)
            raise Failure(repr(error)) from error
        if not any(status == answer.status and answer.text in body for answer in request.answers):
            raise Failure(f"{status} {body[:300]!r}")
        return len(body)

    def close(self) -> None:
        """Close the connection, if there is one."""
        if self._connection:
            self._connection.close()
            self._connection = None

    def _is_open(self) -> bool:
        """Whether there is a connection that the server has not closed."""
        if self._connection and select.select([self._connection], [], [], 0)[0]:
            self.close()
        return self._connection is not None

    def _answer(self, sent: bytes) -> tuple[int, bytes]:
        if not self._connection:
            self._connection = socket.create_connection(
                self._address, timeout=PATIENCE, source_address=self._source
            )
        # A server may refuse a request without reading all of it; its answer can be read.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._connection.sendall(sent)
        with HTTPResponse(self._connection) as response:
            response.begin()
            body = response.read()
            if response.will_close:
                self.close()
            return response.status, body


def get(path: str, more: str = "") -> bytes:
    """A request without a body; `more` are further header lines."""
    return f"GET {path} HTTP/1.1\r\nHost: load\r\n{more}\r\n".encode("latin-1")


def post(path: str, body: bytes, media_type: str = JSON, more: str = "") -> bytes:
    """A request with a body."""
    head = f"POST {path} HTTP/1.1\r\nHost: load\r\nContent-Type: {media_type}\r\n{more}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body


def team(*lists: str, **more: Any) -> bytes:
    """The body for a team of Two-Headed Giant in Modern, on the day of `engine`."""
    decks = [{"list": text} for text in lists]
    return json.dumps({"format": "modern", "as_of": "2024-10-01", "decks": decks} | more).encode()


def problem(status: int, kind: str) -> Answer:
    """The answer with a problem of the service."""
    return Answer(status, b"/problems/" + kind.encode())
