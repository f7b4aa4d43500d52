"""An event at a glance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from headjudge.web.pages.event.judging import Result
from messages import Message

CARDS_SHOWN = 10


class Summary(NamedTuple):
    """How many teams there are of each kind, and what their lists have in common."""

    teams: int
    states: dict[str, int]
    """Teams by state."""
    flags: dict[str, int]
    """Teams by filter."""
    cards: list[tuple[str, int]]
    """The titles most often at fault, with the number of teams."""
    formats: list[tuple[str, int]]
    """The formats that were played for, with the number of teams."""
    syntaxes: list[tuple[str, int]]
    """The syntaxes of the lists, with the number of lists."""
    notices: list[Message | str]
    """What is to say of the event, each once."""


class Count:
    """Adds results up one after another."""

    def __init__(self) -> None:
        self._states: Counter[str] = Counter()
        self._flags: Counter[str] = Counter()
        self._cards: Counter[str] = Counter()
        self._formats: Counter[str] = Counter()
        self._syntaxes: Counter[str] = Counter()
        self._notices: dict[Message | str, None] = {}

    def add(self, result: Result) -> None:
        """Count a team."""
        self._states[result.state] += 1
        self._flags.update(result.flags)
        self._cards.update(result.cards)
        self._formats.update([result.format] if result.format else [])
        self._syntaxes.update(result.syntaxes)
        self._notices.update(dict.fromkeys(result.of_event))

    def summary(self) -> Summary:
        """What was counted; of equal numbers, the first in the alphabet first."""
        return Summary(
            sum(self._states.values()),
            dict(self._states),
            dict(self._flags),
            _most(self._cards)[:CARDS_SHOWN],
            _most(self._formats),
            _most(self._syntaxes),
            list(self._notices),
        )


def summary(results: Iterable[Result]) -> Summary:
    """The summary of all results."""
    count = Count()
    for result in results:
        count.add(result)
    return count.summary()


def _most(counter: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))
