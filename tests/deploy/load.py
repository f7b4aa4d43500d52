"""Clients that ask one thing after the other on connections that they keep."""

from __future__ import annotations

import http.client
import itertools
import json
import threading
import time
from collections.abc import Iterator
from typing import NamedTuple, Self

from tests.conftest import PATIENCE

CLIENTS = 6
JSON = {"Content-Type": "application/json"}


class Asked(NamedTuple):
    """A request, and what its answer is to be."""

    method: str
    path: str
    body: bytes | None
    status: int
    said: bytes
    """What the answer holds."""


def team(*lists: str) -> bytes:
    """A team of Two-Headed Giant in Modern."""
    decks = [{"list": one} for one in lists]
    return json.dumps({"format": "modern", "as_of": "2024-10-01", "decks": decks}).encode()


MIX = (
    Asked("POST", "/v1/validate", team("60 Forest", "60 Island"), 200, b'"legal":true'),
    Asked("POST", "/v1/validate", team("4 Opt\n56 Island", "4 Opt\n56 Island"), 200, b"combined-"),
    Asked("GET", "/v1/formats", None, 200, b'"modern"'),
    Asked("POST", "/v1/validate", b'{"format":"modern","decks":7}', 422, b"problem:schema"),
    Asked("POST", "/v1/validate", team("60 Forests of \x01", "60 Island"), 200, b'"legal":false'),
    Asked("POST", "/v1/validate", b"[" * 4000, 400, b"problem:not-json"),
    Asked("GET", "/", None, 200, b"</html>"),
    Asked("GET", "/v1/nothing", None, 404, b"problem:not-found"),
)


class Load:
    """So many clients at once; a context, which ends with them."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._client, args=(n,)) for n in range(CLIENTS)]
        self.answered = 0
        self.failures: list[str] = []

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        self.settle()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE)

    def settle(self, more: int = 100) -> None:
        """Wait until so many more requests are answered."""
        goal, end = self.answered + more, time.monotonic() + PATIENCE
        while self.answered < goal and not self._over.is_set():
            assert time.monotonic() < end, self.failures
            time.sleep(0.01)

    def _client(self, number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        for asked in self._questions(number):
            try:
                status, body = self._answer(connection, asked)
                failure = "" if status == asked.status and asked.said in body else str(body[:300])
            except (OSError, http.client.HTTPException) as error:
                status, failure = 0, repr(error)
                connection.close()
            with self._lock:
                self.answered += 1
                if failure:
                    self.failures.append(f"{asked.method} {asked.path} {status} {failure}")
        connection.close()

    def _questions(self, number: int) -> Iterator[Asked]:
        for place in itertools.count(number):
            if self._over.is_set():
                return
            yield MIX[place % len(MIX)]

    def _answer(self, connection: http.client.HTTPConnection, asked: Asked) -> tuple[int, bytes]:
        """The answer; a kept connection that ended before it is opened again, once.

        That is what clients do (RFC 9112, 9.3.1): a server may close an idle connection, and nginx
        does when it reloads.
        """
        was_kept = connection.sock is not None
        try:
            connection.request(asked.method, asked.path, asked.body, JSON if asked.body else {})
            response = connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            connection.close()
            if not was_kept:
                raise
            return self._answer(connection, asked)
        return response.status, response.read()
