"""New facts under load: no request of a running service fails, and none mixes old and new."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from cards.in_force import FactsFolder
from cards.store import SETTING
from tests.cards.small import small
from tests.conftest import PATIENCE, service

DAYS = ("2026-10-01", "2026-11-01")
LINES = 40
"""Teams of a batch: it lasts longer than most swaps."""
CLIENTS = 2
"""Of each kind."""
SWAPS = 3
SETTLED = 12
"""Answers one after another by the new facts until the next swap."""
TEAM = {
    "format": "vintage",
    "as_of": "2026-11-21",
    "decks": [{"list": f"1 Card of {day}\n59 Forest"} for day in DAYS],
}
"""Each of the two facts knows one of the two cards."""


class Server(NamedTuple):
    """A service with two workers."""

    port: int
    folder: FactsFolder

    def update(self, day: str) -> None:
        """Put other facts in force."""
        self.folder.replace(small(self.folder.folder / "new.sqlite", day))


@contextmanager
def serving(tmp_path: Path) -> Iterator[Server]:
    """The service as the Procfile starts it."""
    folder = FactsFolder(tmp_path / "facts")
    folder.folder.mkdir()
    log = tmp_path / "log"
    with service(log, **{"WEB_CONCURRENCY": "2", SETTING: str(folder.folder)}) as started:
        running = Server(started.port, folder)
        running.update(DAYS[0])
        yield running
    assert "rror" not in log.read_text()


class Load:
    """Clients that ask without a pause, each in a thread, and what they were told."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self.failures: list[str] = []
        self.days: list[str] = []
        """Of each answer in order, the day of the facts that gave it."""
        asks = (self._by_new_connections, self._by_one_connection, self._by_batches)
        self._threads = [threading.Thread(target=ask) for ask in asks for _ in range(CLIENTS)]

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(PATIENCE)

    def settle(self, day: str) -> None:
        """Wait until the facts of that day have given the last answers."""
        end = time.monotonic() + PATIENCE
        with self._lock:
            begun = len(self.days)
        while time.monotonic() < end and not self.failures:
            with self._lock:
                if self.days[begun:][-SETTLED:] == [day] * SETTLED:
                    return
            time.sleep(0.01)
        raise AssertionError(self.failures or f"nobody answers by the facts of {day}")

    def _by_new_connections(self) -> None:
        while not self._ended.is_set():
            with self._asking() as connection:
                self._validate(connection)

    def _by_one_connection(self) -> None:
        with self._asking() as connection:
            while not self._ended.is_set() and not self.failures:
                self._validate(connection)

    def _by_batches(self) -> None:
        body = (json.dumps(TEAM) + "\n") * LINES
        while not self._ended.is_set():
            with self._asking() as connection:
                headers = {"Content-Type": "application/x-ndjson"}
                connection.request("POST", "/v1/validate/batch", body, headers)
                response = connection.getresponse()
                answers = [json.loads(line) for line in response]
                assert [one["line"] for one in answers] == list(range(1, LINES + 1))
                self._take([one["report"] for one in answers], response)

    @contextmanager
    def _asking(self) -> Iterator[http.client.HTTPConnection]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            yield connection
        except Exception as error:
            with self._lock:
                self.failures.append(repr(error))
        finally:
            connection.close()

    def _validate(self, connection: http.client.HTTPConnection) -> None:
        headers = {"Content-Type": "application/json"}
        connection.request("POST", "/v1/validate", json.dumps(TEAM), headers)
        response = connection.getresponse()
        self._take([json.loads(response.read())], response)

    def _take(self, reports: list[Any], response: http.client.HTTPResponse) -> None:
        """Hold the reports of one response against each other, and against their facts."""
        assert response.status == 200, response.status
        (day,) = {one["ruleset"]["catalogue"] for one in reports}
        for report in reports if day in DAYS else ():
            (fault,) = (one for one in report["violations"] if one["code"] == "unknown-card")
            (place,) = fault["places"]
            assert DAYS.index(day) != place["deck"], "the facts know another card than they say"
        with self._lock:
            self.days.append(day)


def test_no_request_fails(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Load(server.port) as load:
        load.settle(DAYS[0])
        for number in range(1, SWAPS + 1):
            new = DAYS[number % 2]
            server.update(new)
            load.settle(new)
    assert load.failures == []
