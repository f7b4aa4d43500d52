"""Limited: decks against the card pool, and the pool against the product."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

TEAM = "team-sealed"


def test_pool_exceeded_is_one_violation_with_a_place_a_line(ask: Ask) -> None:
    report = ask("sealed", ["1 Opt", "sideboard: 1 Opt"], ["2 Opt"], pool=["1 Opt"])
    (violation,) = report.violations
    assert [(place.deck, place.section, place.line) for place in violation.places] == [
        (0, "main", 1),
        (0, "sideboard", 2),
        (1, "main", 1),
    ]


def test_pool_unassigned_stands_in_the_pool(ask: Ask) -> None:
    (violation,) = ask(TEAM, [], [], pool=["1 Opt", "2 Opt"]).violations
    assert violation.places == ((None, "pool", 1, 1, "1 Opt"), (None, "pool", 2, 2, "2 Opt"))


def test_pool_product_stands_in_the_pool(ask: Ask) -> None:
    report = ask("sealed", [], pool=["1 Opt", "1 Black Lotus"], product={"DOM": 8, "M19": 1})
    (violation,) = report.violations
    assert violation.places == ((None, "pool", 2, 1, "1 Black Lotus"),)
    assert "none of its printings comes from DOM and M19" in violation.message


@pytest.mark.parametrize(
    ("event_kind", "structure", "base"),
    [
        ("team-sealed", "team-constructed", "sealed"),
        ("prerelease-sealed", "two-headed-giant", "sealed"),
        ("two-headed-giant-sealed", "two-headed-giant", "sealed"),
        ("two-headed-giant-draft", "two-headed-giant", "booster-draft"),
    ],
)
def test_event_kinds_are_a_format_with_a_structure(
    ask: Ask, event_kind: str, structure: str, base: str
) -> None:
    ruleset = ask(event_kind, [], [], pool=[]).ruleset
    assert (ruleset["format"], ruleset["structure"]) == (base, structure)


@pytest.mark.parametrize(
    ("product", "as_of", "card", "words"),
    [
        ({"STX": 8}, "2021-05-01", "Sol Ring", "only The List has it"),
        ({"STX": 8}, "2021-05-01", "Sol Ring", "(set boosters only"),
        ({"STX:set": 8}, "2021-05-01", "Sol Ring", None),
        ({"DOM": 8}, "2021-05-01", "Sol Ring", "none of its printings comes from DOM"),
        ({"DGM": 8}, "2013-06-01", "Steam Vents", None),
        ({"DGM": 8}, "2013-06-01", "Cyclonic Rift", "hold cards of Return to Ravnica, but not"),
        ({"JOU": 8}, "2014-06-01", "Thassa, God of the Sea", None),
        ({"JOU": 8}, "2014-06-01", "Thoughtseize", "(gods in a god pack"),
        ({"ZEN": 8}, "2009-11-01", "Black Lotus", None),
        ({"ZEN": 8}, "2010-11-01", "Black Lotus", "only until 2009-12-31"),
        ({"OTJ": 8}, "2024-04-13", "Thoughtseize", None),  # OTP, at the prerelease
        ({"TSP": 4, "TSP:tournament-pack": 1}, "2006-11-01", "Psionic Blast", None),
        ({"promo": 2}, "2021-05-01", "Black Lotus", None),
    ],
)
def test_pool_product_says_why(
    ask: Ask, product: dict[str, int], as_of: str, card: str, words: str | None
) -> None:
    report = ask("sealed", [], pool=[f"1 {card}"], product=product, as_of=as_of)
    messages = [one.message for one in report.violations]
    assert len(messages) == (words is not None)
    assert all(words in message for message in messages if words)
