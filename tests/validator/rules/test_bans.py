"""What bans and restrictions name: their list, its version and its day."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest

import formats

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge

ERAYO = "Erayo, Soratami Ascendant // Erayo's Essence"


@pytest.mark.parametrize("policy", ["combined-four", "unified-2016", "unified-2018"])
def test_a_banned_title_in_both_decks_is_one_violation(ask: Ask, policy: str) -> None:
    report = ask("modern", ["3 Skullclamp"], ["1 Opt", "2 Skullclamp"], policy=policy)
    (violation,) = report.violations
    assert (violation.code, violation.count) == ("banned-card", 5)
    assert [(place.deck, place.line) for place in violation.places] == [(0, 1), (1, 2)]


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


def test_a_restriction_names_its_list_and_its_announcement(ask: Ask) -> None:
    (violation,) = ask("vintage", ["2 Gifts Ungiven"], as_of="2007-07-01").violations
    assert violation.banlist == "2007-06-20"
    assert violation.rule.source.startswith("http")
    assert violation.rule.clause is not None
    assert violation.rule.clause.startswith("effective ")
