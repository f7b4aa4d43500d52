"""Cards outside the format: since when, until when, and why."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import formats
from cards import Card, catalogue
from validator.legality.ruleset import ruleset

ONE_DAY = datetime.timedelta(days=1)


def sole_sets() -> Iterator[tuple[str, Card, formats.Period]]:
    """A card of each set that left a format, where that set alone made it legal, and when."""
    facts = catalogue()
    firsts: dict[str, Card] = {}
    for card in map(facts.card, facts.titles()):
        if card.status == "paper" and len({code for code, _ in card.printings}) == 1:
            firsts.setdefault(card.printings[0].set_code, card)
    for play_format in map(formats.load, formats.ids()):
        for code, periods in play_format.sets.items():
            for period in periods:
                if code in firsts and period.end and period.start >= play_format.life.start:
                    yield play_format.id, firsts[code], period


def test_a_set_is_legal_from_its_first_day_until_the_day_it_leaves() -> None:
    rotations = list(sole_sets())
    assert len(rotations) > 150
    for format_id, card, period in rotations:
        assert period.end
        if period.end == formats.load(format_id).life.end:
            continue
        days = (period.start, period.end - ONE_DAY, period.end)
        rules = (ruleset(format_id, day, catalogue(), two_headed=False) for day in days)
        first, last, after = (one.standing(card) for one in rules)
        assert (first.refusal, last.refusal) == (None, None), (format_id, card.title)
        assert after.ban or (after.refusal and after.refusal.reason == "rotated")
