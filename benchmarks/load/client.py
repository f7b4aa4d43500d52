"""A client that sends bytes as they are, and tells whether the right answer comes."""

from __future__ import annotations

import contextlib
import select
import socket
from http.client import HTTPException, HTTPResponse, RemoteDisconnected
from typing import NamedTuple

PATIENCE = 30  # seconds


class Answer(NamedTuple):
    """An answer that is in order."""

    status: int
    said: bytes = b""
    """What its body holds."""


class Asked(NamedTuple):
    """A request, and the answers that are in order: one of them, or several if proxies differ."""

    kind: str
    sent: bytes
    answers: tuple[Answer, ...]


class Failure(Exception):
    """Another answer came than was to come, or none."""


class Client:
    """Asks one thing after the other, on a connection that it keeps as long as it may.

    A connection that the server has ended is not asked on. One that ends just then is a failure,
    unless the client `asks_again` what it sent on a kept connection (RFC 9112, 9.3.1): a server
    may close an idle connection at any time, and nginx does when it reloads. A `source` is the
    address that it comes from, of which Linux has as many on the loopback as there are clients.
    """

    def __init__(
        self, host: str, port: int, *, asks_again: bool = False, source: str | None = None
    ) -> None:
        self._address = (host, port)
        self._source = (source, 0) if source else None
        self._asks_again = asks_again
        self._connection: socket.socket | None = None

    def ask(self, asked: Asked) -> int:
        """How long the answer's body is; Failure where it is not in order."""
        was_kept = self._is_open()
        try:
            status, body = self._answer(asked.sent)
        except (OSError, HTTPException) as error:
            self.close()
            is_ended = isinstance(error, RemoteDisconnected | ConnectionResetError)
            if was_kept and is_ended and self._asks_again:
                return self.ask(asked)
            raise Failure(repr(error)) from error
        if not any(status == one.status and one.said in body for one in asked.answers):
            raise Failure(f"{status} {body[:300]!r}")
        return len(body)

    def close(self) -> None:
        """End the connection, if there is one."""
        if self._connection:
            self._connection.close()
            self._connection = None

    def _is_open(self) -> bool:
        """Whether there is a connection that the server has not ended."""
        if self._connection and select.select([self._connection], [], [], 0)[0]:
            self.close()
        return self._connection is not None

    def _answer(self, sent: bytes) -> tuple[int, bytes]:
        if not self._connection:
            self._connection = socket.create_connection(
                self._address, timeout=PATIENCE, source_address=self._source
            )
        # Who refuses a request need not read all of it, and has answered before.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._connection.sendall(sent)
        with HTTPResponse(self._connection) as response:
            response.begin()
            body = response.read()
            if response.will_close:
                self.close()
            return response.status, body
