"""Rulings seen on another list, and the announcements that take their place."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import pytest

import banlists
import cards
from banlists import lists
from cards import Catalogue
from cards.additions import Additions, SeenRuling
from validator import Decklist, Event, Line, validate

TITLE = "Opt"
FIRST, SEEN, LATER = (datetime.date(2024, 11, day) for day in (1, 10, 20))
CHECKED = datetime.date(2099, 1, 1)


class Ban(NamedTuple):
    """Since when a title is banned on a day, and whether that is only the day it was seen."""

    since: datetime.date
    is_seen: bool


def using(*rulings: SeenRuling) -> AbstractContextManager[None]:
    """Facts with these rulings."""
    facts = Catalogue()
    facts.additions = Additions("MTGJSON", {"modern": rulings}, checked={"modern": CHECKED})
    return cards.using(facts)


def ban(day: datetime.date) -> Ban | None:
    ruling = banlists.at("modern", day).banned.get(TITLE)
    return ruling and Ban(ruling.since, ruling.is_seen)


def announce(folder: Path, monkeypatch: pytest.MonkeyPatch, *blocks: tuple[str, str]) -> None:
    """Have a list of these announcements: days, and states of the title."""
    text = "".join(
        f'[[announcement]]\neffective = {day}\nsource = "x"\n{state} = ["{TITLE}"]\n'
        for day, state in blocks
    )
    (folder / "modern.toml").write_text(text)
    monkeypatch.setattr(lists, "FOLDER", folder)
    cards.forget()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    cards.forget()


BAN = SeenRuling(TITLE, "banned", SEEN)
FREE = SeenRuling(TITLE, "legal", LATER)


def test_a_seen_ban_is_in_force_from_its_day() -> None:
    with using(BAN):
        assert ban(FIRST) is None
        assert ban(SEEN) == ban(LATER) == (SEEN, True)
        assert banlists.at("modern", SEEN).effective == SEEN
    assert ban(LATER) is None


def test_an_update_knows_a_list_to_its_day() -> None:
    before = banlists.known_until("modern")
    with using():
        assert banlists.known_until("modern") == CHECKED
        assert banlists.all_known_until() == CHECKED
    assert banlists.known_until("modern") == before


def test_a_seen_ban_may_end() -> None:
    with using(BAN, FREE):
        assert ban(SEEN) == (SEEN, True)
        assert ban(LATER) is None


@pytest.mark.parametrize(
    ("blocks", "seen", "later"),
    [
        ([], (SEEN, True), (SEEN, True)),
        ([(str(FIRST), "banned")], (FIRST, False), (FIRST, False)),
        ([(str(LATER), "banned")], None, (LATER, False)),
        ([(str(LATER), "legal")], (SEEN, True), None),
        ([(str(FIRST), "restricted")], (SEEN, True), (SEEN, True)),
    ],
)
def test_an_announcement_takes_the_place_of_what_was_seen(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    blocks: list[tuple[str, str]],
    seen: Ban | None,
    later: Ban | None,
) -> None:
    announce(tmp_path, monkeypatch, *blocks)
    with using(BAN):
        assert (ban(SEEN), ban(LATER)) == (seen, later)


def test_a_file_may_state_what_was_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    announce(tmp_path, monkeypatch)
    (tmp_path / "modern.toml").write_text(
        f'checked = {LATER}\n[[announcement]]\nseen = {SEEN}\nsource = "x"\nbanned = ["{TITLE}"]\n'
    )
    assert ban(LATER) == (SEEN, True)
    assert banlists.known_until("modern") == LATER


def test_a_ban_that_was_seen_is_said_to_be_listed() -> None:
    with using(SeenRuling(TITLE, "banned", SEEN)):
        deck = Decklist((Line(1, TITLE), Line(59, "Island")))
        report = validate(Event("modern", LATER, "individual"), [deck])
        (violation,) = report.violations
    assert violation.message == "Opt is banned in Modern (as listed by MTGJSON on 2024-11-10)."
    assert violation.rule == ("MTGJSON", "as listed on 2024-11-10")


@pytest.mark.parametrize("list_id", banlists.ids())
def test_no_list_dates_a_ban_by_the_day_of_a_reading(list_id: str) -> None:
    """Only an announcement dates a ban; what was read from another list has `seen`."""
    readings = [
        each.source
        for each in banlists.announcements(list_id)
        if not each.is_seen and re.search("XMage|MTGJSON|Scryfall", each.source)
    ]
    assert readings == []
