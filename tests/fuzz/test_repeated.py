"""Hostile lists made by repetition: every entrance answers each of them, and loses nothing.

What they cost in seconds is measured by `python -m benchmarks hostile` and by `make fuzz`. Here
one that does not end fails the test.
"""

from __future__ import annotations

import io
import json
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import pytest
from flask.testing import FlaskClient

from headjudge.cli.main import main
from tests.fuzz.common import AS_PAGE, FORM_KEY, LINES
from tests.fuzz.recipes import TIMES, Hostile, hostile
from tests.web.registrations.events import csv_of

INPUTS = list(hostile())
SAMPLE = INPUTS[::5]
"""For the entrances that read them by the same code."""
OTHER = "60 Forest"
DOCUMENTS = ("dek", "cod", "json", "csv")
FILE_CHARACTERS = 1_500_000
"""Of the lists of one event, or of one batch."""
COMPUTING = 60
"""Seconds of the processor."""


class Endless(BaseException):
    """It takes too long."""


@contextmanager
def ended() -> Iterator[None]:
    """End what does not end by itself; patterns look for signals as well."""

    def end(_signal: int, frame: FrameType | None) -> NoReturn:
        raise Endless(f"in {frame.f_code.co_qualname}" if frame else "")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, COMPUTING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def team(one: Hostile) -> dict[str, Any]:
    decks = [{"player": one.player, "list": one.list}, {"list": OTHER}]
    return {"format": "modern", "as_of": "2024-10-01", "decks": decks}


def together(inputs: Sequence[Hostile]) -> Iterator[list[Hostile]]:
    """The inputs, as many as one request is to hold."""
    some: list[Hostile] = []
    for one in inputs:
        if sum(len(each.list) for each in some) + len(one.list) > FILE_CHARACTERS:
            yield some
            some = []
        some.append(one)
    yield some


def test_repeated_inputs_are_answered_or_refused(client: FlaskClient) -> None:
    for one in INPUTS:
        with ended():
            response = client.post("/v1/validate", json=team(one))
        assert response.status_code in (200, 413, 422), (str(one), response.text[:200])


def test_each_is_read_and_nothing_is_lost(client: FlaskClient) -> None:
    """Each list says something of what it holds; one of lines does to its last line."""
    for one in INPUTS:
        with ended():
            response = client.post("/v1/decklists/parse", json={"list": one.list})
        assert response.status_code in (200, 413, 422), (str(one), response.text[:200])
        if response.status_code != 200:
            continue
        answer = response.get_json()
        read = [card for deck in answer["decks"] for card in deck["cards"]]
        unread = [place for fault in answer["faults"] for place in fault["places"]]
        assert read or unread, str(one)
        if answer["syntax"] not in DOCUMENTS:
            last = one.list.replace("\r\n", "\n").replace("\r", "\n").count("\n")
            assert last in {line["line"] for line in (*read, *unread)}, str(one)


def test_each_line_of_a_batch_is_answered(client: FlaskClient) -> None:
    for inputs in together(SAMPLE):
        body = "".join(
            json.dumps({"id": number} | team(one)) + "\n" for number, one in enumerate(inputs)
        )
        with ended():
            response = client.post("/v1/validate/batch", data=body, content_type=LINES)
            answers = [json.loads(line) for line in response.text.splitlines()]
        assert [one["id"] for one in answers] == list(range(len(inputs)))
        assert {one["status"] for one in answers} <= {200, 422}


@pytest.mark.parametrize("times", TIMES)
def test_each_team_of_an_event_is_answered(client: FlaskClient, times: int) -> None:
    header = ["Team", "Player A", "Decklist A", "Player B", "Decklist B"]
    for inputs in together([one for one in SAMPLE if one.times == times]):
        rows = [[f"Team {at}", one.player, one.list, "Ben", OTHER] for at, one in enumerate(inputs)]
        with ended():
            answers = judged(client, csv_of([header, *rows]).replace(b"\x00", b""))
        assert len(answers) == len(inputs)


def judged(client: FlaskClient, data: bytes) -> list[dict[str, Any]]:
    """The answer to each team of a table."""
    page = post_event(client, data, AS_PAGE, do="columns")
    found = FORM_KEY.search(page)
    assert found
    lines = post_event(client, data, {"Accept": LINES}, do="check", form_key=found[1])
    return [answer for answer in map(json.loads, lines.splitlines()) if "row" in answer]


def post_event(client: FlaskClient, data: bytes, headers: dict[str, str], **fields: str) -> str:
    sent = {"format": "modern", **fields, "file": (io.BytesIO(data), "event.csv")}
    response = client.post("/event", data=sent, headers=headers)
    response.request.input_stream.close()  # a file of the test client, which leaves it open
    assert response.status_code == 200
    return response.text


@pytest.mark.parametrize("times", TIMES)
def test_each_file_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], times: int
) -> None:
    inputs = [one for one in SAMPLE if one.times == times]
    files = [tmp_path / f"{number}.txt" for number in range(len(inputs))]
    for file, one in zip(files, inputs, strict=True):
        file.write_text(one.list, encoding="utf-8", newline="")
    event = ("--format", "modern", "--structure", "individual", "--as-of", "2024-10-01")
    with ended():
        assert main(("check", *event, "--report", "json", *map(str, files))) in (1, 2)
    told = set(re.findall(r"/([0-9]+\.txt)", "".join(capsys.readouterr())))
    for file, one in zip(files, inputs, strict=True):  # judged, or said to be no list
        assert file.name in told, str(one)
