"""A service that is told to end does so, once it has answered what was begun."""

from __future__ import annotations

import http.client
import json
import signal
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, service

TEAM = {"format": "modern", "as_of": "2024-10-01", "decks": [{"list": "60 Forest"}] * 2}
LINES = 5_000


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_service(told: signal.Signals, tmp_path: Path) -> None:
    with service(tmp_path / "log") as running:
        running.process.send_signal(told)
        assert running.process.wait(PATIENCE) == 0


def test_a_batch_that_was_begun_is_answered(tmp_path: Path) -> None:
    with service(tmp_path / "log") as running:
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/x-ndjson"}
        body = f"{json.dumps(TEAM)}\n" * LINES
        connection.request("POST", "/v1/validate/batch", body, headers)
        response = connection.getresponse()
        answers = [response.readline()]
        running.process.send_signal(signal.SIGTERM)
        answers += response.read().splitlines()
        connection.close()
        assert len(answers) == LINES
        assert running.process.wait(PATIENCE) == 0
