"""Three thousand lists made by repetition are answered, each with few calls for its length.

What these cost in seconds is measured by `python -m benchmarks.hostile` and by `make fuzz`. Here a
pattern that goes on without an end ends the test, and no more.
"""

from __future__ import annotations

import io
import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import pytest
from flask.testing import FlaskClient

from cli.main import main
from tests.conftest import PATIENCE
from tests.fuzz.entrances import AS_PAGE, LINES, PACKED
from tests.fuzz.repetition.hostile import PIECES, TIMES, Hostile, hostile
from tests.web.registrations.events import csv_of

INPUTS = list(hostile())
JSON = "application/json"
OTHER = "60 Forest"
CALLS, CALLS_A_CHARACTER = 40_000, 2
"""Functions of Python called at the most for a request, some of which search for a title, and for
each character that it has."""
DOCUMENTS = ("dek", "cod", "json", "csv")
FILE_CHARACTERS = 6_000_000
"""Of the lists of one file of an event, or of one batch."""


class Endless(BaseException):
    """An input that nobody waits for any longer."""


@contextmanager
def ended() -> Iterator[None]:
    """End what does not end by itself; patterns look for signals as well."""

    def end(_signal: int, frame: FrameType | None) -> NoReturn:
        raise Endless(f"in {frame.f_code.co_qualname}" if frame else "")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def calls(work: Callable[[], Any]) -> tuple[Any, int]:
    """What the work gives, and how many functions of Python it calls."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        if event == "call":
            count += 1

    with ended():
        sys.setprofile(note)
        try:
            return work(), count
        finally:
            sys.setprofile(None)


def team(one: Hostile) -> dict[str, Any]:
    decks = [{"player": one.player, "list": one.list}, {"list": OTHER}]
    return {"format": "modern", "as_of": "2024-10-01", "decks": decks}


def files(inputs: Sequence[Hostile]) -> Iterator[list[Hostile]]:
    """The inputs, as many together as one request is to hold."""
    together: list[Hostile] = []
    for one in inputs:
        if sum(len(each.list) for each in together) + len(one.list) > FILE_CHARACTERS:
            yield together
            together = []
        together.append(one)
    yield together


def test_they_are_three_thousand() -> None:
    assert len(INPUTS) == len(set(INPUTS)) >= 3_000
    assert len(set(PIECES)) == len(PIECES)


def test_each_is_judged_in_few_steps(client: FlaskClient) -> None:
    misspelt = [{"list": "4 Lightnig Bolt"}, {"list": OTHER}]  # titles are searched from now on
    assert client.post("/v1/validate", json={"format": "modern", "decks": misspelt}).json
    for one in INPUTS:
        body = json.dumps(team(one))
        post = partial(client.post, "/v1/validate", data=body, content_type=JSON)
        response, count = calls(post)
        assert response.status_code in (200, 413, 422), (str(one), response.text[:200])
        assert count <= CALLS + CALLS_A_CHARACTER * len(body), str(one)


def test_each_is_read_and_nothing_is_lost(client: FlaskClient) -> None:
    for one in INPUTS:
        with ended():
            response = client.post("/v1/decklists/parse", json={"list": one.list})
        assert response.status_code in (200, 413, 422), (str(one), response.text[:200])
        if response.status_code == 200:
            assert_nothing_is_lost(one, response.get_json())


def assert_nothing_is_lost(one: Hostile, answer: dict[str, Any]) -> None:
    """Each list says something of what it holds; one of lines does to its last line."""
    read = [card for deck in answer["decks"] for card in deck["cards"]]
    unread = [place for fault in answer["faults"] for place in fault["places"]]
    assert read or unread, str(one)
    if answer["syntax"] not in DOCUMENTS:
        last = one.list.replace("\r\n", "\n").replace("\r", "\n").count("\n")
        assert last in {line["line"] for line in (*read, *unread)}, str(one)


def test_each_line_of_a_batch_is_answered(client: FlaskClient) -> None:
    for inputs in files(INPUTS):
        body = "".join(json.dumps({"id": str(number)} | team(one)) + "\n"
                       for number, one in enumerate(inputs))  # fmt: skip
        with ended():
            response = client.post("/v1/validate/batch", data=body, content_type=LINES)
            answers = [json.loads(line) for line in response.text.splitlines()]
        assert [one["id"] for one in answers] == [str(number) for number in range(len(inputs))]
        assert {one["status"] for one in answers} <= {200, 422}


@pytest.mark.parametrize("times", TIMES)
def test_each_team_of_an_event_is_answered(client: FlaskClient, times: int) -> None:
    header = ["Team", "Player A", "Decklist A", "Player B", "Decklist B"]
    for inputs in files([one for one in INPUTS if one.times == times]):
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
    sent = {"do": "columns", "file": (io.BytesIO(data), "event.csv")}
    page = client.post("/event", data=sent, headers=AS_PAGE)
    assert page.status_code == 200
    found = PACKED.search(page.text)
    assert found
    sent = {"do": "check", "format": "modern", "packed": found[1], "file": (io.BytesIO(b""), "")}
    response = client.post("/event", data=sent, headers={"Accept": LINES})
    assert response.status_code == 200
    for line in response.text.splitlines():
        if "row" in (answer := json.loads(line)):
            yield answer


@pytest.mark.parametrize("times", TIMES)
def test_each_file_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], times: int
) -> None:
    inputs = [one for one in INPUTS if one.times == times]
    files = [tmp_path / f"{number}.txt" for number in range(len(inputs))]
    for file, one in zip(files, inputs, strict=True):
        file.write_text(one.list, encoding="utf-8", newline="")
    event = ("--format", "modern", "--structure", "individual", "--as-of", "2024-10-01")
    with ended():
        assert main(("check", *event, "--report", "ndjson", *map(str, files))) in (1, 2)
    told = capsys.readouterr()
    for file, one in zip(files, inputs, strict=True):  # judged, or said to be no list
        assert f"/{file.name}" in told.out + told.err, str(one)
