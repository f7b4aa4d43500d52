"""Every format on each day on which it changes: as a naive reading of the files has it."""

from __future__ import annotations

import datetime
import random

import pytest

import banlists
import formats
from cards import Card, catalogue
from tests.validator.naive import expected, format_file
from validator.legality.ruleset import Ruleset, Standing

ONE_DAY = datetime.timedelta(days=1)
CONSTRUCTED = [one for one in formats.ids() if formats.load(one).kind == "constructed"]
FACTS = catalogue()
TITLES = tuple(FACTS.titles())
SAMPLE = [FACTS.card(title) for title in TITLES[::211]]
"""Some hundred and fifty cards, besides all that a list names."""


def in_a_word(standing: Standing) -> str:
    if standing.ban:
        return "banned"
    if standing.refusal:
        return standing.refusal.reason
    return "restricted" if standing.restriction else "legal"


def judged(card: Card, rules: Ruleset) -> str:
    return in_a_word(rules.standing(card)) if rules.is_active else "inactive"


def turning_days(format_id: str) -> list[datetime.date]:
    """Each day on which the format or its list changes, with the days before and after."""
    table = format_file(format_id)
    days = {table["from"], *([table["until"]] if "until" in table else [])}
    days |= {row[key] for row in table.get("sets", []) for key in ("from", "until") if key in row}
    days |= set(banlists.versions(format_id))
    around = {day + step * ONE_DAY for day in days for step in (-1, 0, 1)}
    return sorted(around)


def cards_of(format_id: str) -> list[Card]:
    """The sample, and the cards that the format's list names."""
    named = {title for one in banlists.announcements(format_id) for title in one.titles}
    return [*SAMPLE, *map(FACTS.card, sorted(named))]


@pytest.mark.parametrize("format_id", CONSTRUCTED)
def test_each_turning_day_is_as_the_files_say(format_id: str) -> None:
    chance = random.Random(format_id)
    every = cards_of(format_id)
    for day in turning_days(format_id):
        rules = Ruleset(formats.load(format_id), day, FACTS, two_headed=False)
        for card in chance.sample(every, min(20, len(every))):
            found = judged(card, rules)
            assert found == expected(card, format_id, day, FACTS), (card.title, day)
