"""What bans and restrictions name: their list, its version and its day."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest

import formats

if TYPE_CHECKING:
    from tests.validator.conftest import Ask, Judge


@pytest.mark.parametrize(
    ("format_id", "line", "version", "clause"),
    [
        ("modern", "1 Skullclamp", "2024-08-26", "effective 2011-08-12"),
        ("legacy", "1 Erayo, Soratami Ascendant", "2005-09-20", "effective 2005-09-20"),
        ("vintage", "2 Urza's Saga", "2024-08-26", "effective "),
    ],
)
def test_a_ruling_names_its_version_and_its_announcement(
    ask: Ask, format_id: str, line: str, version: str, clause: str
) -> None:
    (violation,) = ask(format_id, [line]).violations
    assert violation.banlist == version
    assert violation.rule.source == violation.rule.url
    assert (violation.rule.clause or "").startswith(clause)


@pytest.mark.parametrize("format_id", [
    one for one in formats.ids() if "block" not in one and formats.load(one).kind == "constructed"
    and one != "premodern"  # whose keepers have not withdrawn what Wizards did
])  # fmt: skip
def test_cards_withdrawn_from_every_format_are_legal_in_none(judge: Judge, format_id: str) -> None:
    for title in (
        "Cleanse", "Crusade", "Imprison", "Invoke Prejudice", "Jihad", "Pradesh Gypsies",
        "Stone-Throwing Devils",
    ):  # fmt: skip
        for day in (datetime.date(2020, 6, 10), datetime.date(2024, 10, 1)):
            assert judge(format_id, [f"1 {title}"], as_of=day) != [], title
