"""What was answered under load, and what it comes to."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

SLOW = ("slow: ", "attack: ")
"""What the kind begins with of requests that are never finished, or take long on purpose."""


class Answered(NamedTuple):
    """A request that is over; times are those of the machine's monotonic clock, in seconds."""

    kind: str
    due: float
    """Which may be before it could be sent."""
    begun: float
    ended: float
    failure: str
    """What is wrong with the answer; empty where it is right."""

    @property
    def is_slow(self) -> bool:
        """Whether it is not meant to be answered soon."""
        return self.kind.startswith(SLOW)


class Kill(NamedTuple):
    """A process that was killed: from when on, and when it was gone."""

    what: str
    begun: float
    gone: float

    def explains(self, answer: Answered) -> bool:
        """Whether the request was in flight then."""
        return answer.begun <= self.gone and answer.ended >= self.begun


def read(file: Path) -> list[Answered]:
    """What Locust's users have written down."""
    with file.open(newline="", encoding="utf-8") as rows:
        return [
            Answered(kind, float(due), float(begun), float(ended), failure)
            for kind, due, begun, ended, failure in csv.reader(rows)
        ]


def rate(answered: Sequence[Answered], warm_up: float) -> float:
    """Answers a second, but for the beginning, and for those that are slow on purpose."""
    begin = answered[0].begun + warm_up
    ends = [answer.ended for answer in answered if not answer.is_slow]
    return sum(end >= begin for end in ends) / (max(ends) - begin)


def times(answered: Iterable[Answered]) -> tuple[int, float, float, float]:
    """Of all that are not slow on purpose: their number, median, p99 and longest in ms."""
    times = sorted((answer.ended - answer.due) * 1000 for answer in answered if not answer.is_slow)
    count = len(times)
    return count, times[count // 2], times[min(count * 99 // 100, count - 1)], times[-1]


def by_kind(answered: Iterable[Answered]) -> list[tuple[str, tuple[int, float, float, float]]]:
    """The times of each kind, the slowest first; hostile requests are one kind."""
    kinds: defaultdict[str, list[Answered]] = defaultdict(list)
    for answer in answered:
        if not answer.is_slow:
            kinds[answer.kind.partition(":")[0]].append(answer)
    rows = [(kind, times(answers)) for kind, answers in kinds.items()]
    return sorted(rows, key=lambda row: row[1][2], reverse=True)


def errors(answered: Iterable[Answered], kills: Sequence[Kill]) -> list[Answered]:
    """The failures that no kill explains."""
    return [
        answer
        for answer in answered
        if answer.failure and not any(kill.explains(answer) for kill in kills)
    ]
