"""Sections: what counts in the main deck and in the sideboard, and what in neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

LURRUS = "Lurrus of the Dream-Den"
JEGANTHA = "Jegantha, the Wellspring"
OWN_SECTIONS = [
    "commander", "avatar", "planes", "schemes", "attractions", "stickers", "conspiracies",
]  # fmt: skip
ALONE = {"structure": "individual"}


@pytest.mark.parametrize("section", OWN_SECTIONS)
def test_a_section_of_its_own_counts_in_neither(ask: Ask, section: str) -> None:
    report = ask("modern", ["60 Island", f"{section}: 20 Forest"], fill=None, **ALONE)
    deck = report.as_dict(with_cards=True)["decks"][0]
    assert deck["sizes"] == {"main": 60, "sideboard": 0, section: 20}
    assert deck["cards"][1] == {"name": "Forest", "count": 20, "section": section, "line": 2}


def test_a_companion_is_a_card_of_the_sideboard(ask: Ask) -> None:
    report = ask("modern", [f"companion: 1 {LURRUS}"], as_of="2020-06-01", **ALONE)
    assert report.legal
    assert report.as_dict()["decks"][0]["sizes"]["sideboard"] == 1


def test_a_companion_that_the_sideboard_lists_is_that_card(ask: Ask) -> None:
    lines = [f"companion: 1 {JEGANTHA}", "sideboard: 14 Island", f"sideboard: 1 {JEGANTHA}"]
    report = ask("modern", lines, **ALONE)
    assert report.legal
    assert report.as_dict()["decks"][0]["sizes"]["sideboard"] == 15


TEN_ATTRACTIONS = [
    f"attractions: 1 {title}"
    for title in (
        "Balloon Stand", "Bounce Chamber", "Clown Extruder", "Concession Stand", "Costume Shop",
        "Drop Tower", "Ferris Wheel", "Foam Weapons Kiosk", "Fortune Teller", "Merry-Go-Round",
    )
]  # fmt: skip


@pytest.mark.parametrize(
    ("format_id", "day", "code"),
    [
        ("legacy", "2022-10-06", "not-legal"), ("legacy", "2022-10-07", None),
        ("legacy", "2024-05-12", None), ("legacy", "2024-05-13", "banned-card"),
        ("vintage", "2024-05-12", None), ("vintage", "2024-05-13", "banned-card"),
        ("modern", "2023-06-01", "not-legal"), ("commander", "2026-01-01", None),
    ],
)  # fmt: skip
def test_attractions_are_legal_where_their_set_is(
    judge: Judge, format_id: str, day: str, code: str | None
) -> None:
    alone = judge(format_id, [], as_of=day, **ALONE)
    found = judge(format_id, TEN_ATTRACTIONS, as_of=day, **ALONE)
    added = [fault.split()[0] for fault in found if fault not in alone]
    assert added == [code] * 10 if code else added == []


def test_acorn_attractions_are_legal_in_limited_alone(judge: Judge) -> None:
    lines = [*TEN_ATTRACTIONS, "attractions: 2 Centrifuge"]
    found = judge("legacy", lines, as_of="2023-06-01", **ALONE)
    assert found == ["not-legal Centrifuge 2 unsanctioned"]
    assert judge("sealed", lines, as_of="2023-06-01", **ALONE) == []


@pytest.mark.parametrize(
    ("format_id", "lines", "found"),
    [
        ("legacy", TEN_ATTRACTIONS[:9], ["side-deck-too-small 9/10"]),
        ("legacy", [*TEN_ATTRACTIONS, TEN_ATTRACTIONS[0]], ["side-deck-copies Balloon Stand 2/1"]),
        ("sealed", TEN_ATTRACTIONS[:3], []),
        ("sealed", TEN_ATTRACTIONS[:2], ["side-deck-too-small 2/3"]),
        ("sealed", [TEN_ATTRACTIONS[0]] * 3, []),
        ("legacy", ["stickers: 1 Carnival Elephant Meteor"], ["side-deck-too-small 1/10"]),
        ("sealed", ["stickers: 3 Carnival Elephant Meteor"], []),
        ("sealed", ["stickers: 4 Carnival Elephant Meteor"], ["side-deck-too-large 4/3"]),
    ],
)
def test_the_sizes_of_side_decks(
    judge: Judge, format_id: str, lines: list[str], found: list[str]
) -> None:
    assert judge(format_id, lines, as_of="2023-06-01", **ALONE) == found


def test_a_verdict_on_attractions_ends_with_their_ban(ask: Ask) -> None:
    document = ask("legacy", TEN_ATTRACTIONS, as_of="2023-06-01", **ALONE).as_dict()
    assert document["valid_until"] == "2024-05-13"


def test_attractions_of_two_decks_are_one_fault_a_title(judge: Judge) -> None:
    found = judge("legacy", TEN_ATTRACTIONS, TEN_ATTRACTIONS, as_of="2025-06-01")
    assert found == [f"banned-card {line[15:]} 2" for line in TEN_ATTRACTIONS]


@pytest.mark.parametrize(
    "line",
    ["1 Dungeon of the Mad Mage", "sideboard: 1 lost mine of phandelver", "1 Undercity [CLB]"],
)
def test_a_dungeon_is_no_deck_card(judge: Judge, line: str) -> None:
    (found,) = judge("modern", [line], **ALONE)
    assert found.startswith("not-legal")
    assert found.endswith("1 not-a-deck-card")
