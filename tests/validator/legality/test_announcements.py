"""Every announcement: a deck with the card is judged otherwise from its day on."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

import banlists
import formats
from banlists import Announcement
from validator import Decklist, Event, Line, Violation, validate
from validator.legality.ruleset import TWO_HEADED_GIANT_LIST

ONE_DAY = datetime.timedelta(days=1)
BEFORE_ITS_SETS = {
    # The announcement of 2005-09-01 restricts two cards of the Portal sets ahead of 2005-10-20,
    # when these sets became legal: until then neither could be played at all.
    ("vintage", "Imperial Seal"): datetime.date(2005, 10, 20),
    ("vintage", "Personal Tutor"): datetime.date(2005, 10, 20),
}
"""Cards that are restricted while still outside the format, and the day on which they come in."""
Found = frozenset[str]


def changes() -> Iterator[tuple[str, Announcement, str, str]]:
    """List, announcement, what it does, and the title: all but starting lists and what lapsed."""
    for list_id in banlists.ids():
        life = formats.life(list_id)
        for one in banlists.announcements(list_id):
            if one.effective not in life or one.effective == life.start:
                continue
            for what in ("banned", "restricted", "legal"):
                for title in getattr(one, what):
                    yield list_id, one, what, title


CHANGES = list(changes())


def verdict(list_id: str, title: str, day: datetime.date) -> Found:
    """What is said of two copies among basics; the list of 2HG is asked in Legacy."""
    filler = Line(58, "Island")
    deck = Decklist((Line(2, title), filler))
    if list_id == TWO_HEADED_GIANT_LIST:
        report = validate(Event("legacy", day), [deck, Decklist((Line(60, "Island"),))])
    else:
        report = validate(Event(list_id, day, structure="individual"), [deck])
    return frozenset(_word(one) for one in report.violations)


def _word(violation: Violation) -> str:
    return f"{violation.code} {violation.reason}" if violation.reason else violation.code


@pytest.mark.parametrize(
    ("list_id", "announcement", "what", "title"),
    [
        pytest.param(*one, id=f"{one[0]} {one[1].effective} {one[2]} {one[3]}")
        for one in CHANGES
        if (one[0], one[3]) not in BEFORE_ITS_SETS or one[2] != "restricted"
    ],
)
def test_an_announcement_changes_the_verdict(
    list_id: str, announcement: Announcement, what: str, title: str
) -> None:
    day = announcement.effective
    before, after = verdict(list_id, title, day - ONE_DAY), verdict(list_id, title, day)
    assert before != after
    if what == "banned":
        assert after == {"banned-card"}
    elif what == "restricted":
        assert after == {"restricted-copies"}
    else:
        assert before & {"banned-card", "restricted-copies"}
        assert not after & {"banned-card", "restricted-copies"}


@pytest.mark.parametrize(("list_id", "title"), BEFORE_ITS_SETS)
def test_a_card_is_restricted_on_the_day_it_comes_in(list_id: str, title: str) -> None:
    day = BEFORE_ITS_SETS[list_id, title]
    assert verdict(list_id, title, day - ONE_DAY) == {"not-legal set"}
    assert verdict(list_id, title, day) == {"restricted-copies"}
    (effective,) = [
        one.effective for one in banlists.announcements(list_id) if title in one.restricted
    ]
    assert effective < day


def test_most_announcements_are_asked() -> None:
    assert len(CHANGES) > 500
    assert {list_id for list_id, *_ in CHANGES} >= {"standard", "modern", "legacy", "vintage"}
