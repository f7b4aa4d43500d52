"""What a change of banlist, rotation or policy does to teams."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

import formats
from cards import catalogue
from headjudge.decklists import read
from validator import Event, validate
from validator.impact import Impact, Team, impact, impacts
from validator.legality.changes import FormatChanges, format_changes

FIFTEENTH, SIXTEENTH = date(2024, 12, 15), date(2024, 12, 16)


def on(from_: date, to: date, *decks: str, format_id: str = "modern", **event: Any) -> Impact:
    """The impact on decks that are filled up with basics; of single players, if not said."""
    lists = [read(f"{deck}\n60 Forest") for deck in decks]
    return impact(Event(format_id, from_, **{"structure": "individual"} | event), to, lists)


def said(found: Impact) -> list[str]:
    """What appears (+) and what goes (-), by code and card."""
    return [
        *(f"+{one.code} {one.card}" for one in found.appearing),
        *(f"-{one.code} {one.card}" for one in found.going),
    ]


@pytest.mark.parametrize(
    ("deck", "before", "after", "faults", "causes"),
    [
        ("4 The One Ring", True, False, ["+banned-card The One Ring"], ["Banned."]),
        ("4 Splinter Twin", False, True, ["-banned-card Splinter Twin"], ["Unbanned."]),
        (
            "4 Splinter Twin\n4 Skullclamp", False, False,
            ["-banned-card Splinter Twin"], ["Unbanned."],
        ),
        ("4 Skullclamp", False, False, [], []),
        ("4 Naturalise", False, False, [], []),
        ("4 Opt", True, True, [], []),
    ],
)  # fmt: skip
def test_a_banlist(
    deck: str, before: bool, after: bool, faults: list[str], causes: list[str]
) -> None:
    found = on(FIFTEENTH, SIXTEENTH, deck)
    assert (found.before, found.after, found.touched) == (before, after, bool(faults))
    assert said(found) == faults
    assert [cause.words for cause in found.causes] == causes


def test_a_rotation() -> None:
    found = on(date(2025, 7, 31), date(2025, 8, 1), "4 Cut Down", format_id="standard")
    assert said(found) == ["+not-legal Cut Down"]
    (cause,) = found.causes
    assert (cause.card, cause.where, cause.day) == ("Cut Down", "standard", date(2025, 8, 1))
    assert cause.words == "Rotated out of Standard with Dominaria United."


def test_a_restriction_is_another_fault_than_too_many_copies() -> None:
    days = date(2015, 1, 22), date(2015, 1, 23)
    found = on(*days, "4 Treasure Cruise", format_id="vintage")
    assert said(found) == ["+restricted-copies Treasure Cruise"]
    assert said(on(*days, "1 Treasure Cruise", format_id="vintage")) == []


def test_a_policy() -> None:
    days = date(2016, 7, 1), date(2016, 8, 1)
    team = ("2 Lightning Bolt", "2 Lightning Bolt")
    found = on(*days, *team, structure="two-headed-giant", policy="tournament")
    assert said(found) == ["+shared-card Lightning Bolt"]
    assert [(cause.card, cause.where) for cause in found.causes] == [(None, "unified-2016")]
    assert said(on(*days, *team, structure="two-headed-giant")) == []


def test_the_list_of_all_two_headed_giant_events() -> None:
    days = date(2005, 9, 19), date(2005, 9, 20)
    deck = "4 Erayo, Soratami Ascendant"
    found = on(*days, deck, "", format_id="vintage", structure="two-headed-giant")
    assert said(found) == ["+banned-card Erayo, Soratami Ascendant // Erayo's Essence"]
    assert [cause.where for cause in found.causes] == ["two-headed-giant"]
    assert not on(*days, deck, format_id="vintage").touched


def test_the_end_of_a_format() -> None:
    found = on(date(2013, 10, 7), date(2013, 10, 8), "4 Opt", format_id="extended")
    assert said(found) == ["+format-inactive None", "-not-legal Opt"]
    assert [cause.words for cause in found.causes] == ["Extended ends."]


def test_a_deck_of_another_format_has_its_own_causes() -> None:
    decks = [read("4 The One Ring\n60 Forest"), read("60 Forest")]
    legacy = [decks[0]._replace(format="legacy"), decks[1]]
    event = Event("modern", FIFTEENTH, "team-constructed")
    assert impact(event, SIXTEENTH, decks).touched
    assert not impact(event, SIXTEENTH, legacy).touched


def test_both_verdicts_are_those_of_the_days() -> None:
    deck = read("4 The One Ring\n4 Splinter Twin\n4 Opt\n55 Forest\n4 Naturalise")
    for format_id in ("modern", "legacy", "standard", "pauper"):
        event = Event(format_id, FIFTEENTH, "individual")
        found = impact(event, SIXTEENTH, [deck])
        later = Event(format_id, SIXTEENTH, "individual")
        assert found.before == validate(event, [deck]).legal
        assert found.after == validate(later, [deck]).legal


def test_the_same_day_touches_nobody() -> None:
    found = on(SIXTEENTH, SIXTEENTH, "4 The One Ring")
    assert not found.touched
    assert found.causes == ()


def test_many_teams_keep_their_order() -> None:
    event = Event("modern", FIFTEENTH, "individual")
    decks = {"a": "4 The One Ring", "b": "60 Forest", None: "4 Splinter Twin"}
    teams = [
        Team(event._replace(team=name), [read(f"{deck}\n56 Forest")])
        for name, deck in decks.items()
    ]
    found = impacts(event, SIXTEENTH, teams)
    assert [(one.event.team, one.impact.touched) for one in found.teams] == [
        ("a", True), ("b", False), (None, True),
    ]  # fmt: skip
    assert found.touched == 2
    document = found.as_dict()
    assert document["format_changes"]["banlists"][0]["banned"] == [
        "Amped Raptor", "Jegantha, the Wellspring", "The One Ring",
    ]  # fmt: skip
    assert [team["team"] for team in document["teams"]] == ["a", "b", None]


def changes(format_id: str, from_: date, to: date) -> FormatChanges:
    return format_changes(formats.load(format_id), from_, to, catalogue(), two_headed=True)


def test_sets_that_come_and_go() -> None:
    found = changes("standard", date(2025, 7, 1), date(2025, 8, 10))
    assert [(one.card_set.code, str(one.day)) for one in found.sets_in] == [("EOE", "2025-07-25")]
    assert {one.card_set.code for one in found.sets_out} == {"BRO", "DMU", "MAT", "MOM", "ONE"}
    assert {str(one.day) for one in found.sets_out} == {"2025-08-01"}
    assert [one.format for one in found.lists] == ["standard", "two-headed-giant"]


def test_sets_of_an_eternal_format_only_come() -> None:
    found = changes("legacy", date(2013, 10, 30), date(2013, 11, 1))
    assert [one.card_set.code for one in found.sets_in] == ["C13"]
    assert found.sets_out == ()


def test_a_format_begins_and_ends_with_all_its_sets() -> None:
    began = changes("modern", date(2011, 8, 11), date(2011, 8, 12))
    assert {one.card_set.code for one in began.sets_in} == {*formats.load("modern").sets_on(
        date(2011, 8, 12))}  # fmt: skip
    ended = changes("extended", date(2013, 10, 7), date(2013, 10, 8))
    assert {one.card_set.code for one in ended.sets_out} == {*formats.load("extended").sets_on(
        date(2013, 10, 7))}  # fmt: skip
    assert ended.sets_in == ()
