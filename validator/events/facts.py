"""The facts that an organizer announces for an event, on its day, with their sources."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce

import formats
from formats import EventFact, Format, Period, Reading
from messages import say, template
from validator.events import words as event_words
from validator.events.format_facts import format_facts
from validator.events.kinds import EventSource, sources_of
from validator.events.model import EventFacts, StatedFact
from validator.events.product import product_fact
from validator.events.remarks import remarks
from validator.model import Structure

PER_FURTHER_HEAD = {
    "starting_life": "life_per_further_head",
    "poison_to_lose": "poison_per_further_head",
}
REPLACED = {"same_card_in_two_decks": "team_copies_max"}
"""Parameters that replaced another one: before that day they did not exist."""
PRODUCT = "product"
SIDE_MAX = "side_max"
"""A maximum, in place of the sizes that the tournament rules give for a sideboard (`side`)."""
COUNTERS = template("counters a team")
"""The unit of `poison_to_lose`, for translators."""


def event_facts(
    play_format: Format, structure: Structure, day: datetime.date, team_size: int | None = None
) -> EventFacts:
    """The facts of an event of this format and structure on a day.

    The arguments have passed the checks of `validator.questions`; `team_size` None means the
    usual size.
    """
    size = team_size or formats.structure(structure).players
    sources = sources_of(play_format, structure)
    stated = {fact.parameter: fact for fact in _facts_on(sources, day)}
    if structure == "two-headed-giant" and size > 2:
        stated |= {fact.parameter: fact for fact in _for_more_heads(stated, size)}
    if product := _product(play_format, structure, size, day, stated.get(PRODUCT)):
        stated[PRODUCT] = product
    stated |= {fact.parameter: fact for fact in format_facts(play_format, day)}
    if SIDE_MAX in stated:
        stated.pop("side", None)
    order = {parameter: index for index, parameter in enumerate(event_words.WORDS)}
    return EventFacts(
        format=play_format,
        structure=structure,
        team_size=size,
        day=day,
        facts=tuple(
            sorted(stated.values(), key=lambda fact: order.get(fact.parameter, len(order)))
        ),
        remarks=tuple(remarks(play_format, sources, size, day)),
    )


def describe_fact(fact: EventFact, day: datetime.date | None = None) -> StatedFact:
    """A dated fact with its sentence, and conflicting readings from its period or on a day."""
    time = _single_day(day) if day else fact.life
    readings, settled = _readings(fact.event, fact.parameter, time)
    return StatedFact(
        parameter=fact.parameter,
        value=fact.value,
        sentence=event_words.sentence(fact.parameter, fact.value),
        source=fact.source,
        certainty=fact.certainty,
        life=fact.life,
        event=fact.event,
        note=_join_notes(fact.note and say(fact.note), _earlier_end(fact)),
        readings=readings,
        settled=settled,
    )


def _facts_on(sources: Sequence[EventSource], day: datetime.date) -> Iterator[StatedFact]:
    """Facts that hold on the day, then those known for later days only; the first source wins."""
    stated: set[str] = set()
    for source in sources:
        for fact in formats.event_facts(source.event, day):
            if source.covers(fact.parameter) and fact.parameter not in stated:
                stated.add(fact.parameter)
                yield describe_fact(fact, day)
    for source in sources:
        for parameter, dated in _by_parameter(source).items():
            is_later = all(fact.life.start > day for fact in dated)
            if is_later and parameter not in stated and parameter not in REPLACED:
                stated.add(parameter)
                yield _unknown_fact(dated[0])


def _by_parameter(source: EventSource) -> dict[str, list[EventFact]]:
    """The dated facts by parameter, oldest first."""
    by_parameter: dict[str, list[EventFact]] = {}
    for fact in formats.dated_facts(source.event):
        if source.covers(fact.parameter):
            by_parameter.setdefault(fact.parameter, []).append(fact)
    return by_parameter


def _unknown_fact(first: EventFact) -> StatedFact:
    start = first.life.start.isoformat()
    return StatedFact(
        parameter=first.parameter,
        value=None,
        sentence=say("Not known for this day; first known from {day} on.", day=start),
        source=None,
        certainty=event_words.UNKNOWN,
        life=None,
        event=first.event,
        note=_join_notes(
            say(
                "from {day}: {value} ({source})",
                day=start,
                value=say(str(first.value)),
                source=first.source,
            ),
            first.note and say(first.note),
        ),
    )


def _for_more_heads(stated: Mapping[str, StatedFact], size: int) -> Iterator[StatedFact]:
    """Life and poison of a team of more than two; unknown while the rule for it is unknown."""
    for parameter, rule in PER_FURTHER_HEAD.items():
        usual, per_head = stated.get(parameter), stated.get(rule)
        if usual is None:
            continue
        if usual.value is not None and per_head and isinstance(per_head.value, int):
            yield _with_additions(usual, per_head, per_head.value, size)
        else:
            yield StatedFact(
                parameter=parameter,
                value=None,
                sentence=say("Not known for this day and a team of {size}.", size=size),
                source=None,
                certainty=event_words.UNKNOWN,
                life=None,
                event=usual.event,
                note=(per_head and per_head.note) or usual.note,
            )


def _with_additions(usual: StatedFact, per_head: StatedFact, each: int, size: int) -> StatedFact:
    # Starting life is +15 and poison +5 for each player of a team beyond the second (CR 810.11).
    of_two, *rest = str(usual.value).split(" ", 1)
    total = int(of_two) + each * (size - 2)
    value = f"{total} {rest[0]}" if rest else total
    words = say("{number} {what}", number=total, what=say(rest[0])) if rest else total
    rule = say(
        "{usual} for a team of two, and {each} for each head beyond it: {sum}",
        usual=of_two,
        each=each,
        sum=f"{of_two} + {size - 2} × {each} = {total}",
    )
    return replace(
        usual,
        value=value,
        sentence=event_words.sentence(usual.parameter, words),
        source=f"{usual.source}; {per_head.source}",
        certainty=per_head.certainty,
        life=_intersection(usual.life, per_head.life),
        note=_join_notes(rule, usual.note),
    )


def _intersection(first: Period | None, other: Period | None) -> Period | None:
    if not first or not other:
        return first or other
    ends = [period.end for period in (first, other) if period.end]
    return Period(max(first.start, other.start), min(ends, default=None))


def _product(
    play_format: Format,
    structure: Structure,
    size: int,
    day: datetime.date,
    fact: StatedFact | None,
) -> StatedFact | None:
    """The documented product with the mixes of the day; only the mixes if nothing is documented."""
    mixes = product_fact(play_format, structure, size, day)
    if mixes is None:
        return fact
    if mixes.value is None or (fact and fact.value is not None and fact.event == mixes.event):
        return fact and replace(fact, note=_join_notes(mixes.newest, fact.note))
    other = fact and fact.value is not None and f"{fact.event}: {fact.value}"
    return StatedFact(
        parameter=PRODUCT,
        value=str(mixes.value),
        sentence=event_words.sentence(PRODUCT, mixes.value),
        source=mixes.source,
        certainty=mixes.certainty,
        life=mixes.life,
        event=mixes.event,
        note=_join_notes(mixes.newest, mixes.doubt, other or (fact.note if fact else None)),
    )


def _readings(event: str, parameter: str, life: Period) -> tuple[tuple[Reading, ...], str | None]:
    """Conflicting readings during a period and the one used here; empty if there are none."""
    for block in formats.disagreements():
        if block.parameter == parameter and event in block.events and block.life.overlaps(life):
            return block.readings, say(block.settled)
    return (), None


def _earlier_end(fact: EventFact) -> str | None:
    """A note that a fact may have ended before its recorded end."""
    for other in formats.dated_facts(fact.event):
        follows = other.parameter == fact.parameter and other.life.start == fact.life.end
        if follows and other.certainty == "not later than":
            return say(
                "may have ended earlier: what follows is known not later than {day}",
                day=fact.life.end,
            )
    return None


def _single_day(day: datetime.date) -> Period:
    return Period(day, day + datetime.timedelta(days=1)) if day < datetime.date.max else Period(day)


def _join_notes(*notes: str | None) -> str | None:
    """The notes joined with spaces; None if there are none."""
    parts = [note for note in notes if note]
    if not parts:
        return None
    return reduce(lambda before, more: say("{note}; {more}", note=before, more=more), parts)
