"""A card's history in a format: what is told, and that it agrees with every day's verdict."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banlists
import formats
from cards import catalogue
from validator.legality.history import Change, Status, history, history_document
from validator.legality.ruleset import Ruleset, Standing

CARDS = catalogue()
ANNOUNCED = sorted(
    {
        title
        for name in banlists.ids()
        for one in banlists.announcements(name)
        for title in one.titles
    }
)
TITLES = st.one_of(st.sampled_from(ANNOUNCED), st.sampled_from(sorted(CARDS.titles())[::25]))
DECEMBER = "https://magic.wizards.com/en/news/announcements/banned-and-restricted-december-16-2024"
SETS = {"modern": "Magic Tournament Rules, 6.4", "standard": "Magic Tournament Rules, 6.3"}
RELEASES = "Magic Tournament Rules, 6.2"
SNAPSHOT = "dated DCI snapshot kept by Forge"


def told(title: str, format_id: str) -> list[str]:
    """The history in words: day, status and sentence."""
    changes = history(CARDS.card(title), format_id, CARDS)
    return [f"{one.day} {one.status}: {one.words}" for one in changes]


@pytest.mark.parametrize(
    ("title", "format_id", "changes"),
    [
        (
            "Splinter Twin", "modern",
            ["2011-08-12 legal: Legal from the first day of Modern.",
             "2016-01-22 banned: Banned.",
             "2024-12-16 legal: Unbanned."],
        ),
        (
            "The One Ring", "modern",
            ["None unreleased: Not printed yet.",
             "2023-06-16 legal: Legal, with The Lord of the Rings: Tales of Middle-earth.",
             "2024-12-16 banned: Banned."],
        ),
        (
            "Naturalize", "standard",
            ["None unreleased: Not printed yet.",
             "2002-10-07 not-legal: Printed in Onslaught, not in Standard yet.",
             "2002-11-01 legal: Legal, with Onslaught.",
             "2016-09-30 not-legal: Rotated out of Standard with Dragons of Tarkir.",
             "2018-01-19 legal: Legal again, with Rivals of Ixalan.",
             "2019-10-04 not-legal: Rotated out of Standard with Core Set 2019."],
        ),
        (
            "Oko, Thief of Crowns", "standard",
            ["None unreleased: Not printed yet.",
             "2019-10-04 legal: Legal, with Throne of Eldraine.",
             "2019-11-22 banned: Banned.",
             "2021-09-24 not-legal: Rotated out of Standard with Throne of Eldraine;"
             " the ban lapses."],
        ),
        # Its promotional printings count from the same day, and say less.
        ("Oko, Thief of Crowns", "legacy",
         ["None unreleased: Not printed yet.",
          "2019-10-04 legal: Legal, with Throne of Eldraine.",
          "2021-02-15 banned: Banned."]),
        ("Tundra", "extended",
         ["1997-07-01 legal: Legal from the first day of Extended.",
          "2002-11-01 not-legal: Rotated out of Extended.",
          "2013-10-08 ended: Extended ended."]),
        (
            "Zuran Orb", "standard",
            ["None unreleased: Not printed yet.",
             "1995-06-03 legal: Legal, with Ice Age.",
             "1995-11-01 restricted: Restricted.",
             "1997-01-01 not-legal: Rotated out of Standard with Ice Age; the restriction lapses.",
             "1997-07-01 banned: Banned as it comes in with Ice Age.",
             "1997-11-01 not-legal: Rotated out of Standard with Ice Age; the ban lapses."],
        ),
        (
            "Zuran Orb", "ice-age-block",
            ["1996-10-01 restricted: Restricted from the first day of Ice Age Block Constructed.",
             "1997-05-01 banned: Banned.",
             "2018-04-27 ended: Ice Age Block Constructed ended."],
        ),
        (
            "Gifts Ungiven", "vintage",
            ["None unreleased: Not printed yet.",
             "2004-10-01 not-legal: Printed in Champions of Kamigawa, not in Vintage yet.",
             "2004-10-20 legal: Legal, with Champions of Kamigawa.",
             "2007-06-20 restricted: Restricted.",
             "2015-01-23 legal: Unrestricted."],
        ),
        (
            "Zodiac Dragon", "legacy",
            ["None unreleased: Not printed yet.",
             "1999-07-06 not-legal: Printed in Portal Three Kingdoms, not in Legacy yet.",
             "2005-10-20 legal: Legal, with Portal Three Kingdoms."],
        ),
        (
            "True-Name Nemesis", "modern",
            ["None unreleased: Not printed yet.",
             "2013-11-01 not-legal: Printed in Commander 2013, in no set of Modern."],
        ),
        ("True-Name Nemesis", "pauper", ["None not-legal: Printed, not as a common."]),
        (
            "Cranial Plating", "pauper",
            ["2019-07-02 banned: Banned from the first day of Pauper, on the list taken over"
             " since 2008-12-01."],
        ),
        (
            "Backup Plan", "legacy",
            ["None not-legal: Not a deck card.", "2014-06-06 banned: Banned."],
        ),
        (
            "Erayo, Soratami Ascendant // Erayo's Essence", "two-headed-giant",
            ["2005-09-20 banned: Banned from the first day of Two-Headed Giant Constructed"
             " (extra list)."],
        ),
        ("Opt", "sealed", ["1994-01-25 legal: Legal from the first day of Sealed Deck."]),
    ],
)  # fmt: skip
def test_a_card_in_a_format(title: str, format_id: str, changes: list[str]) -> None:
    assert told(title, format_id) == changes


@pytest.mark.parametrize(
    ("title", "format_id", "sources"),
    [
        ("The One Ring", "modern", [RELEASES, SETS["modern"], DECEMBER]),
        ("Balance", "standard", [SETS["standard"], f"{SNAPSHOT} (1995-04-19)"]),
        ("Sol Ring", "vintage", [f"{SNAPSHOT} (1994-01-25)"]),
    ],
)
def test_each_change_has_its_source(title: str, format_id: str, sources: list[str]) -> None:
    found = [one.source for one in history(CARDS.card(title), format_id, CARDS)]
    assert found[: len(sources)] == sources


def test_a_format_that_does_not_exist() -> None:
    with pytest.raises(formats.UnknownFormat):
        history(CARDS.card("Opt"), "mordern", CARDS)


def test_as_a_document() -> None:
    document = history_document(CARDS.card("Splinter Twin"), "modern", CARDS)
    assert (document["format"], document["name"]) == ("modern", "Splinter Twin")
    assert document["history"][-1] == {
        "day": "2024-12-16", "status": "legal", "message": "Unbanned.", "source": DECEMBER,
    }  # fmt: skip


def status_of(standing: Standing) -> Status:
    if standing.ban:
        return "banned"
    if standing.refusal:
        return "unreleased" if standing.refusal.reason == "unreleased" else "not-legal"
    return "restricted" if standing.restriction else "legal"


@given(TITLES, st.sampled_from(formats.ids()), st.dates(date(1994, 1, 1), date(2027, 1, 1)))
@settings(max_examples=300)
def test_the_history_agrees_with_every_day(title: str, format_id: str, day: date) -> None:
    card, play_format = CARDS.card(title), formats.load(format_id)
    changes = history(card, format_id, CARDS)
    so_far = [one for one in changes if one.day is None or one.day <= day]
    if day in play_format.life:
        standing = Ruleset(play_format, day, CARDS, two_headed=False).standing(card)
        assert so_far[-1].status == status_of(standing)
    else:
        assert not so_far or so_far[-1].status == "ended" or so_far[-1].day is None


@given(TITLES, st.sampled_from(banlists.ids()))
@settings(max_examples=300)
def test_each_entry_is_a_change(title: str, list_id: str) -> None:
    changes = history(CARDS.card(title), list_id, CARDS)
    days = [one.day for one in changes]
    assert changes
    assert None not in days[1:]
    assert all(earlier < later for earlier, later in pairwise(days[1:]) if earlier and later)
    assert all(is_another(*pair) for pair in pairwise(changes))
    assert all(one.source for one in changes if one.status != "ended")
    assert all(one.words.endswith((".", ".)")) for one in changes)


def is_another(earlier: Change, later: Change) -> bool:
    return (earlier.status, earlier.words, earlier.source) != (
        later.status, later.words, later.source,
    )  # fmt: skip
