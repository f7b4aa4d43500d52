"""How many decks, and how many cards in main decks and sideboards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

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


def test_a_sideboard_of_old_ends_a_verdict(ask: Ask) -> None:
    lines = ["sideboard: 7 Island"]
    assert ask("legacy", lines, as_of="2013-07-12", **ALONE).as_dict()["valid_until"] == (
        "2013-07-13"
    )
    assert ask("legacy", lines, as_of="2014-01-01", **ALONE).as_dict()["valid_from"] == (
        "2013-07-13"
    )
