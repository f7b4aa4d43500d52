"""Decks that people played and published, where they are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import decklists
from cards import catalogue
from validator import Decklist, Event, Line, validate
from validator.model import MAIN, SIDEBOARD

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
