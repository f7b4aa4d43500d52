"""New facts under load: no request of a running service fails, and none mixes two editions."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cards.editions import Edition, Editions
from cards.places import SETTING
from headjudge.web.service.editions import HEADER, WATCH
from tests.cards.editions import small
from tests.conftest import PATIENCE, gunicorn, listening
from validator.fingerprint import fingerprint_of

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
"""Of the two cards each edition knows one."""


class Server(NamedTuple):
    """A service with two workers."""

    process: subprocess.Popen[bytes]
    port: int
    editions: tuple[Editions, tuple[Edition, Edition]]


@contextmanager
def serving(tmp_path: Path, **settings: str) -> Iterator[Server]:
    """The service under gunicorn as the Procfile starts it."""
    editions = Editions(tmp_path / "facts")
    first, second = (editions.add(small(tmp_path / f"{day}.sqlite", day)) for day in DAYS)
    editions.use(first.id)
    log = tmp_path / "log"
    surroundings = {"WEB_CONCURRENCY": "2", SETTING: str(editions.folder)} | settings
    with gunicorn(log, **surroundings) as server:
        yield Server(server, listening(server, log), (editions, (first, second)))
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
        (ruleset,) = (one["ruleset"] for one in reports if "ruleset" in one)  # once a batch
        fingerprint, day = ruleset["fingerprint"], ruleset["catalogue"]
        assert response.headers[HEADER] == fingerprint
        assert day in DAYS, day
        for report in reports:
            (fault,) = (one for one in report["violations"] if one["code"] == "unknown-card")
            (place,) = fault["places"]
            assert DAYS.index(day) != place["deck"], "the facts know another card than they say"
        with self._lock:
            self.days.append(day)


def nothing(_: Server) -> None:
    """The workers look at the folder themselves."""


def hang_up(server: Server) -> None:
    """The master replaces its workers."""
    server.process.send_signal(signal.SIGHUP)


@pytest.mark.parametrize(
    ("settings", "say"), [({WATCH: "0.05"}, nothing), ({}, hang_up)], ids=["watch", "SIGHUP"]
)
def test_no_request_fails(
    tmp_path: Path, settings: dict[str, str], say: Callable[[Server], None]
) -> None:
    with serving(tmp_path, **settings) as server, Load(server.port) as load:
        editions, known = server.editions
        load.settle(DAYS[0])
        for number in range(1, SWAPS + 1):
            new = known[number % 2]
            editions.use(new.id)
            say(server)
            load.settle(str(new.as_of))
    assert load.failures == []
    assert {*load.days} == {*DAYS}


def test_old_facts_stay_askable_in_every_worker(tmp_path: Path) -> None:
    with serving(tmp_path, **{WATCH: "0"}) as server:
        editions, known = server.editions
        editions.use(known[1].id)
        for number in range(16):  # whichever worker it is
            asked = known[number % 2]
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            headers = {HEADER: fingerprint_of(asked.digest), "Content-Type": "application/json"}
            connection.request("POST", "/v1/validate", json.dumps(TEAM), headers)
            report = json.loads(connection.getresponse().read())
            connection.close()
            assert report["ruleset"]["fingerprint"] == fingerprint_of(asked.digest)
