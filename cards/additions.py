"""What an update learnt besides cards: rulings, sets of formats and boosters, as seen on a day.

They are part of a catalogue's file, so that all facts in force change at once. Formats and banlists
put them onto their own files, whose announcements take precedence.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

Status = Literal["banned", "restricted", "legal"]


class SeenRuling(NamedTuple):
    """A title's state in a format, as another list had it on a day."""

    title: str
    status: Status
    seen: datetime.date


class SeenSet(NamedTuple):
    """A set that entered a format or left it, as another list had it."""

    code: str
    start: datetime.date
    end: datetime.date | None = None
    """The first day without it."""


@dataclass(frozen=True, eq=False)
class Additions:
    """What an update adds to formats and banlists; each instance is a state of its own."""

    source: str = ""
    """Whose list it was."""
    rulings: Mapping[str, tuple[SeenRuling, ...]] = field(default_factory=dict)
    """By format."""
    sets: Mapping[str, tuple[SeenSet, ...]] = field(default_factory=dict)
    """By format."""
    checked: Mapping[str, datetime.date] = field(default_factory=dict)
    """By format, the day on which its list was compared."""
    boosters: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    """By set, rows as in `formats/products/boosters.toml`."""
    companions: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """By set, the titles of other sets in its boosters, by set."""

    def as_json(self) -> str:
        """The text stored in a catalogue."""
        return json.dumps(asdict(self), default=str, ensure_ascii=False, sort_keys=True)


NONE = Additions()


def read(text: str) -> Additions:
    """The additions of a stored text."""
    if not text:
        return NONE
    stored = json.loads(text)
    return Additions(
        source=stored["source"],
        rulings={
            format_id: tuple(
                SeenRuling(title, status, _day(seen)) for title, status, seen in rulings
            )
            for format_id, rulings in stored["rulings"].items()
        },
        sets={
            format_id: tuple(
                SeenSet(code, _day(start), _day(end) if end else None) for code, start, end in sets
            )
            for format_id, sets in stored["sets"].items()
        },
        checked={format_id: _day(day) for format_id, day in stored["checked"].items()},
        boosters={
            code: tuple({**row, "from": _day(row["from"])} for row in rows)
            for code, rows in stored["boosters"].items()
        },
        companions={
            code: {of: tuple(titles) for of, titles in sets.items()}
            for code, sets in stored["companions"].items()
        },
    )


def _day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)
