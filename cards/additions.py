"""What an update learnt besides cards: rulings, sets of formats and boosters, as seen on a day.

They are part of a catalogue's file, so that all facts in force change at once. Formats and banlists
put them onto their own files, whose announcements take precedence.
"""

import datetime
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

Status = Literal["banned", "restricted", "legal"]
EMPTY: Mapping[str, Any] = MappingProxyType({})


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


class Additions:
    """What an update adds to formats and banlists; each instance is a state of its own."""

    def __init__(
        self,
        source: str = "",
        rulings: Mapping[str, tuple[SeenRuling, ...]] = EMPTY,
        sets: Mapping[str, tuple[SeenSet, ...]] = EMPTY,
        checked: Mapping[str, datetime.date] = EMPTY,
        boosters: Mapping[str, tuple[Mapping[str, Any], ...]] = EMPTY,
        companions: Mapping[str, Mapping[str, tuple[str, ...]]] = EMPTY,
    ) -> None:
        self.source = source
        """Whose list it was."""
        self.rulings = rulings
        """By format."""
        self.sets = sets
        """By format."""
        self.checked = checked
        """By format, the day on which its list was compared."""
        self.boosters = boosters
        """By set, rows as in `formats/products/boosters.toml`."""
        self.companions = companions
        """By set, the titles of other sets in its boosters, by set."""

    def as_json(self) -> str:
        """The text stored in a catalogue."""
        return json.dumps(vars(self), default=_plain, ensure_ascii=False, sort_keys=True)


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


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)


def _day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)
