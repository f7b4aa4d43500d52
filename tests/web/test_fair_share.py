"""Requests that compute for very long: others are answered, and a thread that hangs is ended."""

from __future__ import annotations

import http.client
import json
import os
import select
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from headjudge.web.server.computing import PLACES
from tests.conftest import PATIENCE, gunicorn, listening

TEAM = json.dumps({"format": "modern", "decks": [{"list": "60 Forest"}, {"list": "60 Island"}]})
GREEDY, OTHER = "127.0.0.1", "127.0.0.2"
APPLICATION = "tests.web.hanging:front()"
REQUESTS = 20


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a service with one worker, all of whose greedy client's requests hang."""
    log = tmp_path / "log"
    with ExitStack() as stack:
        server = stack.enter_context(gunicorn(log, APPLICATION))
        found = listening(server, log)
        for _ in range(REQUESTS):
            one = http.client.HTTPConnection(GREEDY, found, timeout=PATIENCE)
            stack.callback(one.close)
            one.request("POST", "/v1/validate", TEAM, {"Content-Type": "application/json"})
        yield found
        workers = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        server.kill()  # a thread that hangs would be waited for
        for worker in workers:
            os.kill(int(worker), signal.SIGKILL)


def status(client: str, port: int, path: str, timeout: float = PATIENCE) -> int:
    """The status of an answer to a client of that address."""
    one = http.client.HTTPConnection(GREEDY, port, timeout=timeout, source_address=(client, 0))
    try:
        one.request("GET", path)
        return one.getresponse().status
    finally:
        one.close()


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_probes_are_answered_however_much_is_computed(port: int, path: str) -> None:
    assert status(GREEDY, port, path) == 200


def test_others_are_answered_and_the_greedy_are_told(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert status(OTHER, port, "/v1/cards/Opt") == 200
        try:
            if status(GREEDY, port, "/v1/cards/Opt", timeout=1) == 429:
                return
        except TimeoutError:  # it waits for its own
            pass
    raise AssertionError("the greedy client was never told to wait")


def test_a_worker_that_hangs_is_replaced(tmp_path: Path) -> None:
    log = tmp_path / "log"
    settings = {"HEADJUDGE_LIMIT_SECONDS": "1"}
    with gunicorn(log, APPLICATION, **settings) as server:
        port = listening(server, log)
        one = http.client.HTTPConnection(GREEDY, port, timeout=PATIENCE)
        one.request("POST", "/v1/validate", TEAM, {"Content-Type": "application/json"})
        end = time.monotonic() + PATIENCE
        while log.read_text().count("Booting worker") < 2:
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.1)
        one.close()
        assert status(GREEDY, port, "/v1/cards/Opt") == 200
    assert "hanging.py" in log.read_text(), "where it hangs is told"


def test_a_probe_is_answered_while_all_places_compute(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        gunicorn(log, "tests.web.hanging:computing()") as server,
        ExitStack() as stack,
    ):
        port = listening(server, log)
        computing = []
        for number in range(2 * PLACES):
            client = (f"127.0.0.{1 + number % 4}", 0)
            one = http.client.HTTPConnection(GREEDY, port, PATIENCE, client)
            stack.callback(one.close)
            one.request("POST", "/v1/validate", TEAM, {"Content-Type": "application/json"})
            computing.append(one)
        for path in ("/healthz", "/readyz", "/metrics"):
            assert status(OTHER, port, path) == 200
        ended = select.select([one.sock for one in computing[:PLACES]], [], [], 0)[0]
        assert not ended, "a probe has waited for what computes"
        first = computing[0].getresponse()
        assert (first.status, json.loads(first.read())["type"].rpartition("/")[2]) == (
            503,
            "too-slow",
        )
