"""The record of answers under load, and its statistics."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

SLOW = ("slow: ", "attack: ")
"""Prefixes of kinds of requests that are never completed, or slow on purpose."""


class Answered(NamedTuple):
    """A finished request; times are in seconds of the machine's monotonic clock."""

    kind: str
    due: float
    """May be before it could be sent."""
    begun: float
    ended: float
    failure: str
    """The fault of the answer; empty if it is as expected."""

    @property
    def is_slow(self) -> bool:
        """Whether it is slow on purpose."""
        return self.kind.startswith(SLOW)


class Kill(NamedTuple):
    """A killed process, with the times of the signal and of its end."""

    process: str
    begun: float
    gone: float

    def explains(self, answer: Answered) -> bool:
        """Whether the request was in flight at the time."""
        return answer.begun <= self.gone and answer.ended >= self.begun


def read(file: Path) -> list[Answered]:
    """Read the record of Locust's users."""
    with file.open(newline="", encoding="utf-8") as rows:
        return [
            Answered(kind, float(due), float(begun), float(ended), failure)
            for kind, due, begun, ended, failure in csv.reader(rows)
        ]


def rate(answered: Sequence[Answered], warm_up: float) -> float:
    """Answers per second, without the warm-up and without those slow on purpose."""
    begin = answered[0].begun + warm_up
    ends = [answer.ended for answer in answered if not answer.is_slow]
    return sum(end >= begin for end in ends) / (max(ends) - begin)


def times(answered: Iterable[Answered]) -> tuple[int, float, float, float]:
    """The number of answers not slow on purpose, and their median, p99 and maximum in ms."""
    times = sorted((answer.ended - answer.due) * 1000 for answer in answered if not answer.is_slow)
    count = len(times)
    return count, times[count // 2], times[min(count * 99 // 100, count - 1)], times[-1]


def by_kind(answered: Iterable[Answered]) -> list[tuple[str, tuple[int, float, float, float]]]:
    """The times by kind, slowest first; hostile requests are one kind."""
    kinds: defaultdict[str, list[Answered]] = defaultdict(list)
    for answer in answered:
        if not answer.is_slow:
            kinds[answer.kind.partition(":")[0]].append(answer)
    rows = [(kind, times(answers)) for kind, answers in kinds.items()]
    return sorted(rows, key=lambda row: row[1][2], reverse=True)


def errors(answered: Iterable[Answered], kills: Sequence[Kill]) -> list[Answered]:
    """The failures that are not explained by a kill."""
    return [
        answer
        for answer in answered
        if answer.failure and not any(kill.explains(answer) for kill in kills)
    ]
