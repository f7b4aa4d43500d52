"""A card's history in a format: what is told, and that it agrees with every day's verdict."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banlists
import formats
from cards import catalogue
from validator.legality.history import history, history_document
from validator.legality.ruleset import Ruleset

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
BLOCKS = Path(__file__).with_name("history.txt").read_text("utf-8").strip().split("\n\n")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.partition("\n")[0])
def test_a_card_in_a_format(block: str) -> None:
    """Day, status, sentence and source of each change."""
    head, *expected = block.splitlines()
    title, _, format_id = head.rpartition(" in ")
    changes = history(CARDS.card(title), format_id, CARDS)
    assert [f"{one.day} {one.status}: {one.words} [{one.source}]" for one in changes] == expected


def test_a_format_that_does_not_exist() -> None:
    with pytest.raises(formats.UnknownFormat):
        history(CARDS.card("Opt"), "mordern", CARDS)


def test_as_a_document() -> None:
    document = history_document(CARDS.card("Oko, Thief of Crowns"), "standard", CARDS)
    assert (document["format"], document["name"]) == ("standard", "Oko, Thief of Crowns")
    assert document["history"][0] == {
        "day": None, "status": "unreleased", "message": "Not printed yet.",
        "source": "Magic Tournament Rules, 6.2",
    }  # fmt: skip


@given(TITLES, st.sampled_from(formats.ids()), st.dates(date(1994, 1, 1), date(2027, 1, 1)))
@settings(max_examples=300)
def test_the_history_agrees_with_every_day(title: str, format_id: str, day: date) -> None:
    card, play_format = CARDS.card(title), formats.load(format_id)
    changes = history(card, format_id, CARDS)
    so_far = [one for one in changes if one.day is None or one.day <= day]
    if day in play_format.life:
        standing = Ruleset(play_format, day, CARDS, two_headed=False).standing(card)
        status = so_far[-1].status
        assert standing.status == {"unreleased": "refused", "not-legal": "refused"}.get(
            status, status
        )
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
    rows = [(one.status, one.words, one.source) for one in changes]
    assert all(earlier != later for earlier, later in pairwise(rows))
    assert all(one.source for one in changes if one.status != "ended")
    assert all(one.words.endswith((".", ".)")) for one in changes)
