"""What an organizer announces for an event on its day."""

from __future__ import annotations

import datetime
from datetime import date
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import formats
from validator.events import words as event_words
from validator.events.facts import event_facts
from validator.events.model import EventFacts, StatedFact
from validator.model import Structure
from validator.questions import DECKS_MAX

TODAY = date(2026, 11, 21)
STRUCTURES: tuple[Structure, ...] = get_args(Structure)


def facts(
    format_id: str,
    day: date = TODAY,
    structure: Structure = "two-headed-giant",
    team_size: int | None = None,
) -> EventFacts:
    return event_facts(formats.load(format_id), structure, day, team_size)


def stated(parameter: str, of: EventFacts) -> StatedFact:
    return next(fact for fact in of.facts if fact.parameter == parameter)


def value(parameter: str, of: EventFacts) -> int | str | None:
    return stated(parameter, of).value


@pytest.mark.parametrize(
    ("format_id", "structure", "parameter", "expected"),
    [
        ("modern", "two-headed-giant", "side_max", 0),
        ("modern", "team-constructed", "side", "0 to 15"),
        ("modern", "individual", "side", "0 to 15"),
        ("sealed", "two-headed-giant", "product", "8 boosters a team"),
        ("two-headed-giant-sealed", "two-headed-giant", "registration_minutes", 20),
        ("booster-draft", "two-headed-giant", "picks", "2 cards a pass into a team pool"),
        ("team-sealed", "team-constructed", "construction_minutes", 60),
        ("sealed", "individual", "copies_max", "none"),
        ("booster-draft", "team-constructed", "main_min", 40),
        ("standard", "two-headed-giant", "banlist", "2026-08-10"),
    ],
)
def test_each_kind_of_event_has_its_facts(
    format_id: str, structure: Structure, parameter: str, expected: int | str
) -> None:
    assert value(parameter, facts(format_id, structure=structure)) == expected


@pytest.mark.parametrize("format_id", ["sealed", "booster-draft", "prerelease-sealed"])
def test_limited_has_no_list_and_five_lands(format_id: str) -> None:
    of = facts(format_id)
    assert "banlist" not in {fact.parameter for fact in of.facts}
    assert stated("free_lands", of).sentence.endswith("Swamp, Mountain and Forest.")


def test_a_prerelease_has_a_product_of_its_own_and_both_documents_are_cited() -> None:
    product = stated("product", facts("prerelease-sealed"))
    assert str(product.value).startswith("2 prerelease boxes")
    assert [reading.text for reading in product.readings][1] == "8 boosters a team"
    assert not stated("product", facts("sealed")).readings


@pytest.mark.parametrize(
    ("format_id", "structure", "day", "expected", "source", "certainty"),
    [
        ("sealed", "individual", date(2024, 1, 1), "6 boosters a player", "MTR 7.2", "from memory"),
        ("booster-draft", "individual", date(2024, 1, 1), "3 boosters a player", "MTR", None),
        ("two-headed-giant-draft", "two-headed-giant", date(2012, 6, 1), "6 boosters a team",
         "2HG primer 2015", "likely"),
        ("sealed", "team-constructed", date(2012, 6, 1), "12 boosters a team", "MTR", None),
        # A prerelease has its own product also where the document for sealed deck says more surely.
        ("prerelease-sealed", "two-headed-giant", date(2013, 6, 1),
         "12 boosters and 2 promotional cards a team", "2HG primer 2015", "from memory"),
        ("sealed", "two-headed-giant", date(2013, 6, 1), "8 boosters a team", "MTR 2013-02-01",
         "not later than"),
    ],
)  # fmt: skip
def test_where_no_document_gives_the_product_the_mixes_do(
    format_id: str,
    structure: Structure,
    day: date,
    expected: str,
    source: str,
    certainty: str | None,
) -> None:
    product = stated("product", facts(format_id, day, structure))
    assert product.value == expected
    assert (product.source or "").startswith(source)
    assert certainty in (None, product.certainty)
    assert product.life is not None
    assert day in product.life


