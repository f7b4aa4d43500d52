"""Play formats: their life, their sets, and that they are read one at a time."""

from __future__ import annotations

from datetime import date

import pytest

import cards
import formats
from cards import Catalogue
from cards.additions import Additions, SeenSet
from formats import Period

BASIC_LANDS = {"Plains", "Island", "Swamp", "Mountain", "Forest"}


def test_a_period_that_ends_on_its_first_day_is_empty() -> None:
    day = date(2005, 10, 1)
    assert day not in Period(day, day)


@pytest.mark.parametrize("code", ["ICE", "HML"])
def test_a_set_that_came_back_has_two_periods(code: str) -> None:
    assert len(formats.load("standard").sets[code]) == 2


@pytest.mark.parametrize(
    ("format_id", "base", "structure"),
    [
        ("team-sealed", "sealed", "team-constructed"),
        ("prerelease-sealed", "sealed", None),
        ("two-headed-giant-sealed", "sealed", "two-headed-giant"),
        ("two-headed-giant-draft", "booster-draft", "two-headed-giant"),
        ("sealed", None, None),
    ],
)
def test_event_kinds_name_their_base_format_and_structure(
    format_id: str, base: str | None, structure: str | None
) -> None:
    one = formats.load(format_id)
    assert (one.base, one.structure) == (base, structure)
    assert (one.kind, one.main_min, one.sideboard_max) == ("limited", 40, None)
    assert set(one.always_legal) == BASIC_LANDS


@pytest.mark.parametrize("format_id", ["two-headed-giant", "Modern", "", "policies/unified-2005"])
def test_what_is_no_play_format_is_unknown(format_id: str) -> None:
    assert format_id not in formats.ids()
    with pytest.raises(formats.UnknownFormat):
        formats.load(format_id)


def test_the_extra_list_has_a_life_all_the_same() -> None:
    assert formats.life("two-headed-giant") == Period(date(2005, 9, 20))
    assert formats.life("modern") == formats.load("modern").life
    with pytest.raises(formats.UnknownFormat):
        formats.life("no-format")


def test_single_cards_are_legal_for_a_time_without_their_sets() -> None:
    extended = formats.load("extended")
    ((start, end),) = ((one.start, one.end) for one in extended.cards["Tundra"])
    assert (start, end) == (extended.sets["3ED"][0].end, date(2002, 11, 1))
    assert len(extended.cards_on(start)) == 10
    assert extended.cards_on(date(2002, 11, 1)) == ()
    assert not formats.load("modern").cards


@pytest.mark.parametrize(
    ("seen", "until"),
    [(date(2026, 12, 1), date(2026, 12, 1)), (date(2027, 6, 1), date(2027, 1, 29))],
)
def test_a_set_ends_when_it_was_seen_to_leave_and_no_later_than_planned(
    seen: date, until: date
) -> None:
    facts = Catalogue()
    left = SeenSet("DSK", date(2024, 9, 20), seen)
    facts.additions = Additions("MTGJSON", {}, {"standard": (left,)})
    with cards.using(facts):
        assert formats.load("standard").sets["DSK"][-1].end == until


@pytest.mark.parametrize(
    ("name", "format_id"),
    [("EDH", "commander"), ("モダン", "modern"), ("Moderne", "modern"), ("標準", "standard")],
)
def test_a_format_is_found_by_what_players_call_it(name: str, format_id: str) -> None:
    assert formats.find_id(name) == format_id
