"""What is left of a card pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

POOL = ["3 Opt", "2 Shock", "1 Negate", "9 Island", "1 Snow-Covered Island"]
DECKS = [["1 Opt", "sideboard: 1 Opt"], ["2 Shock", "sideboard: 1 Negate"]]
NOT_IN_A_MAIN_DECK = {"Opt": 2, "Negate": 1, "Snow-Covered Island": 1}
ASSIGNED_TO_NOBODY = {"Opt": 1, "Snow-Covered Island": 1}


def left(ask: Ask, format_id: str = "sealed", **asked: Any) -> dict[str, int] | None:
    """What is left of the pool, by title."""
    remaining = ask(format_id, *DECKS, **{"pool": POOL, **asked}).as_dict()["remaining"]
    return None if remaining is None else {row["name"]: row["count"] for row in remaining}


@pytest.mark.parametrize(
    ("format_id", "as_of", "expected"),
    [
        ("sealed", "2024-10-01", NOT_IN_A_MAIN_DECK),
        ("sealed", "2013-02-01", NOT_IN_A_MAIN_DECK),
        ("sealed", "2013-01-31", NOT_IN_A_MAIN_DECK),
        ("booster-draft", "2013-01-31", NOT_IN_A_MAIN_DECK),
        ("two-headed-giant-sealed", "2024-10-01", NOT_IN_A_MAIN_DECK),
        ("prerelease-sealed", "2024-10-01", NOT_IN_A_MAIN_DECK),
        ("team-sealed", "2024-10-01", ASSIGNED_TO_NOBODY),
    ],
)
def test_the_shared_sideboard_or_what_is_not_used(
    ask: Ask, format_id: str, as_of: str, expected: dict[str, int]
) -> None:
    assert left(ask, format_id, as_of=as_of) == expected


def test_it_is_sorted_as_players_sort(ask: Ask) -> None:
    pool = [
        "Wastes", "Evolving Wilds", "Dryad Arbor", "Sol Ring", "Ornithopter", "Lightning Helix",
        "Llanowar Elves", "Giant Growth", "Shock", "Lava Axe", "Duress", "Opt", "Counterspell",
        "Ancestral Vision", "Pacifism",
    ]  # fmt: skip
    remaining = ask("sealed", [], pool=[f"1 {title}" for title in pool]).as_dict()["remaining"]
    assert remaining
    assert [f"{row['group']}: {row['name']}" for row in remaining] == [
        "white: Pacifism", "blue: Ancestral Vision", "blue: Opt", "blue: Counterspell",
        "black: Duress", "red: Shock", "red: Lava Axe", "green: Giant Growth",
        "green: Llanowar Elves", "multicolor: Lightning Helix", "colorless: Ornithopter",
        "colorless: Sol Ring", "land: Dryad Arbor", "land: Evolving Wilds", "land: Wastes",
    ]  # fmt: skip
    assert [row["mana_value"] for row in remaining[:4]] == [2, 0, 1, 2]


def test_more_used_than_the_pool_has_leaves_nothing(ask: Ask) -> None:
    assert ask("sealed", ["2 Opt"], pool=["1 Opt"]).as_dict()["remaining"] == []


def test_nothing_remains_without_a_pool_or_in_constructed(ask: Ask) -> None:
    assert left(ask, pool=None) is None
    assert left(ask, "modern") is None