@pytest.mark.parametrize(
    ("format_id", "day", "said"),
    [
        ("sealed", date(2013, 6, 1), "3 boosters of RTR, 3 boosters of GTC and 2 boosters of DGM"),
        ("prerelease-sealed", date(2018, 4, 21), "12 boosters of DOM and 2 promotional cards"),
    ],
)
def test_the_mix_of_the_newest_set_is_named(format_id: str, day: date, said: str) -> None:
    assert f"{said} a team (" in (stated("product", facts(format_id, day)).note or "")
    assert said not in (stated("product", facts(format_id, day, team_size=3)).note or "")


def test_a_product_is_unknown_where_neither_mixes_nor_documents_have_one() -> None:
    of = facts("team-sealed", date(2005, 11, 1), "team-constructed", 2)
    assert value("product", of) is None


@pytest.mark.parametrize(
    ("day", "parameter", "expected"),
    [
        (date(2016, 7, 21), "team_copies_max", 4),
        (date(2016, 7, 22), "same_card_in_two_decks", "forbidden"),
    ],
)
def test_one_rule_of_construction_at_a_time(day: date, parameter: str, expected: object) -> None:
    of = facts("modern", day)
    both = {"team_copies_max", "same_card_in_two_decks"}
    assert value(parameter, of) == expected
    assert both & {fact.parameter for fact in of.facts} == {parameter}


@pytest.mark.parametrize(
    ("day", "parameter", "readings"),
    [
        (date(2006, 1, 1), "extra_turns", ["5", "3"]),
        (date(2007, 2, 22), "starting_life", ["30", "40"]),
        (date(2007, 6, 29), "starting_life", []),
        (date(2013, 2, 1), "first_turn_draw", []),
    ],
)
def test_where_documents_differ_each_is_cited(
    day: date, parameter: str, readings: list[str]
) -> None:
    fact = stated(parameter, facts("standard", day))
    assert [reading.text for reading in fact.readings] == readings
    assert (fact.settled is None) is (not readings)


def test_the_default_policy_and_the_tournament_rules_are_both_cited() -> None:
    fact = stated("same_card_in_two_decks", facts("modern"))
    assert [reading.source.partition(",")[0] for reading in fact.readings] == [
        "MTR 2016-07-22",
        "Wizards of the Coast",
    ]


def test_what_no_document_says_is_unknown() -> None:
    fact = stated("round_minutes", facts("standard", date(2010, 1, 1)))
    assert (fact.value, fact.certainty, fact.source) == (None, event_words.UNKNOWN, None)
    assert fact.sentence == "Not known for this day; first known from 2013-02-01 on."
    assert fact.note is not None
    assert fact.note.startswith("from 2013-02-01: 50 (MTR 2013-02-01")


def test_a_fact_that_may_have_ended_earlier_says_so() -> None:
    fact = stated("communication", facts("standard", date(2010, 1, 1)))
    assert fact.note == "may have ended earlier: what follows is known not later than 2013-02-01"


@pytest.mark.parametrize(
    ("size", "life", "poison"),
    [
        (2, 30, "15 counters a team"),
        (3, 45, "20 counters a team"),
        (4, 60, "25 counters a team"),
        (8, 120, "45 counters a team"),
    ],
)
def test_more_heads_have_more_life_and_poison(size: int, life: int, poison: str) -> None:
    of = facts("modern", team_size=size)
    assert (value("starting_life", of), value("poison_to_lose", of)) == (life, poison)


def test_the_sum_is_shown_with_both_sources() -> None:
    fact = stated("starting_life", facts("modern", team_size=4))
    assert fact.note == "30 for a team of two, and 15 for each head beyond it: 30 + 2 × 15 = 60"
    assert fact.source is not None
    assert "810.4" in fact.source
    assert "810.11" in fact.source
    assert fact.life == formats.Period(date(2012, 5, 4))


@pytest.mark.parametrize("day", [date(2008, 1, 1), date(2012, 5, 3), date(1999, 1, 1)])
def test_more_heads_before_the_rule_is_known(day: date) -> None:
    of = facts("standard", day, team_size=3)
    assert value("starting_life", of) is None
    assert "team of 3" in stated("starting_life", of).sentence


