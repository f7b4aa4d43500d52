"""Sections: what counts in the main deck and in the sideboard, and what in neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Judge

ALONE = {"structure": "individual"}


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
