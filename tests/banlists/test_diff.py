"""What changed on a list between two days."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

import banlists

DAYS = st.dates(date(1993, 1, 1), date(2030, 1, 1))
IDS = st.sampled_from(banlists.ids())


def test_one_announcement() -> None:
    change = banlists.diff("modern", date(2024, 12, 15), date(2024, 12, 16))
    assert change.banned == ("Amped Raptor", "Jegantha, the Wellspring", "The One Ring")
    assert change.unbanned == (
        "Faithless Looting", "Green Sun's Zenith", "Mox Opal", "Splinter Twin",
    )  # fmt: skip
    assert change.restricted == change.unrestricted == ()


def test_each_title_has_what_made_it_so() -> None:
    change = banlists.diff("modern", date(2016, 1, 1), date(2024, 12, 16))
    for title in change.banned + change.unbanned:
        assert date(2016, 1, 1) < change.rulings[title].since <= date(2024, 12, 16)
    assert change.rulings["The One Ring"].since == date(2024, 12, 16)
    assert str(change.rulings["Stoneforge Mystic"].since) == "2019-08-30"


def test_unrestricted() -> None:
    change = banlists.diff("vintage", date(2015, 1, 22), date(2015, 1, 23))
    assert "Gifts Ungiven" in change.unrestricted
    assert "Treasure Cruise" in change.restricted


def test_classes() -> None:
    change = banlists.diff("pauper", date(2024, 5, 12), date(2024, 5, 13))
    assert [one.rule for one in change.classes_added] == ["type=Attraction", "type=Stickers"]
    assert change.classes_removed == ()


@given(IDS, DAYS, DAYS)
def test_each_change_has_the_source_of_its_announcement(
    format_id: str, from_: date, to: date
) -> None:
    change = banlists.diff(format_id, *sorted((from_, to)))
    named = {*change.banned, *change.restricted, *change.unbanned, *change.unrestricted}
    assert change.rulings.keys() == named


@given(IDS, DAYS, DAYS)
def test_a_title_stands_in_one_list(format_id: str, from_: date, to: date) -> None:
    change = banlists.diff(format_id, from_, to)
    titles = change.banned + change.restricted + change.unbanned + change.unrestricted
    assert len(set(titles)) == len(titles)


@given(IDS, DAYS, DAYS)
def test_the_way_back_undoes_the_way_there(format_id: str, from_: date, to: date) -> None:
    there, back = banlists.diff(format_id, from_, to), banlists.diff(format_id, to, from_)
    assert set(there.unbanned) <= set(back.banned)
    assert set(there.unrestricted) <= set(back.restricted)
    assert there.classes_added == back.classes_removed
