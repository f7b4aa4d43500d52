"""Event facts: clocks, life totals, product, seating, each with its dates."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from functools import cache
from typing import Any

from formats.files import FOLDER, names, period, read_toml, record
from formats.model import Disagreement, EventFact, Reading, Remark, UnknownEvent
from formats.policy_facts import with_policies
from formats.team_policies import policies

BY_HAND = FOLDER / "events" / "by_hand"
"""Facts about several events, in addition to one imported file per event."""


@cache
def events() -> tuple[str, ...]:
    """The kinds of event with facts, sorted."""
    return names(FOLDER / "events")


def event_facts(event: str, as_of: datetime.date) -> tuple[EventFact, ...]:
    """All facts about an event on a day, by parameter; UnknownEvent."""
    return tuple(fact for fact in dated_facts(event) if as_of in fact.life)


def event_fact(event: str, parameter: str, as_of: datetime.date) -> EventFact | None:
    """The fact about one parameter of an event on a day, or None; UnknownEvent."""
    holding = (fact for fact in event_facts(event, as_of) if fact.parameter == parameter)
    return next(holding, None)


@cache
def dated_facts(event: str) -> tuple[EventFact, ...]:
    """All facts about an event, past and future, by parameter and date; UnknownEvent."""
    by_hand = (block for block in _blocks_by_hand("fact") if event in block["events"])
    blocks = (*_corrected(event), *by_hand)
    facts = with_policies((_fact(event, block) for block in blocks), policies())
    return tuple(sorted(facts, key=lambda fact: (fact.parameter, fact.life.start)))


@cache
def disagreements() -> tuple[Disagreement, ...]:
    """Disagreements between documents, in file order."""
    return tuple(
        record(
            Disagreement,
            block,
            life=period(block),
            readings=tuple(record(Reading, row) for row in block["readings"]),
        )
        for block in _blocks_by_hand("disagreement")
    )


@cache
def remarks() -> tuple[Remark, ...]:
    """Remarks on all facts of a period, in file order."""
    return tuple(record(Remark, block, life=period(block)) for block in _blocks_by_hand("remark"))


def _corrected(event: str) -> Iterator[dict[str, Any]]:
    """The imported facts, with corrections applied; UnknownEvent."""
    if event not in events():
        raise UnknownEvent(event)
    corrections = {
        (correction["parameter"], correction["of"]): correction
        for correction in _blocks_by_hand("correction")
        if event in correction["events"]
    }
    for block in read_toml(FOLDER / "events" / f"{event}.toml")["fact"]:
        yield block | corrections.get((block["parameter"], block["value"]), {})


def _blocks_by_hand(kind: str) -> list[dict[str, Any]]:
    files = (read_toml(BY_HAND / f"{name}.toml") for name in names(BY_HAND))
    return [block for file in files for block in file.get(kind, [])]


def _fact(event: str, block: dict[str, Any]) -> EventFact:
    note = block.get("note") or None
    return record(EventFact, block, event=event, life=period(block), note=note)
