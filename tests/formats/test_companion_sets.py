"""Which other sets' cards come in a set's boosters."""

from __future__ import annotations

from datetime import date
from typing import get_args

import pytest

import cards
import formats
from formats.card_rules import ConditionKind
from formats.files import FOLDER, read_toml


def test_companions_of_a_set() -> None:
    found = {one.companion: one for one in formats.companions("BRO")}
    assert found.keys() == {"BOT", "BRR", "PLST"}
    assert found["BRR"].in_limited
    assert not found["BOT"].in_limited
    assert found["BRR"].set_code == "BRO"


def test_a_companion_may_be_narrowed() -> None:
    assert {one.filter for one in formats.companions("DGM")} == {"nonbasic-land"}


def test_a_companion_may_come_in_the_first_print_run_only() -> None:
    (alpha,) = (one for one in formats.companions("ZEN") if one.companion == "LEA")
    assert date(2009, 12, 30) in alpha.life
    assert date(2009, 12, 31) not in alpha.life


@pytest.mark.parametrize("code", ["LEA", "no such set"])
def test_most_sets_have_none(code: str) -> None:
    assert formats.companions(code) == ()


def test_boosters_hold_a_part_of_a_set() -> None:
    own, guests = formats.booster_titles("FDN", "FDN"), formats.booster_titles("FDN", "SPG")
    assert own and guests
    assert (len(own), len(guests)) == (271, 10)
    assert formats.booster_titles("DOM", "DOM") is None


def test_each_title_of_a_part_is_a_card_of_its_set() -> None:
    facts = cards.catalogue()
    for part in read_toml(FOLDER / "products" / "booster_titles.toml")["part"]:
        titles = {card.title for card in facts.cards_of(part["of"])}
        assert set(part["titles"]) <= titles, part["set"]
        companions = {one.companion for one in formats.companions(part["set"])}
        assert part["of"] in {part["set"], *companions}


def test_every_condition_of_a_companion_is_of_a_kind() -> None:
    conditions = formats.companion_conditions().values()
    assert len(conditions) == 10
    assert {one.kind for one in conditions} == set(get_args(ConditionKind))
    assert all(one.words and one.source for one in conditions)
