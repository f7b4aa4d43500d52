"""What a list says that could not be understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from validator import Decklist, Line, read_alone
from validator.model import Unreadable

if TYPE_CHECKING:
    from tests.validator.conftest import Ask


def test_a_mistyped_title_gets_suggestions(ask: Ask) -> None:
    (violation,) = ask("modern", ["4 Lightnig Bolt"]).violations
    assert violation.suggestions is not None
    assert violation.suggestions[0] == "Lightning Bolt"
    assert len(violation.suggestions) <= 3
    assert violation.message == "No card is titled “Lightnig Bolt”."
    assert violation.fix.startswith("Correct the title; perhaps Lightning Bolt")


def test_the_twenty_first_unknown_title_gets_no_suggestions(ask: Ask) -> None:
    report = ask("modern", [f"1 Lightnig Bolt{number}" for number in range(22)], fill=None)
    unknown = [one for one in report.violations if one.code == "unknown-card"]
    assert [bool(one.suggestions) for one in unknown] == [True] * 20 + [False] * 2
    assert ["No suggestions were looked for" in one.fix for one in unknown] == (
        [False] * 20 + [True] * 2
    )


@pytest.mark.parametrize("name", ["Jace", "Sarkhan", "Thalia", "Teferi", "Emrakul", "Goblin"])
def test_a_name_cut_short_of_several(ask: Ask, name: str) -> None:
    (violation,) = ask("modern", [f"1 {name}"]).violations
    assert violation.code == "ambiguous-card"
    assert violation.suggestions is not None
    assert len(violation.suggestions) == 3
    assert all(title.startswith(name) for title in violation.suggestions)
    assert f"Several card titles begin with “{name}”, such as" in violation.message


def test_names_beyond_the_search_are_unknown() -> None:
    lines = tuple(Line(1, "Jace") for _ in range(5))
    reading = read_alone(Decklist(lines), searched=2)
    assert [fault.code for fault in reading.faults] == ["unknown-card"] * 3 + ["ambiguous-card"] * 2


def test_a_name_of_several_cards(ask: Ask) -> None:
    (violation,) = ask("vintage", ["2 carpe diem"]).violations
    assert violation.code == "ambiguous-card"
    assert violation.suggestions == ("Live Fast", "Seize the Day")
    assert "Live Fast or Seize the Day" in violation.message


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 Lightnig Bolt", "unknown-card"),
        ("1 carpe diem", "ambiguous-card"),
        ("?? %%%", "unreadable-line"),
    ],
)
def test_equal_lines_are_not_merged(ask: Ask, line: str, code: str) -> None:
    violations = ask("vintage", [line, line], [line]).violations
    assert [violation.code for violation in violations] == [code] * 3
    places = [place for violation in violations for place in violation.places]
    assert [(place.deck, place.line) for place in places] == [(0, 1), (0, 2), (1, 1)]


def test_a_long_line_is_quoted_in_part_and_kept_whole(ask: Ask) -> None:
    name = "word " * 1_000
    (violation,) = ask("modern", [f"1 {name}"]).violations
    assert len(violation.message) < 120
    assert violation.places[0].text == f"1 {name}"


def test_one_list_read_alone() -> None:
    lines = (Line(4, "opt"), Line(1, "Lightnig Bolt"), Line(1, "carpe diem"), Line(1, "稲妻"))
    reading = read_alone(Decklist(lines, (Unreadable(5, "??"),), because="it was said"))
    assert [fault.code for fault in reading.faults] == [
        "unknown-card",
        "ambiguous-card",
        "unreadable-line",
    ]
    assert [notice.code for notice in reading.notices] == ["title-translated"]
    document = reading.as_dict()
    assert document["because"] == "it was said"
    names = [card["name"] for card in document["decks"][0]["cards"]]
    assert names == ["Opt", "Lightnig Bolt", "carpe diem", "Lightning Bolt"]


def test_cards_of_a_reading_keep_what_was_written() -> None:
    line = Line(
        4, "opt", number=1, text="4x opt (DOM) 60 *F*", set_code="DOM", collector_number="60"
    )
    deck = read_alone(Decklist((line, Line(1, "Optt")))).as_dict()["decks"][0]
    assert deck["cards"] == [
        {
            "name": "Opt", "count": 4, "section": "main", "line": 1,
            "text": "4x opt (DOM) 60 *F*", "set": "DOM", "number": "60",
        },
        {
            "name": "Optt", "count": 1, "section": "main", "line": None,
            "text": "Optt", "set": None, "number": None,
        },
    ]  # fmt: skip


def test_several_lists_read_alone() -> None:
    lists = [Decklist((Line(1, "Lightnig Bolt", number=1),), player=name) for name in "AB"]
    reading = read_alone(*lists)
    assert [fault.places[0].deck for fault in reading.faults] == [0, 1]
    assert [deck["player"] for deck in reading.as_dict()["decks"]] == ["A", "B"]


def test_a_pool_read_alone() -> None:
    reading = read_alone(Decklist((Line(1, "Lightnig Bolt"),)), is_pool=True)
    (fault,) = reading.faults
    assert (fault.places[0].deck, fault.places[0].section) == (None, "pool")
