"""The recommended product among the facts of an event: the mixes of the day, with their sources."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import NamedTuple

import formats
from formats import Format, Mix, Period
from messages import Message, say
from validator.limited.products import mix_words
from validator.limited.recommended import mix_event, recommended
from validator.model import Structure

UNDOCUMENTED = {
    "from": say("no document at hand gives the first day of this product"),
    "until": say("no document at hand gives the last day of this product"),
    "both": say("no document at hand gives the days of this product"),
    "all": say("no document at hand gives this product"),
}
"""Notes on mixes that are not fully documented."""


class ProductFact(NamedTuple):
    """The product recommended for an event on a day, in general and for the newest set."""

    event: str
    """The kind of event that the mixes are for."""
    value: str | None
    """None if all mixes are for specific sets."""
    source: str
    certainty: str
    life: Period | None
    doubt: str | None
    """The part that no available document states, as part of a sentence."""
    newest: str | None
    """The mix of the newest set that has its own, as part of a sentence."""


def product_fact(
    play_format: Format, structure: Structure, team_size: int | None, day: datetime.date
) -> ProductFact | None:
    """The product recommended by the mixes of the day; None if there are none."""
    event = mix_event(play_format, structure)
    mixes = recommended(play_format, structure, team_size, day)
    if event is None or not mixes:
        return None
    whom = say("a player") if event in formats.INDIVIDUAL else say("a team")
    general = [mix for mix in mixes if mix.set_code is None]
    named = [mix for mix in mixes if mix.set_code == mixes[0].set_code and mix.set_code]
    doubt = next((UNDOCUMENTED[mix.undocumented] for mix in general if mix.undocumented), None)
    return ProductFact(
        event=event,
        value=_products(general, whom) if general else None,
        source=_sources(general),
        certainty="from memory" if doubt else "likely",
        life=_common_life(general) if general else None,
        doubt=doubt,
        newest=_newest_mix(named, whom) if named else None,
    )


def _newest_mix(named: list[Mix], whom: Message) -> Message:
    return say(
        "with {set}, the newest set named: {products} ({sources})",
        set=named[0].set_code,
        products=_products(named, whom),
        sources=_sources(named),
    )


def _products(mixes: Iterable[Mix], whom: Message) -> Message:
    """`8 boosters a team`, or several alternatives."""
    either, *others = dict.fromkeys(mix_words(mix) for mix in mixes)
    sentence: Message = either
    for other in others:
        sentence = say("{product}, or {other}", product=sentence, other=other)
    return say("{products} {whom}", products=sentence, whom=whom)


def _sources(mixes: Iterable[Mix]) -> str:
    return "; ".join(dict.fromkeys(mix.source for mix in mixes))


def _common_life(mixes: list[Mix]) -> Period:
    ends = [mix.life.end for mix in mixes if mix.life.end]
    return Period(max(mix.life.start for mix in mixes), min(ends, default=None))
