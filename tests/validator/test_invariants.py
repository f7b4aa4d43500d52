"""What holds for every team, whatever its decks, its format and its day."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

import formats
from cards import catalogue
from validator import Decklist, Event, Line, Report, validate
from validator.engine import judge
from validator.model import Structure
from validator.notices import NOTICES
from validator.rules import RULES, VIOLATIONS

ONE_DAY = datetime.timedelta(days=1)
STRUCTURES: tuple[Structure, ...] = get_args(Structure)
TELLING = [
    "Opt", "Brainstorm", "Black Lotus", "Skullclamp", "Relentless Rats", "Nazgûl", "Seven Dwarves",
    "Snow-Covered Island", "Forest", "Psychatog", "Blacker Lotus", "Backup Plan", "Balloon Stand",
    "Baffling Defenses", "Erayo, Soratami Ascendant", "Fire", "Ice", "carpe diem", "Lightnig Bolt",
    "稲妻", "lightning-bolt", "The Fantasticar", "Zodiac Dragon", "Reality Twist",
]  # fmt: skip
"""Names about which some rule has something to say."""
SOUND = [
    "Opt", "Negate", "Duress", "Brainstorm", "Black Lotus", "Relentless Rats", "Nazgûl",
    "Snow-Covered Island", "Forest",
]  # fmt: skip
"""Titles that Vintage allows, in some number."""

Deck = list[Line]


def decks_of(names: Sequence[str], copies: int, sections: Sequence[str]) -> st.SearchStrategy[Deck]:
    line = st.builds(
        Line, st.integers(1, copies), st.sampled_from(names), st.sampled_from(sections)
    )
    return st.lists(line, max_size=8)


TITLES = tuple(catalogue().titles())
DECKS = decks_of(TELLING, 9, ["main", "main", "sideboard", "commander"]) | decks_of(
    TITLES, 9, ["main", "sideboard", "companion"]
)
TEAMS = st.tuples(DECKS, DECKS)
SOUND_TEAMS = st.tuples(*[decks_of(SOUND, 4, ["main"])] * 2)
# `st.builds` would draw the other fields of a named tuple as well.
EVENTS = st.tuples(
    st.sampled_from([one for one in formats.ids() if one != "two-headed-giant"]),
    st.dates(datetime.date(1993, 1, 1), datetime.date(2030, 12, 31)),
    st.sampled_from(STRUCTURES),
    st.sampled_from(formats.policy_ids()),
).map(lambda drawn: Event(*drawn))
few = settings(max_examples=60, deadline=None)


def judged(event: Event, team: Sequence[Deck], pool: Deck | None = None) -> Report:
    lists = [Decklist(tuple(deck)) for deck in team]
    return validate(event, lists, None if pool is None else Decklist(tuple(pool)))


def faults(report: Report) -> Counter[tuple[object, ...]]:
    """The violations without their places."""
    return Counter((one.code, one.card, one.count, one.limit) for one in report.violations)


@few
@given(EVENTS, TEAMS, st.none() | DECKS)
def test_every_team_gets_an_answer(
    event: Event, team: tuple[Deck, Deck], pool: Deck | None
) -> None:
    report = judged(event, team, pool)
    assert {one.code for one in report.violations} <= set(VIOLATIONS)
    assert {one.code for one in report.notices} <= set(NOTICES)
    assert json.dumps(report.as_dict())


@few
@given(EVENTS, TEAMS, st.none() | DECKS)
def test_rules_that_are_not_asked_find_nothing(
    event: Event, team: tuple[Deck, Deck], pool: Deck | None
) -> None:
    report = judged(event, team, pool)
    assert report.violations == judge(report.case, RULES)


@few
@given(EVENTS, TEAMS, st.sampled_from(["Plains", "Island", "Swamp", "Mountain", "Forest"]))
def test_a_basic_land_more_is_no_fault_more(
    event: Event, team: tuple[Deck, Deck], basic: str
) -> None:
    before = judged(event, team, [])
    after = judged(event, ([*team[0], Line(1, basic)], team[1]), [])
    found = {
        (one.code, one.card, one.places[:1] and one.places[0].deck)
        for one in after.violations
        if one.code != "color-identity"  # a land has one, whoever leads the deck
    }
    assert found <= {
        (one.code, one.card, one.places[:1] and one.places[0].deck) for one in before.violations
    }


@few
@given(EVENTS, TEAMS, st.data())
def test_the_order_of_lines_means_nothing(
    event: Event, team: tuple[Deck, Deck], data: st.DataObject
) -> None:
    shuffled = [data.draw(st.permutations(deck)) for deck in team]
    assert faults(judged(event, shuffled)) == faults(judged(event, team))


@few
@given(EVENTS, TEAMS)
def test_the_order_of_decks_means_nothing(event: Event, team: tuple[Deck, Deck]) -> None:
    assert faults(judged(event, team[::-1])) == faults(judged(event, team))


@few
@given(EVENTS, TEAMS)
def test_a_line_split_in_two_means_the_same(event: Event, team: tuple[Deck, Deck]) -> None:
    split = [[part for line in deck for part in halves(line)] for deck in team]
    before, after = judged(event, team), judged(event, split)
    by_line = ("unknown-card", "ambiguous-card")
    assert without(faults(before), by_line) == without(faults(after), by_line)


def halves(line: Line) -> list[Line]:
    """The line as two, where it has two copies."""
    if line.copies == 1:
        return [line]
    return [replace(line, copies=1), replace(line, copies=line.copies - 1)]


def without(
    counted: Counter[tuple[object, ...]], codes: Sequence[str]
) -> Counter[tuple[object, ...]]:
    return Counter({key: count for key, count in counted.items() if key[0] not in codes})


def vintage(policy: str, structure: Structure = "two-headed-giant") -> Event:
    return Event("vintage", "2024-10-01", structure=structure, policy=policy)


def full(team: Sequence[Deck]) -> list[Deck]:
    return [[*deck, Line(60, "Island")] for deck in team]


@settings(max_examples=200, deadline=None)
@given(SOUND_TEAMS)
def test_a_looser_policy_allows_what_a_stricter_one_allows(team: tuple[Deck, Deck]) -> None:
    legal = {
        policy_id: judged(vintage(policy_id), full(team)).legal
        for policy_id in formats.policy_ids()
    }
    assert legal["unified-2018"] <= legal["unified-2016"] <= legal["combined-four"]
    assert legal["unified-2005"] <= legal["combined-four"]
    assert legal["unified-2013"] == legal["combined-four"]
    assert legal["tournament"] == legal["unified-2018"]


@few
@given(SOUND_TEAMS)
def test_each_deck_of_a_legal_team_is_legal_alone(team: tuple[Deck, Deck]) -> None:
    if judged(vintage("combined-four"), full(team)).legal:
        alone = [judged(vintage("combined-four", "individual"), [deck]) for deck in full(team)]
        assert all(report.legal for report in alone)


@few
@given(EVENTS, TEAMS)
def test_a_report_stands_as_long_as_it_says(event: Event, team: tuple[Deck, Deck]) -> None:
    report = judged(event, team)
    document = report.as_dict()
    first, after = document["valid_from"], document["valid_until"]
    last = after and datetime.date.fromisoformat(after) - ONE_DAY
    for day in (first, last):
        if day:
            same = Event(event.format, day, event.structure, event.policy)
            assert faults(judged(same, team)) == faults(report)
