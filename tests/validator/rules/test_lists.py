"""What a list says that could not be understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator import Decklist, Line, read_alone
from validator.model import Unreadable

if TYPE_CHECKING:
    from tests.validator.conftest import Ask


def test_the_twenty_first_unknown_title_gets_no_suggestions(ask: Ask) -> None:
    report = ask("modern", [f"1 Lightnig Bolt{number}" for number in range(22)], fill=None)
    unknown = [one for one in report.violations if one.code == "unknown-card"]
    assert [bool(one.suggestions) for one in unknown] == [True] * 20 + [False] * 2
    assert ["No suggestions were looked for" in one.fix for one in unknown] == (
        [False] * 20 + [True] * 2
    )


def test_names_beyond_the_search_are_unknown() -> None:
    lines = tuple(Line(1, "Jace") for _ in range(5))
    reading = read_alone(Decklist(lines), searched=2)
    assert [fault.code for fault in reading.faults] == ["unknown-card"] * 3 + ["ambiguous-card"] * 2


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
