"""Cards outside the format: since when, until when, and why."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

import formats
from cards import Card, catalogue
from validator.legality.ruleset import ruleset

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

ONE_DAY = datetime.timedelta(days=1)
SHEOLDRED = "Sheoldred, the Apocalypse"
DELNEY = "Delney, Streetwise Lookout"


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


@pytest.mark.parametrize(
    ("title", "as_of", "words"),
    [
        (
            SHEOLDRED,
            "2025-08-01",
            f"{SHEOLDRED} rotated out of Standard on 2025-08-01 with Dominaria United.",
        ),
        (
            DELNEY,
            "2024-02-01",
            f"{DELNEY} was not yet released on 2024-02-01; it is legal in",
        ),
        (
            "Black Lotus",
            "2024-02-01",
            "Black Lotus has never been in Standard: it was last printed",
        ),
    ],
)
def test_a_refusal_says_why(ask: Ask, title: str, as_of: str, words: str) -> None:
    (violation,) = ask("standard", [f"1 {title}"], as_of=as_of).violations
    assert violation.message.startswith(words)


def test_every_refused_paper_card_has_a_day_to_name(ask: Ask) -> None:
    facts = catalogue()
    titles = [title for title in facts.titles() if facts.card(title).status == "paper"][::5]
    report = ask("vintage", [f"1 {title}" for title in titles], as_of="1995-01-01")
    assert len(report.violations) > 4_000
    assert not [one.message for one in report.violations if "None" in one.message]
