"""How many decks, and how many cards in main decks and sideboards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

ALONE = {"structure": "individual"}
TABLES = {"structure": "team-constructed"}


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


def test_a_forbidden_sideboard_is_shown_line_by_line(ask: Ask) -> None:
    report = ask("modern", ["sideboard: 2 Opt", "sideboard: 1 Negate"])
    (violation,) = report.violations
    assert [(place.line, place.copies) for place in violation.places] == [(1, 2), (2, 1)]


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
def test_small_sideboards_are_allowed_where_fifteen_were_never_required(
    judge: Judge, format_id: str, event: dict[str, Any]
) -> None:
    found = judge(format_id, ["sideboard: 14 Island"], as_of="2012-01-01", **event)
    assert not any(fault.startswith("sideboard-size") for fault in found)