def test_the_list_of_all_events_and_the_formats_that_the_rules_name() -> None:
    of = facts("modern")
    assert value("extra_banned", of) == "Erayo, Soratami Ascendant"
    assert value("extra_banned_formats", of) == "Vintage, Legacy, Modern and Block Constructed"
    before = facts("modern", date(2014, 2, 6))
    assert "Extended" in str(value("extra_banned_formats", before))


@pytest.mark.parametrize(
    ("format_id", "structure", "day", "size", "words"),
    [
        ("modern", "two-headed-giant", date(2010, 1, 1), None, "did not exist"),
        ("extended", "two-headed-giant", TODAY, None, "it ended on 2013-10-08"),
        ("standard", "two-headed-giant", date(2010, 1, 1), None, "no tournament rules were at"),
        ("standard", "two-headed-giant", TODAY, None, "those of 2025-11-10"),
        ("standard", "two-headed-giant", date(2005, 1, 1), None, "general play from 2005-10-01"),
        ("sealed", "two-headed-giant", TODAY, 3, "for teams of two"),
        ("modern", "team-constructed", TODAY, 2, "describe teams of 3, not of 2"),
    ],
)
def test_remarks(
    format_id: str, structure: Structure, day: date, size: int | None, words: str
) -> None:
    assert words in " ".join(facts(format_id, day, structure, size).remarks)


def test_no_remark_without_need() -> None:
    assert facts("modern", date(2024, 10, 1)).remarks == ()


@given(
    format_id=st.sampled_from(formats.ids()),
    structure=st.sampled_from(STRUCTURES),
    day=st.dates() | st.sampled_from([datetime.date.min, datetime.date.max]),
    size=st.none() | st.integers(2, DECKS_MAX),
)
def test_any_event_on_any_day(
    format_id: str, structure: Structure, day: date, size: int | None
) -> None:
    of = facts(format_id, day, structure, size)
    assert len({fact.parameter for fact in of.facts}) == len(of.facts)
    for fact in of.facts:
        assert fact.sentence.endswith(".")
        assert (fact.value is None) is (fact.certainty == event_words.UNKNOWN)
        assert (fact.source is None) is (fact.certainty == event_words.UNKNOWN)
        assert fact.life is None or day in fact.life
        assert not fact.readings or fact.settled


@pytest.mark.parametrize("event", formats.events())
def test_every_fact_has_its_words(event: str) -> None:
    for fact in formats.dated_facts(event):
        assert fact.parameter in event_words.WORDS
        assert fact.certainty in event_words.CERTAINTIES
        said = event_words.sentence(fact.parameter, fact.value)
        assert said.endswith(".")
        assert "|" not in said
        assert not said.endswith("..")


def test_words_of_their_own_are_those_of_a_value() -> None:
    known = {
        (fact.parameter, fact.value)
        for event in formats.events()
        for fact in formats.dated_facts(event)
    }
    assert event_words.SENTENCES.keys() <= known


@pytest.mark.parametrize(
    ("format_id", "structure", "expected"),
    [
        ("commander", "two-headed-giant",
         {"main_min": 100, "main_max": 100, "side_max": 0, "starting_life": 60,
          "commander_damage": 21, "same_card_in_two_decks": None}),
        ("commander", "individual", {"main_min": 100, "main_max": 100, "side": None}),
        ("modern", "two-headed-giant",
         {"main_min": 60, "main_max": "none", "starting_life": 30, "commander_damage": None}),
    ],
)  # fmt: skip
def test_a_format_states_its_own_sizes_and_life(
    format_id: str, structure: Structure, expected: dict[str, int | str | None]
) -> None:
    facts = event_facts(formats.load(format_id), structure, datetime.date(2026, 8, 1))
    values = {fact.parameter: fact.value for fact in facts.facts}
    assert {parameter: values.get(parameter) for parameter in expected} == expected


def test_no_life_is_invented_for_three_heads_with_commanders() -> None:
    facts = event_facts(formats.load("commander"), "two-headed-giant", datetime.date(2026, 8, 1), 3)
    (life,) = [fact for fact in facts.facts if fact.parameter == "starting_life"]
    assert life.value is None
