"""What becomes of names that are no card's plain title: read with a notice, or left out."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest

from validator import Decklist, Event, Line, Notice, read_alone, validate
from validator.model import MAIN, SIDEBOARD, TOKENS, Unreadable

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge


def the_notice(code: str, *lines: Line, unreadable: tuple[Unreadable, ...] = ()) -> Notice:
    """The one notice of that code on a list."""
    reading = read_alone(Decklist(lines, unreadable))
    (notice,) = [one for one in reading.notices if one.code == code]
    return notice


@pytest.mark.parametrize(
    ("written", "code", "severity", "title"),
    [
        ("Jace, Mind Sculptor", "title-corrected", "warning", "Jace, the Mind Sculptor"),
        ("Blitzschlag", "title-translated", "info", "Lightning Bolt"),
        ("A-Lightning Bolt", "title-rebalanced", "warning", "Lightning Bolt"),
    ],
)
def test_a_guess_is_a_notice(written: str, code: str, severity: str, title: str) -> None:
    notice = the_notice(code, Line(4, written, number=3))
    assert (notice.severity, notice.cards) == (severity, (title,))
    assert (notice.places[0].line, notice.places[0].copies) == (3, 4)
    assert f"“{written}”" in notice.message


def test_sets_that_a_card_is_not_in_are_one_notice() -> None:
    lines = [Line(1, "Opt", number=1, set_code="UDS"), Line(1, "Negate", number=2, set_code="UDS")]
    notice = the_notice("printing-unknown", *lines, Line(1, "Opt", number=3, set_code="DOM"))
    assert notice.severity == "info"
    assert notice.cards == ("Opt", "Negate")
    assert [place.line for place in notice.places] == [1, 2]
    assert notice.message.endswith("Opt (UDS) and Negate (UDS).")


def test_a_set_settles_which_card_is_meant(judge: Judge, notices: Judge) -> None:
    assert judge("vintage", ["1 復活"]) == ["ambiguous-card"]
    assert judge("vintage", ["1 復活 [INV]"]) == []
    assert notices("vintage", ["1 復活 [INV]"], as_of="2005-10-15") == ["title-translated"]


def test_tokens_are_no_cards_of_the_deck(ask: Ask) -> None:
    lines = ["60 Island", "2 Goblin Token", "1 Treasure [TDOM]", "tokens: 1 Opt", "? Beast Token"]
    report = ask("modern", lines, ["60 Island"], fill=None)
    assert report.legal
    assert report.case.decks[0].sizes[MAIN] == 60
    (notice,) = report.notices
    assert (notice.code, notice.severity, notice.cards) == ("token-ignored", "info", ())
    assert [place.line for place in notice.places] == [2, 3, 4, 5]
    assert [card["line"] for card in report.as_dict(with_cards=True)["decks"][0]["cards"]] == [1]


def test_a_title_with_such_a_word_is_a_card(judge: Judge) -> None:
    assert judge("legacy", ["1 Leering Emblem", "1 Emblem of the Warmind"]) == []
    assert judge("legacy", ["1 Leering Emblm"]) == ["unknown-card"]
    assert judge("legacy", ["1 Lightning Bolt [TDOM]"]) == []


def test_a_token_without_a_count_is_no_fault() -> None:
    unreadable = (Unreadable(1, " Goblin Token"), Unreadable(2, "%%%"))
    reading = read_alone(Decklist((), unreadable))
    assert [fault.places[0].line for fault in reading.faults] == [2]
    notice = the_notice("token-ignored", unreadable=unreadable)
    assert notice.message.endswith("left out: Goblin Token.")
    assert notice.places[0].text == " Goblin Token"


def test_what_is_left_out_moves_no_line() -> None:
    names = ("Opt", "Goblin Token", "qzxqzx", "Negate", "Beast Token", "carpe diem")
    lines = tuple(Line(1, name, SIDEBOARD, number) for number, name in enumerate(names, 1))
    cards = read_alone(Decklist(lines)).as_dict()["decks"][0]["cards"]
    assert [card["line"] for card in cards] == [1, 3, 4, 6]


def test_all_of_the_section_of_tokens_is_left_out_of_a_pool() -> None:
    reading = read_alone(Decklist((Line(1, "qzxqzx", TOKENS, 1),)), is_pool=True)
    assert (reading.faults, [one.code for one in reading.notices]) == ((), ["token-ignored"])


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("Light", "Lightning Bolt"),
        ("For", "Forest"),
        ("Jace", "Jace Beleren"),
        ("Sarkhan", "Sarkhan the Masterless"),
        ("Teferi", "Teferi, Hero of Dominaria"),
    ],
)
def test_the_best_known_title_with_that_beginning_comes_first(written: str, first: str) -> None:
    """Also where it goes on within the word; but "Teferi" is no Teferi's Puzzle Box."""
    event = Event("modern", datetime.date(2024, 10, 1), structure="individual")
    report = validate(event, [Decklist((Line(4, written, number=1),))])
    (fault,) = [one for one in report.violations if one.code == "ambiguous-card"]
    assert (fault.suggestions or ("",))[0] == first
