"""What was answered under load, and what it comes to."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

NOT_ANSWERED, ATTACK = "slow: ", "attack: "
SLOW = (NOT_ANSWERED, ATTACK)
"""What the kind begins with of what is not asked to be answered, and of what takes long."""


class Answered(NamedTuple):
    """A request that is over; times are those of the machine's monotonic clock, in seconds."""

    kind: str
    due: float
    begun: float
    ended: float
    failure: str
    """What is wrong with the answer; empty where it is in order."""

    @property
    def is_slow(self) -> bool:
        """Whether it was not meant to be answered soon."""
        return self.kind.startswith(SLOW)

    @property
    def milliseconds(self) -> float:
        """From when it was due, which may be before it could be sent."""
        return (self.ended - self.due) * 1000


class Kill(NamedTuple):
    """A process that was killed: from when on, and when it was gone."""

    what: str
    begun: float
    gone: float

    def cut(self, one: Answered) -> bool:
        """Whether a request was in flight then."""
        return one.begun <= self.gone and one.ended >= self.begun


class Times(NamedTuple):
    """Milliseconds of some answers."""

    answers: int
    median: float
    p99: float
    longest: float


def read(file: Path) -> list[Answered]:
    """What Locust's users have written down."""
    with file.open(newline="", encoding="utf-8") as rows:
        return [
            Answered(kind, float(due), float(begun), float(ended), failure)
            for kind, due, begun, ended, failure in csv.reader(rows)
        ]


def times(answered: Iterable[Answered]) -> Times:
    """How long they took, but for those that are slow on purpose."""
    found = sorted(one.milliseconds for one in answered if not one.is_slow)
    count = len(found)
    return Times(count, found[count // 2], found[min(count * 99 // 100, count - 1)], found[-1])


def by_kind(answered: Iterable[Answered]) -> list[tuple[str, Times]]:
    """The times of each kind, the slowest first; hostile requests are one kind."""
    kinds: defaultdict[str, list[Answered]] = defaultdict(list)
    for one in answered:
        if not one.is_slow:
            kinds[one.kind.partition(":")[0]].append(one)
    rows = [(kind, times(ones)) for kind, ones in kinds.items()]
    return sorted(rows, key=lambda row: row[1].p99, reverse=True)


def errors(answered: Iterable[Answered], kills: Sequence[Kill]) -> list[Answered]:
    """The failures that no kill explains."""
    return [one for one in answered if one.failure and not any(kill.cut(one) for kill in kills)]
