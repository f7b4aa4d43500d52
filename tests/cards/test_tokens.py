"""Tokens and emblems are no cards, but titles with such words are."""

from __future__ import annotations

import pytest

from cards import catalogue


@pytest.mark.parametrize(
    "written",
    [
        "Goblin Token",
        "goblin tokens",
        "Treasure (Token)",
        "Token: Beast",
        "Token - Beast",
        "Token",
        "Emblem - Chandra",
        "Emblem Huatli, Radiant Champion",
        "Chandra, Torch of Defiance Emblem",
        "Goblin-Spielstein",
        "jeton Gobelin",
        "Жетон Гоблина",
        "ゴブリン・トークン",
        "ゴブリントークン",
        "紋章",
    ],
)
def test_names_of_tokens(written: str) -> None:
    assert catalogue().is_token(written)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "Goblin",
        "Leering Emblem",
        "Leering Emblm",
        "Lering Emblem",
        "Emblem of the Warmynd",
        "Emblem of Warmynd",
        "Betoken",
        "Lightning Bolt",
        "Tokenless",
        "x" * 5_000 + " token",
    ],
)
def test_names_of_none(written: str) -> None:
    assert not catalogue().is_token(written)


def test_no_title_is_a_token() -> None:
    facts = catalogue()
    assert not [title for title in facts.titles() if facts.is_token(title)]


@pytest.mark.parametrize(
    ("set_code", "expected"),
    [
        ("TDOM", True),
        ("tdom", True),
        ("Token", True),
        ("DOM", False),
        ("TSP", False),  # Time Spiral
        ("TE", False),  # Tempest, as Gatherer calls it
        ("TBTH", False),  # challenge decks, in the catalogue under that code
        ("TXXX", False),
        ("T", False),
        ("", False),
    ],
)
def test_sets_of_tokens(set_code: str, expected: bool) -> None:
    assert catalogue().is_of_tokens(set_code) == expected
