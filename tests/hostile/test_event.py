"""Lists made by repetition are answered in a table of an event, each of them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.fuzz.entrances import AS_PAGE, FORM_KEY, LINES
from tests.fuzz.repetition.hostile import TIMES
from tests.hostile.inputs import OTHER, SAMPLE, ended, files
from tests.web.registrations.events import csv_of


@pytest.mark.parametrize("times", TIMES)
def test_each_team_of_an_event_is_answered(client: FlaskClient, times: int) -> None:
    header = ["Team", "Player A", "Decklist A", "Player B", "Decklist B"]
    for inputs in files([one for one in SAMPLE if one.times == times]):
        rows = [header] + [
            [f"Team {number}", one.player, one.list, "Ben", OTHER]
            for number, one in enumerate(inputs)
        ]
        data = csv_of(rows).replace(b"\x00", b"")
        with ended():
            answers = list(judged(client, data))
        assert len(answers) == len(inputs)


def judged(client: FlaskClient, data: bytes) -> Iterator[dict[str, Any]]:
    """The answer to each team of a table."""
    sent: dict[str, Any] = {"do": "columns", "file": (io.BytesIO(data), "event.csv")}
    page = client.post("/event", data=sent, headers=AS_PAGE)
    page.request.input_stream.close()  # a file of the test client, which leaves it open
    assert page.status_code == 200
    found = FORM_KEY.search(page.text)
    assert found
    sent = {"do": "check", "format": "modern", "form_key": found[1]}
    sent["file"] = (io.BytesIO(data), "event.csv")
    response = client.post("/event", data=sent, headers={"Accept": LINES})
    response.request.input_stream.close()
    assert response.status_code == 200
    for line in response.text.splitlines():
        if "row" in (answer := json.loads(line)):
            yield answer
