"""How many decks, and how many cards in main decks and sideboards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

ALONE = {"structure": "individual"}
TABLES = {"structure": "team-constructed"}


@pytest.mark.parametrize(
    ("event", "decks", "expected"),
    [
        ({}, 1, ["deck-count 1/2"]),
        ({}, 2, []),
        ({}, 3, ["deck-count 3/2"]),
        ({}, 8, ["deck-count 8/2"]),
        ({"team_size": 3}, 2, ["deck-count 2/3"]),
        ({"team_size": 3}, 3, []),
        ({"team_size": 4}, 4, []),
        (TABLES, 1, ["deck-count 1/2"]),
        (TABLES, 2, []),
        (TABLES, 3, []),
        (TABLES, 4, ["deck-count 4/3"]),
        (TABLES, 8, ["deck-count 8/3"]),
        (TABLES | {"team_size": 2}, 3, ["deck-count 3/2"]),
        (TABLES | {"team_size": 3}, 2, ["deck-count 2/3"]),
        (TABLES | {"team_size": 4}, 4, []),
        (TABLES | {"team_size": 1}, 1, []),
        (ALONE, 1, []),
        (ALONE, 2, ["deck-count 2/1"]),
    ],
)
def test_deck_count(judge: Judge, event: dict[str, Any], decks: int, expected: list[str]) -> None:
    assert judge("modern", *[["60 Island"]] * decks, fill=None, **event) == expected


@pytest.mark.parametrize(
    ("event", "source"),
    [
        ({}, ("Magic Tournament Rules", "8.2")),
        ({"team_size": 3}, ("Comprehensive Rules", "810.11")),
        (TABLES, ("Magic Tournament Rules", "8.2")),
        (TABLES | {"team_size": 3}, ("Magic Tournament Rules", "8.2")),
    ],
)
def test_deck_count_rests_on_the_rule_of_the_structure(
    ask: Ask, event: dict[str, Any], source: tuple[str, str]
) -> None:
    (violation,) = ask("modern", ["60 Island"], fill=None, **event).violations
    assert violation.rule == source


@pytest.mark.parametrize(
    ("event_kind", "decks", "expected"),
    [
        ("team-sealed", 1, ["deck-count 1/2"]),
        ("team-sealed", 3, []),
        ("two-headed-giant-draft", 3, ["deck-count 3/2"]),
        ("two-headed-giant-sealed", 1, ["deck-count 1/2"]),
    ],
)
def test_deck_count_of_event_kinds(
    judge: Judge, event_kind: str, decks: int, expected: list[str]
) -> None:
    assert judge(event_kind, *[["40 Island"]] * decks, fill=None) == expected


@pytest.mark.parametrize(
    ("format_id", "size", "expected"),
    [
        ("modern", 59, ["main-too-small 59/60"]),
        ("modern", 60, []),
        ("modern", 400, []),
        ("sealed", 39, ["main-too-small 39/40"]),
        ("sealed", 40, []),
        ("booster-draft", 39, ["main-too-small 39/40"]),
        ("team-sealed", 39, ["main-too-small 39/40"]),
    ],
)
def test_main_too_small(judge: Judge, format_id: str, size: int, expected: list[str]) -> None:
    assert judge(format_id, [f"{size} Island"], ["60 Island"], fill=None) == expected


def test_an_empty_deck_is_too_small(judge: Judge) -> None:
    assert judge("modern", [], ["60 Island"], fill=None) == ["main-too-small 0/60"]


def test_main_too_small_has_one_place_and_says_what_is_missing(ask: Ask) -> None:
    report = ask("modern", ["60 Island"], ["29 Island", "30 Forest"], fill=None)
    (violation,) = report.violations
    assert violation.places == ((1, "main", None, None, None),)
    assert violation.fix == "Add 1 card to the main deck of deck 2."


@pytest.mark.parametrize(
    "line",
    [
        "4 Lightnig Bolt",
        "4 Brisela, Voice of Nightmares",
        "4 Skullclamp",
        "4 Psychatog",
        "4 Blacker Lotus",
        "4 Backup Plan",
    ],
)
def test_unknown_ambiguous_and_refused_copies_count_toward_the_size(
    judge: Judge, line: str
) -> None:
    found = judge("modern", ["56 Island", line], ["60 Island"], fill=None)
    assert len(found) == 1
    assert "main-too-small" not in found[0]


def test_unknown_copies_count_toward_the_sideboard(judge: Judge) -> None:
    lines = ["sideboard: 12 Island", "sideboard: 4 Lightnig Bolt"]
    assert judge("modern", lines, **ALONE) == ["sideboard-too-large 16/15", "unknown-card"]


@pytest.mark.parametrize("size", [1, 15, 16])
def test_no_sideboard_in_two_headed_giant(judge: Judge, size: int) -> None:
    lines = [f"sideboard: {size} Island"]
    assert judge("modern", lines) == [f"sideboard-not-allowed {size}/0"]
    assert judge("modern", lines, lines) == [f"sideboard-not-allowed {size}/0"] * 2


@pytest.mark.parametrize("policy", ["combined-four", "unified-2005", "unified-2013", "tournament"])
def test_no_sideboard_in_two_headed_giant_under_any_policy(judge: Judge, policy: str) -> None:
    found = judge("modern", ["sideboard: 1 Opt"], policy=policy)
    assert found == ["sideboard-not-allowed 1/0"]


def test_a_forbidden_sideboard_is_shown_line_by_line(ask: Ask) -> None:
    report = ask("modern", ["sideboard: 2 Opt", "sideboard: 1 Negate"])
    (violation,) = report.violations
    assert [(place.line, place.copies) for place in violation.places] == [(1, 2), (2, 1)]


@pytest.mark.parametrize("structure", ["individual", "team-constructed"])
def test_up_to_fifteen_cards_in_a_sideboard(judge: Judge, structure: str) -> None:
    decks = [["60 Island", "sideboard: 15 Island"], ["60 Island"]]
    decks = decks[:1] if structure == "individual" else decks
    assert judge("modern", *decks, structure=structure) == []
    decks[0][1] = "sideboard: 16 Island"
    assert judge("modern", *decks, structure=structure) == ["sideboard-too-large 16/15"]


def test_every_large_sideboard_is_reported(judge: Judge) -> None:
    found = judge("modern", ["sideboard: 16 Island"], ["sideboard: 17 Island"], **TABLES)
    assert found == ["sideboard-too-large 16/15", "sideboard-too-large 17/15"]


@pytest.mark.parametrize("structure", ["two-headed-giant", "team-constructed", "individual"])
def test_limited_has_no_largest_sideboard(judge: Judge, structure: str) -> None:
    decks = [["sideboard: 100 Opt"], []][: 1 if structure == "individual" else 2]
    assert judge("sealed", *decks, structure=structure) == []


def test_sizes_and_the_number_of_decks_outlive_a_format(judge: Judge) -> None:
    found = judge("extended", ["59 Island", "sideboard: 16 Opt", "1 Lightnig Bolt", "?"], **TABLES)
    assert found == [
        "deck-count 1/2",
        "sideboard-too-large 16/15",
        "unknown-card",
        "unreadable-line",
        "format-inactive",
    ]
    assert "main-too-small 59/60" in judge("extended", ["59 Island"], [], fill=None)


@pytest.mark.parametrize(
    ("size", "as_of", "is_wrong"),
    [
        (1, "2013-07-12", True), (14, "2013-07-12", True), (15, "2013-07-12", False),
        (14, "2013-07-13", False), (0, "2013-07-12", False), (10, "1997-06-01", True),
    ],
)  # fmt: skip
def test_a_sideboard_once_had_fifteen_cards_or_none(
    judge: Judge, size: int, as_of: str, is_wrong: bool
) -> None:
    lines = [f"sideboard: {size} Island"] if size else []
    expected = [f"sideboard-size {size}/15"] if is_wrong else []
    assert judge("legacy", lines, as_of=as_of, **ALONE) == expected


def test_a_sideboard_of_old_ends_a_verdict(ask: Ask) -> None:
    lines = ["sideboard: 7 Island"]
    assert ask("legacy", lines, as_of="2013-07-12", **ALONE).as_dict()["valid_until"] == (
        "2013-07-13"
    )
    assert ask("legacy", lines, as_of="2014-01-01", **ALONE).as_dict()["valid_from"] == (
        "2013-07-13"
    )


@pytest.mark.parametrize(
    ("format_id", "event"),
    [("legacy", {}), ("sealed", ALONE), ("sealed", {}), ("commander", ALONE)],
)
def test_no_sideboard_is_too_small_where_fifteen_were_never_asked(
    judge: Judge, format_id: str, event: dict[str, Any]
) -> None:
    found = judge(format_id, ["sideboard: 14 Island"], as_of="2012-01-01", **event)
    assert not any(fault.startswith("sideboard-size") for fault in found)
