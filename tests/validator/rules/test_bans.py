"""Banned cards: by the list of the format, and by that of two heads."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest

import formats

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

ALONE = {"structure": "individual"}
ERAYO = "Erayo, Soratami Ascendant // Erayo's Essence"


@pytest.mark.parametrize("copies", [1, 4, 5, 30])
@pytest.mark.parametrize(
    ("format_id", "title"),
    [
        ("modern", "Skullclamp"),
        ("vintage", "Contract from Below"),
        ("legacy", "Backup Plan"),
        ("legacy", "Balloon Stand"),
        ("legacy", "Ancestral Hot Dog Minotaur"),
        ("pauper", "Ambassador Blorpityblorpboop"),
        ("legacy", ERAYO),
        ("pioneer", "Lurrus of the Dream-Den"),
    ],
)
def test_a_banned_title_gives_that_alone(
    judge: Judge, format_id: str, title: str, copies: int
) -> None:
    assert judge(format_id, [f"{copies} {title}"]) == [f"banned-card {title} {copies}"]


@pytest.mark.parametrize("policy", ["combined-four", "unified-2016", "unified-2018"])
def test_a_banned_title_in_both_decks_is_one_violation(ask: Ask, policy: str) -> None:
    report = ask("modern", ["3 Skullclamp"], ["1 Opt", "2 Skullclamp"], policy=policy)
    (violation,) = report.violations
    assert (violation.code, violation.count) == ("banned-card", 5)
    assert [(place.deck, place.line) for place in violation.places] == [(0, 1), (1, 2)]


def test_a_banned_title_counts_in_all_sections(judge: Judge) -> None:
    lines = ["1 Skullclamp", "sideboard: 2 Skullclamp", "commander: 1 Skullclamp"]
    assert judge("modern", lines, **ALONE) == ["banned-card Skullclamp 4"]


@pytest.mark.parametrize(
    ("format_id", "title", "as_of", "expected"),
    [
        ("modern", "The One Ring", "2024-12-15", []),
        ("modern", "The One Ring", "2024-12-16", ["banned-card The One Ring 1"]),
        ("modern", "Mox Opal", "2024-12-15", ["banned-card Mox Opal 1"]),
        ("modern", "Mox Opal", "2024-12-16", []),
        ("modern", "Skullclamp", "2011-08-12", ["banned-card Skullclamp 1"]),
        ("pauper", "Monastery Swiftspear", "2023-12-03", []),
        ("pauper", "Monastery Swiftspear", "2023-12-04", ["banned-card Monastery Swiftspear 1"]),
        ("pauper", "Hymn to Tourach", "2019-07-02", ["banned-card Hymn to Tourach 1"]),
        ("legacy", "Gush", "2003-06-30", []),
        ("legacy", "Gush", "2003-07-01", ["banned-card Gush 1"]),
        ("legacy", "Balloon Stand", "2024-05-12", ["not-legal Balloon Stand 1 not-a-deck-card"]),
        ("legacy", "Balloon Stand", "2024-05-13", ["banned-card Balloon Stand 1"]),
        ("legacy", "Backup Plan", "2014-06-05", ["not-legal Backup Plan 1 not-a-deck-card"]),
        ("legacy", "Backup Plan", "2014-06-06", ["banned-card Backup Plan 1"]),
        ("legacy", ERAYO, "2005-09-19", []),
        ("legacy", ERAYO, "2005-09-20", [f"banned-card {ERAYO} 1"]),
    ],
)
def test_the_day_of_a_ban(
    judge: Judge, format_id: str, title: str, as_of: str, expected: list[str]
) -> None:
    assert judge(format_id, [f"1 {title}"], as_of=as_of) == expected


@pytest.mark.parametrize("structure", ["individual", "team-constructed"])
def test_the_two_headed_giant_list_binds_two_heads_alone(judge: Judge, structure: str) -> None:
    decks = [[f"1 {ERAYO}"], []][: 1 if structure == "individual" else 2]
    assert judge("legacy", *decks, structure=structure) == []


def test_the_two_headed_giant_list_bans_what_the_format_does_not_hold(judge: Judge) -> None:
    assert judge("standard", [f"1 {ERAYO}"]) == [f"banned-card {ERAYO} 1"]
    assert judge("standard", [f"1 {ERAYO}"], **ALONE) == [f"not-legal {ERAYO} 1 rotated"]


def test_a_ban_names_its_list_its_version_and_its_day(ask: Ask) -> None:
    (violation,) = ask("modern", ["1 Skullclamp"]).violations
    assert violation.message == (
        "Skullclamp has been banned in Modern since its first day, 2011-08-12."
    )
    assert violation.rule.url == violation.rule.source
    assert violation.banlist == "2024-08-26"
    assert violation.rule.clause == "effective 2011-08-12"


def test_a_ban_by_the_extra_list_names_that_list(ask: Ask) -> None:
    (violation,) = ask("legacy", [f"1 {ERAYO}"]).violations
    assert "every Two-Headed Giant Constructed event since 2005-09-20" in violation.message
    assert violation.banlist == "2005-09-20"


@pytest.mark.parametrize("format_id", [
    one for one in formats.ids() if "block" not in one and formats.load(one).kind == "constructed"
    and one != "premodern"  # whose keepers have not withdrawn what Wizards did
])  # fmt: skip
def test_cards_withdrawn_from_every_format_are_legal_in_none(judge: Judge, format_id: str) -> None:
    for rule in formats.deck_card_rules().rules:
        for title in rule.titles:
            for day in (rule.effective, datetime.date(2024, 10, 1)):
                assert judge(format_id, [f"1 {title}"], as_of=day) != [], title
