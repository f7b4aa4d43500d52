"""What an organizer announces for an event: the facts of its day, each with its sources."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import banlists
import formats
from formats import EventFact, Format, Period, Reading
from messages import say, template
from validator.events import words as event_words
from validator.events.kinds import EventSource, sources_of
from validator.events.product import product_fact
from validator.events.remarks import remarks
from validator.model import Structure

USUAL_SIZES = {"two-headed-giant": 2, "team-constructed": 3, "individual": 1}
PER_FURTHER_HEAD = {
    "starting_life": "life_per_further_head",
    "poison_to_lose": "poison_per_further_head",
}
REPLACED = {"same_card_in_two_decks": "team_copies_max"}
"""A parameter that took the place of another is not unknown before that: it did not exist."""
PRODUCT = "product"
COUNTERS = template("counters a team")
"""What follows the number in the value of `poison_to_lose`, for translators."""


@dataclass(frozen=True, slots=True)
class Stated:
    """One parameter of an event as it is on a day."""

    parameter: str
    value: int | str | None
    """None where it is not known."""
    sentence: str
    source: str | None
    certainty: str
    life: Period | None
    event: str | None = None
    """The kind of event that the fact is kept about."""
    note: str | None = None
    readings: tuple[Reading, ...] = ()
    """What each document says, where documents at hand differ."""
    settled: str | None = None
    """Which reading is held here, and why."""

    @property
    def title(self) -> str:
        """What the parameter is called."""
        return event_words.title(self.parameter)

    @property
    def section(self) -> str:
        """The part of an announcement that it belongs to."""
        return event_words.SECTION_OF.get(self.parameter, event_words.BACKGROUND)


@dataclass(frozen=True, slots=True)
class EventFacts:
    """All that is known of an event on its day."""

    format: Format
    structure: Structure
    team_size: int
    day: datetime.date
    facts: tuple[Stated, ...]
    """In the order in which they are announced; what is not known is among them."""
    remarks: tuple[str, ...]
    """Sentences about all of them: what the documents at hand leave open."""


def event_facts(
    play_format: Format, structure: Structure, day: datetime.date, team_size: int | None = None
) -> EventFacts:
    """The facts of an event of this format and structure on a day.

    The question is one that `questions` lets through; `team_size` None means the usual one.
    """
    size = team_size or USUAL_SIZES[structure]
    sources = sources_of(play_format, structure)
    stated = {fact.parameter: fact for fact in _states_on(sources, day)}
    if structure == "two-headed-giant" and size > 2:
        stated |= {fact.parameter: fact for fact in _of_more_heads(stated, size)}
    if product := _product(play_format, structure, size, day, stated.get(PRODUCT)):
        stated[PRODUCT] = product
    if banlist := _banlist(play_format, day):
        stated[banlist.parameter] = banlist
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


def fact_as_stated(fact: EventFact, day: datetime.date | None = None) -> Stated:
    """A dated fact with its sentence, and the readings that differ in its time, or on a day."""
    time = _only(day) if day else fact.life
    readings, settled = _readings(fact.event, fact.parameter, time)
    return Stated(
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


def _states_on(sources: Sequence[EventSource], day: datetime.date) -> Iterator[Stated]:
    """What holds on the day; then what is known of a later day alone. The first source decides."""
    stated: set[str] = set()
    for source in sources:
        for fact in formats.event_facts(source.event, day):
            if source.covers(fact.parameter) and fact.parameter not in stated:
                stated.add(fact.parameter)
                yield fact_as_stated(fact, day)
    for source in sources:
        for parameter, dated in _by_parameter(source).items():
            is_later = all(fact.life.start > day for fact in dated)
            if is_later and parameter not in stated and parameter not in REPLACED:
                stated.add(parameter)
                yield _unknown_fact(dated[0])


def _by_parameter(source: EventSource) -> dict[str, list[EventFact]]:
    """The dated facts of each parameter, the oldest first."""
    by_parameter: dict[str, list[EventFact]] = {}
    for fact in formats.dated_facts(source.event):
        if source.covers(fact.parameter):
            by_parameter.setdefault(fact.parameter, []).append(fact)
    return by_parameter


def _unknown_fact(first: EventFact) -> Stated:
    start = first.life.start.isoformat()
    return Stated(
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


def _of_more_heads(stated: Mapping[str, Stated], size: int) -> Iterator[Stated]:
    """Life and poison of a team of more than two; not known where the rule for it is not."""
    for parameter, rule in PER_FURTHER_HEAD.items():
        usual, per_head = stated[parameter], stated[rule]
        if usual.value is not None and isinstance(per_head.value, int):
            yield _with_additions(usual, per_head, per_head.value, size)
        else:
            yield Stated(
                parameter=parameter,
                value=None,
                sentence=say("Not known for this day and a team of {size}.", size=size),
                source=None,
                certainty=event_words.UNKNOWN,
                life=None,
                event=usual.event,
                note=per_head.note or usual.note,
            )


def _with_additions(usual: Stated, per_head: Stated, each: int, size: int) -> Stated:
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
        life=_common(usual.life, per_head.life),
        note=_join_notes(rule, usual.note),
    )


def _common(first: Period | None, other: Period | None) -> Period | None:
    if not first or not other:
        return first or other
    ends = [period.end for period in (first, other) if period.end]
    return Period(max(first.start, other.start), min(ends, default=None))


def _product(
    play_format: Format, structure: Structure, size: int, day: datetime.date, stated: Stated | None
) -> Stated | None:
    """What the documents say, and the mixes of the day; these alone where no document does."""
    mixes = product_fact(play_format, structure, size, day)
    if mixes is None:
        return stated
    if mixes.value is None or (stated and stated.value is not None and stated.event == mixes.event):
        return stated and replace(stated, note=_join_notes(mixes.newest, stated.note))
    other = stated and stated.value is not None and f"{stated.event}: {stated.value}"
    return Stated(
        parameter=PRODUCT,
        value=str(mixes.value),
        sentence=event_words.sentence(PRODUCT, mixes.value),
        source=mixes.source,
        certainty=mixes.certainty,
        life=mixes.life,
        event=mixes.event,
        note=_join_notes(mixes.newest, mixes.doubt, other or (stated.note if stated else None)),
    )


def _banlist(play_format: Format, day: datetime.date) -> Stated | None:
    """The version of the format's own list; Limited has none (MTR 7.1)."""
    if play_format.kind != "constructed":
        return None
    version = banlists.at(play_format.id, day)
    if version.effective is None:
        return None
    effective = version.effective.isoformat()
    return Stated(
        parameter="banlist",
        value=effective,
        sentence=event_words.list_sentence(
            play_format.name,
            effective,
            len(version.banned),
            len(version.restricted),
            has_classes=bool(version.classes),
        ),
        source=version.source or say("no announcement"),
        certainty="sure",
        life=Period(version.effective, version.next),
    )


def _readings(event: str, parameter: str, life: Period) -> tuple[tuple[Reading, ...], str | None]:
    """What documents differ in during a time, and what is held here; nothing where they agree."""
    for block in formats.disagreements():
        if block.parameter == parameter and event in block.events and block.life.overlaps(life):
            return block.readings, say(block.settled)
    return (), None


def _earlier_end(fact: EventFact) -> str | None:
    """That a fact may have ended before its end: what follows is known not later than that."""
    for other in formats.dated_facts(fact.event):
        follows = other.parameter == fact.parameter and other.life.start == fact.life.end
        if follows and other.certainty == "not later than":
            return say(
                "may have ended earlier: what follows is known not later than {day}",
                day=fact.life.end,
            )
    return None


def _only(day: datetime.date) -> Period:
    return Period(day, day + datetime.timedelta(days=1)) if day < datetime.date.max else Period(day)


def _join_notes(*notes: str | None) -> str | None:
    """The notes one after another; None without any."""
    parts = [note for note in notes if note]
    if not parts:
        return None
    return reduce(lambda before, more: say("{note}; {more}", note=before, more=more), parts)
