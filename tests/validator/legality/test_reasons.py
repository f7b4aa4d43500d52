"""Why a card is not legal, in a sentence that a player understands."""

from __future__ import annotations

import datetime
import re

import pytest

import formats
from cards import catalogue
from validator.legality.reasons import explain
from validator.legality.ruleset import ruleset
from validator.model import BESIDE_DECKS
from validator.rules.legality import NOT_LEGAL

DAYS = [datetime.date(year, 6, 1) for year in (1996, 2001, 2006, 2012, 2017, 2024)]


@pytest.mark.parametrize("day", DAYS, ids=str)
@pytest.mark.parametrize("format_id", [one for one in formats.ids() if "sealed" not in one])
def test_every_refusal_is_a_whole_sentence(format_id: str, day: datetime.date) -> None:
    facts = catalogue()
    rules = ruleset(format_id, day, facts, two_headed=False)
    for title in list(facts.titles())[:: 97 if rules.is_active else 997]:
        card = facts.card(title)
        refusal = rules.standing(card).refusal
        if refusal is None:
            continue
        why = explain(card, refusal, rules)
        said = {"card": title, "format": rules.format.name, "as_of": day, "copies": "1 copy"}
        sentence = NOT_LEGAL.sentences[why.variant].message.format_map(said | dict(why.details))
        assert re.fullmatch(r"[^{}]+\.", sentence), sentence
        assert "None" not in sentence
        assert why.variant.split("/")[0] == refusal.reason


def test_each_type_beside_decks_says_where_it_belongs() -> None:
    assert formats.kinds_beside_decks() == set(BESIDE_DECKS)


def test_sets_called_outside_a_format_are_outside() -> None:
    """No card is said to be of sets outside the format while one of them is in it."""
    facts = catalogue()
    for format_id in ("standard", "modern", "pioneer"):
        rules = ruleset(format_id, datetime.date(2024, 10, 1), facts, two_headed=False)
        held = {facts.sets[code].name for code in rules.format.sets_on(rules.day)}
        for title in list(facts.titles())[::41]:
            card = facts.card(title)
            refusal = rules.standing(card).refusal
            if refusal and refusal.reason == "set":
                why = explain(card, refusal, rules)
                assert why.details["set" if "set" in why.details else "sets"] not in held
