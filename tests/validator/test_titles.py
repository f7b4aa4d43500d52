"""What becomes of names that are no card's plain title: read with a notice, or left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator import Decklist, Line, Notice, read_alone
from validator.model import MAIN, SIDEBOARD, TOKENS, Unreadable

if TYPE_CHECKING:
    from tests.validator.conftest import Ask


def the_notice(code: str, *lines: Line, unreadable: tuple[Unreadable, ...] = ()) -> Notice:
    """The one notice of that code on a list."""
    reading = read_alone(Decklist(lines, unreadable))
    (notice,) = [one for one in reading.notices if one.code == code]
    return notice


def test_a_guess_is_a_notice_at_its_line() -> None:
    notice = the_notice("title-corrected", Line(4, "Jace, Mind Sculptor", number=3))
    assert (notice.severity, notice.cards) == ("warning", ("Jace, the Mind Sculptor",))
    assert (notice.places[0].line, notice.places[0].copies) == (3, 4)
    assert "“Jace, Mind Sculptor”" in notice.message


def test_sets_that_a_card_is_not_in_are_one_notice() -> None:
    lines = [Line(1, "Opt", number=1, set_code="UDS"), Line(1, "Negate", number=2, set_code="UDS")]
    notice = the_notice("printing-unknown", *lines, Line(1, "Opt", number=3, set_code="DOM"))
    assert notice.severity == "info"
    assert notice.cards == ("Opt", "Negate")
    assert [place.line for place in notice.places] == [1, 2]
    assert notice.message.endswith("Opt (UDS) and Negate (UDS).")


def test_tokens_are_no_cards_of_the_deck(ask: Ask) -> None:
    lines = ["60 Island", "2 Goblin Token", "1 Treasure [TDOM]", "tokens: 1 Opt", "? Beast Token"]
    report = ask("modern", lines, ["60 Island"], fill=None)
    assert report.legal
    assert report.case.decks[0].sizes[MAIN] == 60
    (notice,) = report.notices
    assert (notice.code, notice.severity, notice.cards) == ("token-ignored", "info", ())
    assert [place.line for place in notice.places] == [2, 3, 4, 5]
    assert [card["line"] for card in report.as_dict(with_cards=True)["decks"][0]["cards"]] == [1]


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
