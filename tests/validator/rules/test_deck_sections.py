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


@pytest.mark.parametrize("section", OWN_SECTIONS)
def test_a_section_of_its_own_fills_no_main_deck(judge: Judge, section: str) -> None:
    found = judge("modern", ["59 Island", f"{section}: 1 Opt"], fill=None, **ALONE)
    beside = [] if section == "commander" else ["side-deck-card Opt 1"]
    assert found == ["main-too-small 59/60", *beside]


def test_its_titles_are_resolved(judge: Judge) -> None:
    assert judge("modern", ["commander: 1 Lightnig Bolt"]) == ["unknown-card"]


def test_a_maybeboard_is_no_part_of_the_deck(judge: Judge) -> None:
    assert judge("modern", ["maybeboard: 9 Skullclamp", "maybeboard: 9 Opt"]) == []
    assert judge("modern", ["maybeboard: 9 Lightnig Bolt"]) == ["unknown-card"]


def test_a_companion_is_a_card_of_the_sideboard(ask: Ask) -> None:
    report = ask("modern", [f"companion: 1 {LURRUS}"], as_of="2020-06-01", **ALONE)
    assert report.legal
    assert report.as_dict()["decks"][0]["sizes"]["sideboard"] == 1


def test_a_companion_counts_toward_the_sideboard(judge: Judge) -> None:
    lines = ["sideboard: 15 Island", f"companion: 1 {JEGANTHA}"]
    assert judge("modern", lines, **ALONE) == ["sideboard-too-large 16/15"]


def test_a_companion_that_the_sideboard_lists_is_that_card(ask: Ask) -> None:
    lines = [f"companion: 1 {JEGANTHA}", "sideboard: 14 Island", f"sideboard: 1 {JEGANTHA}"]
    report = ask("modern", lines, **ALONE)
    assert report.legal
    assert report.as_dict()["decks"][0]["sizes"]["sideboard"] == 15


def test_a_companion_counts_toward_the_copies_unless_the_sideboard_lists_it(judge: Judge) -> None:
    lines = [f"3 {JEGANTHA}", f"companion: 1 {JEGANTHA}", f"sideboard: 1 {JEGANTHA}"]
    assert judge("modern", lines, **ALONE) == []
    assert judge("modern", [f"4 {JEGANTHA}", lines[1]], **ALONE) == [f"deck-copies {JEGANTHA} 5/4"]


def test_a_companion_of_two_heads_is_a_sideboard(judge: Judge) -> None:
    assert judge("modern", [f"companion: 1 {JEGANTHA}"]) == ["sideboard-not-allowed 1/0"]


def test_a_banned_companion(judge: Judge) -> None:
    found = judge("modern", [f"companion: 1 {LURRUS}"], as_of="2024-10-01", **ALONE)
    assert found == [f"banned-card {LURRUS} 1"]


def test_an_unknown_companion_counts_toward_the_sideboard(judge: Judge) -> None:
    lines = ["sideboard: 15 Island", "companion: 1 Jegantha, the Welspring"]
    assert judge("modern", lines, **ALONE) == ["sideboard-too-large 16/15", "unknown-card"]


@pytest.mark.parametrize(
    "line",
    ["9 Opt", "1 Skullclamp", "1 Psychatog", "1 Blacker Lotus", "1 Backup Plan"],
)
def test_a_forbidden_sideboard_is_judged_no_further(judge: Judge, line: str) -> None:
    count = line.split()[0]
    found = judge("modern", [f"sideboard: {line}", "4 Opt"])
    assert found == [f"sideboard-not-allowed {count}/0"]


@pytest.mark.parametrize(
    ("name", "code"),
    [("Lightnig Bolt", "unknown-card"), ("Brisela, Voice of Nightmares", "ambiguous-card")],
)
def test_the_titles_of_a_forbidden_sideboard_are_resolved(
    judge: Judge, name: str, code: str
) -> None:
    assert judge("modern", [f"sideboard: 1 {name}"]) == ["sideboard-not-allowed 1/0", code]


def test_a_forbidden_sideboard_shares_no_title(judge: Judge) -> None:
    found = judge("modern", ["sideboard: 1 Opt"], ["1 Opt"], policy="unified-2018")
    assert found == ["sideboard-not-allowed 1/0"]


def test_conspiracies_are_used_beside_decks_of_limited_alone(judge: Judge) -> None:
    lines = ["conspiracies: 1 Backup Plan"]
    assert judge("booster-draft", lines, pool=["1 Backup Plan"]) == []
    assert judge("modern", lines) == ["not-legal Backup Plan 1 not-a-deck-card"]
    drafted = ["1 Backup Plan", "sideboard: 1 Backup Plan"]
    found = judge("booster-draft", drafted, pool=["2 Backup Plan"])
    assert found == ["not-legal Backup Plan 2 not-a-deck-card"]


@pytest.mark.parametrize(
    "line", ["planes: 1 Bant", "schemes: 1 All Shall Smolder in My Wake", "dungeons: 1 Undercity"]
)
@pytest.mark.parametrize("format_id", ["modern", "commander", "booster-draft", "pauper"])
def test_what_is_used_beside_a_deck_costs_nothing(judge: Judge, format_id: str, line: str) -> None:
    alone = judge(format_id, [], **ALONE)
    assert judge(format_id, [line], **ALONE) == alone


@pytest.mark.parametrize(
    ("section", "title"),
    [
        ("planes", "Opt"), ("planes", "Undercity"), ("schemes", "Bant"), ("dungeons", "Skullclamp"),
        ("conspiracies", "Bant"), ("attractions", "Dungeon Master"), ("stickers", "Balloon Stand"),
        ("avatar", "Forest"), ("contraptions", "Blacker Lotus"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("format_id", ["modern", "legacy", "sealed"])
def test_a_card_of_another_kind_stands_beside_no_deck(
    judge: Judge, format_id: str, section: str, title: str
) -> None:
    assert judge(format_id, [f"{section}: 9 {title}"], **ALONE) == [f"side-deck-card {title} 9"]


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
    lines = [*TEN_ATTRACTIONS, "attractions: 1 Centrifuge"]
    found = judge("legacy", lines, as_of="2023-06-01", **ALONE)
    assert found == ["not-legal Centrifuge 1 unsanctioned"]
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


def test_dungeons_are_in_no_booster(judge: Judge) -> None:
    lines = ["dungeons: 1 Undercity"]
    assert judge("sealed", lines, pool=[], product={"DOM": 6}, **ALONE) == []
    assert judge("sealed", lines, pool=["1 Undercity"], product={"DOM": 6}, **ALONE) == []


def test_attractions_of_two_decks_are_one_fault_a_title(judge: Judge) -> None:
    found = judge("legacy", TEN_ATTRACTIONS, TEN_ATTRACTIONS, as_of="2025-06-01")
    assert found == [f"banned-card {line[15:]} 2" for line in TEN_ATTRACTIONS]


def test_cards_used_beside_a_limited_deck_come_from_the_pool(judge: Judge) -> None:
    found = judge("booster-draft", ["conspiracies: 1 Backup Plan"], pool=[])
    assert found == ["pool-exceeded Backup Plan 1/0"]


@pytest.mark.parametrize(
    "line",
    ["1 Dungeon of the Mad Mage", "sideboard: 1 lost mine of phandelver", "1 Undercity [CLB]"],
)
def test_a_dungeon_is_no_deck_card(judge: Judge, line: str) -> None:
    (found,) = judge("modern", [line], **ALONE)
    assert found.startswith("not-legal")
    assert found.endswith("1 not-a-deck-card")
