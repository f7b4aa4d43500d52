"""Facts about events: clocks, life totals, product, seating, each with its dates."""

from __future__ import annotations

import datetime
from functools import cache

from formats.files import FOLDER, names, period, read_toml
from formats.model import EventFact, UnknownEvent


@cache
def events() -> tuple[str, ...]:
    """The kinds of event that facts are kept about, sorted."""
    return names(FOLDER / "events")


def event_facts(event: str, as_of: datetime.date) -> tuple[EventFact, ...]:
    """All facts about an event that hold on that day, by parameter; UnknownEvent."""
    return tuple(fact for fact in _facts(event) if as_of in fact.life)


def event_fact(event: str, parameter: str, as_of: datetime.date) -> EventFact | None:
    """The one fact about an event's parameter on that day, or None; UnknownEvent."""
    holding = (fact for fact in event_facts(event, as_of) if fact.parameter == parameter)
    return next(holding, None)


@cache
def _facts(event: str) -> tuple[EventFact, ...]:
    if event not in events():
        raise UnknownEvent(event)
    blocks = read_toml(FOLDER / "events" / f"{event}.toml")["fact"]
    return tuple(
        EventFact(
            id=block["id"],
            event=event,
            parameter=block["parameter"],
            value=block["value"],
            life=period(block),
            source=block["source"],
            certainty=block["certainty"],
            note=block.get("note"),
        )
        for block in blocks
    )
