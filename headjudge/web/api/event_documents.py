"""Facts about events as JSON documents."""

from __future__ import annotations

import datetime

import formats
from formats import EventFact
from headjudge.web.api.fact_documents import Document, life
from validator.events.facts import EventFacts, Stated, fact_as_stated


def event_document(event: EventFacts) -> Document:
    """All that an organizer announces for an event."""
    return {
        "format": event.format.id,
        "structure": event.structure,
        "team_size": event.team_size,
        "as_of": event.day.isoformat(),
        "facts": [fact_document(fact) for fact in event.facts],
        "remarks": list(event.remarks),
    }


def all_facts() -> list[Document]:
    """Every dated fact, by kind of event, parameter and date."""
    return [fact_document(fact_as_stated(fact)) for fact in _every_fact()]


def facts_of(policy_id: str, as_of: datetime.date) -> list[Document]:
    """The facts of a policy's time; where it is bound to none, those of the day; UnknownPolicy."""
    time = None if policy_id == formats.TOURNAMENT else formats.policy(policy_id).life
    if time:
        held = (fact for fact in _every_fact() if fact.life.overlaps(time))
        return [fact_document(fact_as_stated(fact)) for fact in held]
    held = (fact for fact in _every_fact() if as_of in fact.life)
    return [fact_document(fact_as_stated(fact, as_of)) for fact in held]


def fact_document(fact: Stated) -> Document:
    """One fact, with what each document says where documents differ."""
    return {
        "parameter": fact.parameter,
        "event": fact.event,
        "section": str(fact.section),
        "title": fact.title,
        "value": fact.value,
        "sentence": fact.sentence,
        "source": fact.source,
        "certainty": fact.certainty,
        **life(fact.life),
        "note": fact.note,
        "readings": [{"value": one.value, "source": one.source} for one in fact.readings],
        "settled": fact.settled,
    }


def _every_fact() -> list[EventFact]:
    return [fact for event in formats.events() for fact in formats.dated_facts(event)]
