"""What results say in numbers."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Tally:
    """Numbers of teams, of a partition or of a whole corpus."""

    teams: int = 0
    legal: int = 0
    illegal: int = 0
    unreadable: int = 0
    """Rows that are no team that could be judged."""
    codes: Counter[str] = field(default_factory=Counter)
    """Teams by what is wrong with them."""
    cards: Counter[str] = field(default_factory=Counter)
    """Teams by the titles that are at fault."""
    notices: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    """Rows that could not be judged, by why."""

    def count(self, row: dict[str, Any]) -> None:
        """Count a row of results."""
        self.teams += 1
        if row["problem"]:
            self.unreadable += 1
            self.problems[row["problem"]] += 1
            return
        self.legal += row["legal"]
        self.illegal += not row["legal"]
        for counter, found in (
            (self.codes, row["codes"]),
            (self.cards, row["cards"]),
            (self.notices, row["notices"]),
        ):
            counter.update(found)

    def add(self, other: Tally) -> None:
        """Add the numbers of other teams."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)

    def as_json(self) -> str:
        """The numbers as text."""
        return json.dumps(vars(self))

    def as_dict(self) -> dict[str, Any]:
        """The numbers as a JSON document, the largest first."""
        return {
            name: dict(by_number(value)) if isinstance(value, Counter) else value
            for name, value in vars(self).items()
        }


def by_number(counter: Counter[str]) -> list[tuple[str, int]]:
    """What was counted, the most common first; equals by name."""
    return sorted(counter.items(), key=lambda each: (-each[1], each[0]))


def read(text: str) -> Tally:
    """The numbers of `Tally.as_json`."""
    tally = Tally()
    for name, value in json.loads(text).items():
        setattr(tally, name, Counter(value) if isinstance(value, dict) else value)
    return tally
