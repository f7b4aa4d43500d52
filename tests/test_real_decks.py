"""Decks that people played and published, where they are at hand."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import banlists
from cards import catalogue
from headjudge import decklists
from validator import Decklist, Event, Line, Violation, validate
from validator.model import MAIN, SIDEBOARD

ONE_DAY = datetime.timedelta(days=1)
DECKS = Path(__file__).parents[2] / "shared" / "data" / "decks"

pytestmark = pytest.mark.skipif(not DECKS.is_dir(), reason="the decks are not at hand")


def rows(name: str) -> list[dict[str, Any]]:
    path = DECKS / name
    return (
        [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    )


def deck_of(row: dict[str, Any]) -> Decklist:
    """The deck of a tournament's list."""
    sections = ((MAIN, row["main"]), (SIDEBOARD, row["side"]))
    return Decklist(
        tuple(Line(copies, name, section) for section, part in sections for copies, name in part)
    )


TOURNAMENTS = rows("tournament.jsonl")
FILES = sorted((DECKS / "files").glob("*.dck"))


def test_there_are_many() -> None:
    assert (len(TOURNAMENTS), len(FILES), len(rows("products.jsonl"))) == (300, 16, 150)


@pytest.mark.parametrize("number", range(len(TOURNAMENTS)))
def test_a_deck_that_was_played_is_legal(number: int) -> None:
    row = TOURNAMENTS[number]
    event = Event(row["format"], row["date"], structure="individual")
    assert [str(one) for one in validate(event, [deck_of(row)]).violations] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_of_another_program_is_read_whole(path: Path) -> None:
    (deck,) = decklists.read_team(path.read_text("utf-8"))
    assert deck.unreadable == ()
    assert deck.syntax == path.name.partition("-")[0], deck.because
    assert deck.lines
    assert [line.name for line in deck.lines if not catalogue().is_title(line.name)] == []


def test_the_lists_of_products_are_read_whole() -> None:
    for row in rows("products.jsonl"):
        (deck,) = decklists.read_team(row["list"])
        assert (deck.unreadable, bool(deck.lines)) == ((), True), row["product"]


def test_the_lists_of_tournaments_are_read_as_they_were_played() -> None:
    for row in TOURNAMENTS:
        played = deck_of(row)
        (deck,) = decklists.read_team(decklists.write(played, "text"))
        assert deck.unreadable == ()
        assert [line[:3] for line in deck.lines] == [line[:3] for line in played.lines]


def test_nearly_every_title_of_the_products_is_known() -> None:
    """A few are cards of digital games that the facts leave out."""
    names = {
        line.name for row in rows("products.jsonl") for line in decklists.read(row["list"]).lines
    }
    assert len({name for name in names if not catalogue().is_title(name)}) <= 8


def later_bans() -> Iterator[tuple[int, str, datetime.date, str]]:
    """Each list with a card that was banned after its tournament: its number, the card, the day."""
    for number, row in enumerate(TOURNAMENTS):
        names = {name for part in (row["main"], row["side"]) for _, name in part}
        titles = {card.title for name in names if (card := catalogue().find(name).card)}
        played = datetime.date.fromisoformat(row["date"])
        for one in banlists.announcements(row["format"]):
            if one.effective > played:
                for title in sorted(titles.intersection(one.banned)):
                    yield number, title, one.effective, one.source


BANNED_LATER = list(later_bans())


def test_many_decks_hold_a_card_that_was_banned_later() -> None:
    assert len({number for number, *_ in BANNED_LATER}) > 20


@pytest.mark.parametrize(("number", "title", "day", "source"), BANNED_LATER)
def test_a_deck_with_a_card_that_was_banned_later_is_illegal_after_it(
    number: int, title: str, day: datetime.date, source: str
) -> None:
    row = TOURNAMENTS[number]

    def bans(as_of: datetime.date) -> dict[str | None, Violation]:
        report = validate(Event(row["format"], as_of, structure="individual"), [deck_of(row)])
        return {one.card: one for one in report.violations if one.code == "banned-card"}

    assert title not in bans(day - ONE_DAY)
    ban = bans(day)[title]
    assert f"{title} has been banned in " in ban.message
    assert f"since {day}; announcement: {source}." in ban.message
    assert (ban.rule.source, ban.rule.clause) == (source, f"effective {day}")
