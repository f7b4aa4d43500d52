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
    ("vintage", "Imperial Seal", "restricted"): datetime.date(2005, 10, 20),
    ("vintage", "Personal Tutor", "restricted"): datetime.date(2005, 10, 20),
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
    play_format = formats.load(list_id) if list_id in formats.ids() else None
    copies = 1 if play_format and play_format.singleton else 2
    deck = Decklist((Line(copies, title), filler))
    if list_id == TWO_HEADED_GIANT_LIST:
        report = validate(Event("legacy", day), [deck, Decklist((Line(60, "Island"),))])
    else:
        report = validate(Event(list_id, day, structure="individual"), [deck])
    # Sizes and commanders are asked elsewhere.
    beside = {"main-too-small", "commander-missing"}
    return frozenset(_word(one) for one in report.violations if one.code not in beside)


def _word(violation: Violation) -> str:
    return f"{violation.code} {violation.reason}" if violation.reason else violation.code


@pytest.mark.parametrize("list_id", sorted({one[0] for one in CHANGES}))
def test_each_announcement_of_a_list_changes_the_verdict(list_id: str) -> None:
    for changed, announcement, what, title in CHANGES:
        if changed == list_id and (list_id, title, what) not in BEFORE_ITS_SETS:
            day = announcement.effective
            before, after = verdict(list_id, title, day - ONE_DAY), verdict(list_id, title, day)
            assert is_as_announced(what, before, after), (title, day, before, after)


def is_as_announced(what: str, before: Found, after: Found) -> bool:
    if what == "banned":
        return before != after == {"banned-card"}
    if what == "restricted":
        return before != after == {"restricted-copies"}
    regulated = {"banned-card", "restricted-copies"}
    return bool(before & regulated) and not after & regulated


@pytest.mark.parametrize(("list_id", "title", "what"), BEFORE_ITS_SETS)
def test_a_card_is_restricted_on_the_day_it_comes_in(list_id: str, title: str, what: str) -> None:
    day = BEFORE_ITS_SETS[list_id, title, what]
    assert verdict(list_id, title, day - ONE_DAY) == {"not-legal set"}
    assert verdict(list_id, title, day) == {"restricted-copies"}
    (effective,) = [
        one.effective for one in banlists.announcements(list_id) if title in one.restricted
    ]
    assert effective < day


def test_most_announcements_are_asked() -> None:
    assert len(CHANGES) > 500
    assert {list_id for list_id, *_ in CHANGES} >= {"standard", "modern", "legacy", "vintage"}
