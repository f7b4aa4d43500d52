"""Remarks on all facts of an event: questions that the available documents leave open."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

import formats
from formats import Format
from messages import say, say_list
from validator.events.kinds import EventSource
from validator.rules.legality import FORMAT_INACTIVE

SIZES_OF_FACTS = {"team-constructed-three": (3,), "team-sealed": (2, 3)}
"""The team sizes covered by the documents, where they do not cover all."""


def remarks(
    play_format: Format, sources: Sequence[EventSource], size: int, day: datetime.date
) -> Iterator[str]:
    """Sentences on an event of this format with these sources, for a team of this size."""
    life, name = play_format.life, play_format.name
    future, past = (FORMAT_INACTIVE.sentences[tense] for tense in ("future", "past"))
    if day < life.start:
        yield say(future.message, format=name, as_of=day, day=life.start)
    elif day not in life:
        yield say(past.message, format=name, as_of=day, day=life.end)
    named = {source.event for source in sources}
    yield from (
        say(remark.text)
        for remark in formats.remarks()
        if day in remark.life and not named.isdisjoint(remark.events)
    )
    if sources[0].event.startswith("two-headed-giant") and size > 2:
        yield say("Product, picks and minutes are those given in the documents for teams of two.")
    for source in sources:
        sizes = SIZES_OF_FACTS.get(source.event)
        if sizes and source.parameters is None and size not in sizes:
            yield say(
                "The available documents describe teams of {sizes}, not of {size}.",
                sizes=say_list([str(size) for size in sizes]),
                size=size,
            )
