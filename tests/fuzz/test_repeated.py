"""Hostile lists made by repetition: every entrance answers each of them, and loses nothing.

What they cost in seconds is measured by `python -m benchmarks hostile` and by `make fuzz`. Here
one that does not end fails the test.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

import pytest
from flask.testing import FlaskClient

from headjudge.cli.main import main
from tests.fuzz import senders
from tests.fuzz.recipes import TIMES, Hostile, hostile

INPUTS = list(hostile())
SAMPLE = INPUTS[::5]
"""For the entrances that read them by the same code."""
DOCUMENTS = ("dek", "cod", "json", "csv")
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


@pytest.mark.parametrize(
    ("send", "inputs"),
    [
        (senders.validated, INPUTS), (senders.batched, SAMPLE), (senders.registered, INPUTS[::23]),
    ],
    ids=["validate", "batch", "event"],
)  # fmt: skip
def test_repeated_inputs_are_answered_or_refused(
    send: Callable[[str, str], int], inputs: list[Hostile]
) -> None:
    for one in inputs:
        with ended():
            assert send(one.player, one.list) in (200, 413, 422), str(one)


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
