"""An event's facts, as an organizer announces them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import NamedTuple

from formats import Format, Period, Reading
from validator.events import words as event_words
from validator.model import Structure


class Measure(NamedTuple):
    """The value of a fact: a number of a unit, or a text."""

    number: int | None = None
    """None if the value is unknown, or nothing is limited."""
    unit: str | None = None
    text: str | None = None
    """None if the value is unknown."""


@dataclass(frozen=True, slots=True)
class StatedFact:
    """One parameter of an event on a day."""

    parameter: str
    value: int | str | None
    """None if unknown."""
    sentence: str
    source: str | None
    certainty: str
    life: Period | None
    event: str | None = None
    """The kind of event that the fact belongs to."""
    note: str | None = None
    readings: tuple[Reading, ...] = ()
    """The readings of the available documents, if they disagree."""
    settled: str | None = None
    """The reading that is used here, and the reason."""

    @property
    def title(self) -> str:
        """The parameter's display name."""
        return event_words.title(self.parameter)

    @property
    def section(self) -> str:
        """The section of an announcement that it belongs to."""
        return event_words.SECTION_OF.get(self.parameter, event_words.BACKGROUND)

    @property
    def measure(self) -> Measure:
        """The value as a number with its unit, or as a text without one."""
        unit = event_words.UNITS.get(self.parameter)
        if unit is None:
            return Measure(text=None if self.value is None else str(self.value))
        if not isinstance(self.value, str):
            return Measure(self.value, unit)
        number, _, own_unit = self.value.partition(" ")  # "none" where nothing is limited
        return Measure(int(number), own_unit) if own_unit else Measure(unit=unit)


@dataclass(frozen=True, slots=True)
class EventFacts:
    """All facts about an event on its day."""

    format: Format
    structure: Structure
    team_size: int
    day: datetime.date
    facts: tuple[StatedFact, ...]
    """In the order of an announcement; unknown ones are included."""
    remarks: tuple[str, ...]
    """Sentences about questions that the available documents leave open."""
