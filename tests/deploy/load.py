"""Clients that ask one thing after the other on connections that they keep."""

from __future__ import annotations

import itertools
import json
import threading
import time
from typing import Any, Self

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

from tests.conftest import PATIENCE

CLIENTS = 6
PAUSE = CLIENTS / 60
"""Seconds between the requests of a client: together 60 a second, as nginx lets an address have
100."""
REPEATED = Retry(total=1, allowed_methods=None, status=0, redirect=0)
"""A server may close an idle connection at any time (RFC 9112, 9.3.1), as nginx does on a reload;
what was being sent on it then is sent again."""


def team(*lists: str) -> bytes:
    """The body of a request."""
    decks = [{"list": text} for text in lists]
    return json.dumps({"format": "modern", "as_of": "2024-10-01", "decks": decks}).encode()


ASKED: tuple[tuple[str, bytes | None, int, str], ...] = (
    ("/v1/validate", team("60 Forest", "60 Island"), 200, '"legal":true'),
    ("/v1/validate", team("1 Skullclamp\n59 Forest", "60 Island"), 200, '"banned-card"'),
    ("/v1/validate", team("1 Optt\n59 Mountain", "60 Plains"), 200, '"suggestions":["Opt"'),
    ("/v1/validate", b"[" * 200_000, 400, "/problems/not-json"),
    ("/v1/validate", team(*["60 Forest"] * 80), 422, "/problems/schema"),
    ("/", None, 200, "</html>"),
    ("/v1/banlists/modern?as_of=2024-10-01", None, 200, '"banned":['),
    ("/v1/cards?q=fore&limit=10", None, 200, '"titles":["'),
)
"""A path, a body if there is one, and the status of the answer with a part of it."""


class Load:
    """So many clients at once; a context, which ends with them."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._asked = itertools.cycle(ASKED)
        self._threads = [threading.Thread(target=self._client) for _ in range(CLIENTS)]
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

    def _client(self) -> None:
        with requests.Session() as session:
            session.mount("http://", HTTPAdapter(max_retries=REPEATED))
            while not self._over.wait(PAUSE):
                with self._lock:
                    asked = next(self._asked)
                failure = self._failure(session, *asked)
                with self._lock:
                    self.answered += 1
                    if failure:
                        self.failures.append(failure)

    def _failure(self, session: Any, path: str, body: bytes | None, status: int, part: str) -> str:
        """What is wrong with the answer to a request; empty if nothing is."""
        kind = {"Content-Type": "application/json"} if body else {}
        method = "POST" if body else "GET"
        try:
            got = session.request(
                method, self._address + path, data=body, headers=kind, timeout=PATIENCE
            )
        except requests.RequestException as error:
            return f"{path}: {error!r}"
        is_expected = got.status_code == status and part in got.text
        return "" if is_expected else f"{path}: {got.status_code} {got.text[:300]}"
