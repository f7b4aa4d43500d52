"""Recommended products: the file is in order, and the right rows hold on a day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

import formats
from cards import catalogue
from formats.files import FOLDER, read_toml
from formats.products import PER_PACK
from tests.fact_files import MIX_EVENTS, SETS_WITH_BOOSTERS

KEYS = {"set", "from", "until", "players", "boosters", "source", *PER_PACK, "undocumented"}
ALL = [one for event in MIX_EVENTS for one in formats.mixes(event)]


def test_mixes_are_known_for_each_event() -> None:
    assert set(MIX_EVENTS) >= formats.INDIVIDUAL
    with pytest.raises(formats.UnknownEvent):
        formats.mixes("chess")


def test_no_key_is_passed_over() -> None:
    for rows in read_toml(FOLDER / "products" / "mixes.toml").values():
        assert all(row.keys() <= KEYS for row in rows)
        assert [row["from"] for row in rows] == sorted(row["from"] for row in rows)


@pytest.mark.parametrize("event", MIX_EVENTS)
def test_a_mix_names_sets_with_boosters(event: str) -> None:
    for one in formats.mixes(event):
        assert set(one.boosters) <= set(SETS_WITH_BOOSTERS)
        assert (one.set_code is None) == (not one.boosters)
        assert one.set_code is None or one.set_code in one.boosters
        assert one.total > 0
        assert sum(one.boosters.values()) in (0, one.total)
        assert set(one.others) <= {*formats.KINDS, "promo"}
        assert one.life.end is None or one.life.start < one.life.end
        assert one.source


@pytest.mark.parametrize("event", MIX_EVENTS)
def test_a_mix_holds_not_before_the_prerelease_of_its_newest_set(event: str) -> None:
    sets = catalogue().sets
    for one in formats.mixes(event):
        for code in one.boosters:
            assert sets[code].released - timedelta(days=14) <= one.life.start


@pytest.mark.parametrize(
    ("event", "day", "first"),
    [
        ("two-headed-giant-sealed", date(2018, 5, 1), {"DOM": 8}),
        ("two-headed-giant-sealed", date(2018, 7, 12), {"DOM": 8}),
        ("two-headed-giant-sealed", date(2018, 7, 13), {"M19": 8}),
        ("two-headed-giant-sealed", date(2013, 6, 1), {"RTR": 3, "GTC": 3, "DGM": 2}),
        ("two-headed-giant-sealed", date(2005, 10, 7), {}),
        ("two-headed-giant-prerelease", date(2013, 4, 27), {"DGM": 8}),
        ("individual-sealed", date(2012, 3, 1), {"ISD": 3, "DKA": 3}),
        ("booster-draft", date(2017, 2, 1), {"AER": 2, "KLD": 1}),
    ],
)
def test_the_newest_comes_first(event: str, day: date, first: dict[str, int]) -> None:
    assert formats.mixes_on(event, day)[0].boosters == first


def test_before_any_rule_there_is_none() -> None:
    assert formats.mixes_on("two-headed-giant-sealed", date(2005, 9, 30)) == ()


def test_two_rules_of_2005() -> None:
    found = formats.mixes_on("two-headed-giant-sealed", date(2005, 10, 7))
    assert {(one.total, *one.others.items()) for one in found} == {
        (4, ("tournament-pack", 1)),
        (7,),
    }


@pytest.mark.parametrize(("players", "counts"), [(2, {8}), (3, {12}), (None, {8, 12})])
def test_team_sealed_by_the_size_of_the_team(players: int | None, counts: set[int]) -> None:
    found = formats.mixes_on("team-sealed", date(2018, 5, 1), players)
    assert {one.total for one in found} == counts
