"""Facts about events, by date."""

from __future__ import annotations

from datetime import date
from itertools import combinations

import pytest

import formats
from formats import facts
from formats.files import read_toml
from tests.fact_files import imported_facts


@pytest.mark.parametrize(
    ("parameter", "as_of", "value"),
    [
        ("starting_life", date(2007, 2, 21), 40),
        ("starting_life", date(2007, 2, 22), 30),
        ("extra_turns", date(2007, 5, 31), 5),
        ("extra_turns", date(2007, 6, 1), 3),
        ("side_max", date(2024, 1, 1), 0),
        ("poison_to_lose", date(2011, 3, 31), "10 counters on one player"),
        ("poison_to_lose", date(2011, 4, 1), "15 counters a team"),
        ("poison_to_lose", date(2024, 1, 1), "15 counters a team"),
        ("first_turn_draw", date(2007, 4, 30), "neither player of the first team draws"),
        ("first_turn_draw", date(2007, 5, 1), "only the secondary player of the first team draws"),
        ("first_turn_draw", date(2012, 5, 4), "neither player of the first team draws"),
        ("mulligan_order", date(2007, 4, 30), "primary player decides, then the teammate"),
        (
            "mulligan_order",
            date(2007, 5, 1),
            "the team that plays first takes all of its mulligans, both players at the same time,"
            " then the other team",
        ),
        (
            "mulligan_kind",
            date(2015, 9, 24),
            "each mulligan after the free one draws one card less",
        ),
        (
            "mulligan_kind",
            date(2015, 9, 25),
            "Vancouver: a player who keeps fewer than seven cards may scry 1, both heads of a team"
            " at the same time",
        ),
    ],
)
def test_a_fact_holds_until_the_day_given(parameter: str, as_of: date, value: int | str) -> None:
    fact = formats.event_fact("two-headed-giant-constructed", parameter, as_of)
    assert fact is not None
    assert fact.value == value


@pytest.mark.parametrize(
    ("parameter", "as_of"), [("starting_life", date(2005, 9, 30)), ("no_such", date(2024, 1, 1))]
)
def test_no_fact(parameter: str, as_of: date) -> None:
    assert formats.event_fact("two-headed-giant-constructed", parameter, as_of) is None


def test_what_was_overtaken_before_it_began_never_holds() -> None:
    day = date(2005, 10, 1)
    fact = formats.event_fact("two-headed-giant-constructed", "extra_banned", day)
    assert fact is not None
    assert fact.id == "2hg-list"


@pytest.mark.parametrize("event", formats.events())
def test_a_parameter_has_one_value_a_day(event: str) -> None:
    # A fact that ends on its first day was overtaken before it began, and never holds.
    held = [fact for fact in formats.dated_facts(event) if fact.life.start in fact.life]
    for one, other in combinations(held, 2):
        if one.parameter == other.parameter:
            assert one.life.start not in other.life
            assert other.life.start not in one.life


@pytest.mark.parametrize("event", formats.events())
def test_facts_stand_by_parameter_and_date(event: str) -> None:
    rows = [(one.parameter, one.life.start) for one in formats.dated_facts(event)]
    assert rows == sorted(rows)


def test_facts_of_a_day() -> None:
    held = formats.event_facts("limited", date(2016, 1, 22))
    assert [fact.value for fact in held] == ["Plains|Island|Swamp|Mountain|Forest"]


def test_every_correction_is_of_a_fact_that_the_tables_hold() -> None:
    blocks = read_toml(facts.BY_HAND / "two-headed-giant.toml")["correction"]
    for one in blocks:
        for event in one["events"]:
            held = [(fact["parameter"], fact["value"]) for fact in imported_facts(event)]
            assert held.count((one["parameter"], one["of"])) == 1


def test_an_unknown_event() -> None:
    with pytest.raises(formats.UnknownEvent):
        formats.event_facts("commander", date(2024, 1, 1))


def test_each_disagreement_cites_two_readings_or_more_of_a_known_parameter() -> None:
    assert formats.disagreements()
    for one in formats.disagreements():
        assert len({(reading.text, reading.source) for reading in one.readings}) >= 2
        assert one.settled.endswith(".")
        for event in one.events:
            assert one.parameter in {fact.parameter for fact in formats.dated_facts(event)}


@pytest.mark.parametrize("event", formats.events())
def test_a_fact_that_is_disputed_has_its_readings(event: str) -> None:
    disputed = [fact for fact in formats.dated_facts(event) if fact.certainty == "disputed"]
    for fact in disputed:
        assert any(
            one.parameter == fact.parameter and event in one.events and fact.life.start in one.life
            for one in formats.disagreements()
        )


def test_remarks_are_about_known_events() -> None:
    for one in formats.remarks():
        assert set(one.events) <= set(formats.events())
        assert one.text.endswith(".")
