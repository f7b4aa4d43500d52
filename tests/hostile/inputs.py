"""Three thousand lists made by repetition, and what all tests of them share.

What these cost in seconds is measured by `python -m benchmarks hostile` and by `make fuzz`. Here a
pattern that goes on without an end ends the test, and no more.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

from tests.fuzz.repetition.hostile import Hostile, hostile

INPUTS = list(hostile())
SAMPLE = INPUTS[::5]
"""Some of each piece, of each length and at each place: for the ways in besides the API's, which
read them by the same code."""
JSON = "application/json"
OTHER = "60 Forest"
FILE_CHARACTERS = 1_500_000
"""Of the lists of one file of an event, or of one batch."""
COMPUTING = 60
"""Seconds of computing, not of the clock, after which nobody waits any longer."""


class Endless(BaseException):
    """An input that nobody waits for any longer."""


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


def files(inputs: Sequence[Hostile]) -> Iterator[list[Hostile]]:
    """The inputs, as many together as one request is to hold."""
    together: list[Hostile] = []
    for one in inputs:
        if sum(len(each.list) for each in together) + len(one.list) > FILE_CHARACTERS:
            yield together
            together = []
        together.append(one)
    yield together
