"""Clients that send one request after the other on connections that they keep."""

from __future__ import annotations

import threading
import time
from typing import Self

from tests.conftest import PATIENCE
from tests.deploy.client import Client, Failure
from tests.deploy.traffic import requests

CLIENTS = 6


PAUSE = CLIENTS / 60
"""Seconds between the requests of a client: together 60 a second, as nginx lets an address have
100."""


class Load:
    """So many clients at once; a context, which ends with them."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._requests = requests()
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
        client = Client("127.0.0.1", self._port, repeats=True)
        while not self._over.wait(PAUSE):
            with self._lock:
                request = next(self._requests)
            failure = ""
            try:
                client.send(request)
            except Failure as error:
                failure = f"{request.kind}: {error}"
            with self._lock:
                self.answered += 1
                if failure:
                    self.failures.append(failure)
        client.close()
