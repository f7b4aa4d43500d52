"""The state of a list on a day."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import banlists
import formats
from banlists import documents

DAYS = st.dates(date(1993, 1, 1), date(2030, 1, 1))
IDS = st.sampled_from(banlists.ids())
ONE_DAY = timedelta(days=1)
ERAYO = "Erayo, Soratami Ascendant // Erayo's Essence"


@pytest.mark.parametrize(
    ("format_id", "as_of", "title", "state"),
    [
        ("vintage", "2007-07-01", "Gifts Ungiven", "restricted"),
        ("vintage", "2024-10-01", "Gifts Ungiven", "free"),
        ("vintage", "2024-10-01", "Contract from Below", "banned"),
        ("modern", "2024-12-15", "The One Ring", "free"),
        ("modern", "2024-12-16", "The One Ring", "banned"),
        ("modern", "2024-12-15", "Mox Opal", "banned"),
        ("modern", "2024-12-16", "Mox Opal", "free"),
        ("legacy", "2024-10-01", ERAYO, "free"),
        ("two-headed-giant", "2024-10-01", ERAYO, "banned"),
        ("ice-age-block", "1996-10-01", "Zuran Orb", "restricted"),
        ("ice-age-block", "1997-05-01", "Zuran Orb", "banned"),
    ],
)
def test_a_title_on_a_day(format_id: str, as_of: str, title: str, state: str) -> None:
    version = banlists.at(format_id, date.fromisoformat(as_of))
    assert (title in version.banned) is (state == "banned")
    assert (title in version.restricted) is (state == "restricted")


def test_a_version_says_where_it_stands_and_where_it_is_from() -> None:
    version = banlists.at("modern", date(2025, 1, 1))
    assert version.effective == date(2024, 12, 16)
    assert (version.previous, version.next) == (date(2024, 8, 26), date(2025, 3, 31))
    assert version.source is not None
    assert version.source.endswith("banned-and-restricted-december-16-2024")
    assert version.active


def test_a_ruling_says_since_when() -> None:
    ruling = banlists.at("modern", date(2025, 1, 1)).banned["Skullclamp"]
    assert ruling.since == date(2011, 8, 12)
    assert ruling.note == "starting list"


def test_before_the_life_of_the_format() -> None:
    version = banlists.at("modern", date(2005, 10, 15))
    assert (version.effective, version.previous) == (None, None)
    assert version.next == date(2011, 8, 12)
    assert not version.active
    assert not version.banned
    assert version.source is None


def test_after_the_life_of_the_format() -> None:
    last = banlists.versions("extended")[-1]
    version = banlists.at("extended", date(2024, 1, 1))
    assert (version.effective, version.next) == (last, None)
    assert not version.active
    assert banlists.at("extended", date(2013, 10, 7)).active
    assert not banlists.at("extended", date(2013, 10, 8)).active


def test_an_online_list_is_taken_over_on_the_first_day() -> None:
    assert banlists.versions("pauper")[0] == date(2019, 7, 2)
    assert banlists.at("pauper", date(2019, 7, 1)).effective is None
    version = banlists.at("pauper", date(2019, 7, 2))
    assert version.banned["Cranial Plating"].since == date(2008, 12, 1)


@pytest.mark.parametrize("format_id", ["kaladesh-block", "theros-block"])
def test_a_format_without_announcements_has_an_empty_list(format_id: str) -> None:
    start = formats.load(format_id).life.start
    version = banlists.at(format_id, start)
    assert banlists.versions(format_id) == (start,)
    assert (version.effective, version.source) == (start, None)
    assert not version.banned
    assert version.active


def test_two_sources_on_one_day_make_one_version() -> None:
    day = date(2010, 7, 1)
    sources = [one.source for one in banlists.announcements("extended") if one.effective == day]
    assert len(sources) == 2
    assert sources[1] == "rotation"
    assert banlists.at("extended", day).source == sources[0]


@pytest.mark.parametrize(
    ("as_of", "rules"),
    [
        (date(2014, 6, 5), []),
        (date(2014, 6, 6), ["type=Conspiracy"]),
        (date(2024, 5, 13), ["type=Conspiracy", "type=Attraction", "type=Stickers"]),
    ],
)
def test_classes_have_a_date_too(as_of: date, rules: list[str]) -> None:
    assert [one.rule for one in banlists.at("vintage", as_of).classes] == rules


@pytest.mark.parametrize("format_id", ["sealed", "team-sealed", "emperor", "", "../modern"])
def test_a_format_without_a_list_is_unknown(format_id: str) -> None:
    assert format_id not in banlists.ids()
    with pytest.raises(banlists.UnknownBanlist):
        banlists.at(format_id, date(2024, 1, 1))
    with pytest.raises(banlists.UnknownBanlist):
        banlists.versions(format_id)


@pytest.mark.parametrize("format_id", banlists.ids())
def test_versions_follow_each_other_without_a_gap(format_id: str) -> None:
    life = formats.life(format_id)
    dates = banlists.versions(format_id)
    assert dates[0] == life.start
    assert all(day in life for day in dates)
    for earlier, later in pairwise(dates):
        assert earlier < later
        assert banlists.at(format_id, earlier).next == later
        assert banlists.at(format_id, later).previous == earlier
        assert banlists.at(format_id, later - ONE_DAY).effective == earlier


@given(IDS, DAYS)
def test_a_day_lies_within_its_version(format_id: str, day: date) -> None:
    version = banlists.at(format_id, day)
    assert version.effective is None or version.effective <= day
    assert version.next is None or day < version.next
    assert version.active is (day in formats.life(format_id))
    assert not version.banned.keys() & version.restricted.keys()
    assert list(version.banned) == sorted(version.banned)


@pytest.mark.parametrize(("beyond", "next_page"), [(0, None), (1, 2)])
def test_a_full_page_may_be_the_last(
    monkeypatch: pytest.MonkeyPatch, beyond: int, next_page: int | None
) -> None:
    monkeypatch.setattr(documents, "PAGE", len(banlists.versions("modern")) - beyond)
    found = [documents.changes_since(date(1993, 1, 1), ["modern"], page) for page in (1, 2)]
    assert [one["next_page"] for one in found] == [next_page, None]
    assert sum(len(one["changes"]) for one in found) == len(banlists.versions("modern"))
