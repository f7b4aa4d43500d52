"""Facts from a format's own file: the banned list of the day, and deck sizes."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import banlists
from formats import Format, Period
from messages import say, say_count, template
from validator.events import words as event_words
from validator.events.model import StatedFact

USUAL_MIN = 60
"""The smallest main deck by the tournament rules (MTR 6.1)."""


def format_facts(play_format: Format, day: datetime.date) -> Iterator[StatedFact]:
    """Facts that hold in place of the tournament rules; Limited has no list (MTR 7.1)."""
    if play_format.kind != "constructed":
        return
    if banlist := _banlist(play_format, day):
        yield banlist
    is_usual = play_format.main_min == USUAL_MIN and play_format.main_max is None
    if is_usual or day not in play_format.life:
        return
    sizes = {"main_min": play_format.main_min, "main_max": play_format.main_max or "none"}
    for parameter, value in {**sizes, "side_max": play_format.sideboard_max}.items():
        if value is not None:
            yield StatedFact(
                parameter=parameter,
                value=value,
                sentence=event_words.sentence(parameter, value),
                source=f"Rules of {play_format.name}",
                certainty="sure",
                life=play_format.life,
            )


def _banlist(play_format: Format, day: datetime.date) -> StatedFact | None:
    """The version of the format's own list."""
    version = banlists.at(play_format.id, day)
    if version.effective is None:
        return None
    effective = version.effective.isoformat()
    sentence = say(
        _LIST_WITH_CLASSES if version.classes else _LIST,
        format=play_format.name,
        day=effective,
        banned=_titles(len(version.banned)),
        restricted=_titles(len(version.restricted)),
    )
    return StatedFact(
        parameter="banlist",
        value=effective,
        sentence=sentence,
        source=version.source or say("no announcement"),
        certainty="sure",
        life=Period(version.effective, version.next),
    )


_LIST = template("The list of {format} is that of {day}: {banned} banned, {restricted} restricted.")
_LIST_WITH_CLASSES = template(
    "The list of {format} is that of {day}: {banned} banned, {restricted} restricted, and whole"
    " classes of cards besides."
)


def _titles(number: int) -> str:
    return say_count(number, "{number} title", "{number} titles") if number else say("no titles")
