"""What is not known: negatives after the day of the facts, and of sets that they lack cards of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

ALONE = {"structure": "individual"}
LATER = "2026-11-27"


def violation_of(report: Any) -> dict[str, Any]:
    (violation,) = report.as_dict()["violations"]
    found: dict[str, Any] = violation
    return found


@pytest.mark.parametrize(
    ("format_id", "title", "reason"),
    [
        ("standard", "Llanowar Elves", None),
        ("standard", "Lightning Bolt", "rotated"),
        ("modern", "Brainstorm", "set"),
        ("pauper", "Tarmogoyf", "rarity"),
    ],
)
def test_a_negative_after_the_facts_is_not_certain(
    ask: Ask, format_id: str, title: str, reason: str | None
) -> None:
    report = ask(format_id, [f"1 {title}"], as_of=LATER, **ALONE)
    if reason is None:
        assert report.legal
        return
    violation = violation_of(report)
    assert (violation["reason"], violation["certain"]) == (reason, False)
    assert "printed after 2026-08-22" in violation["message"]
    known = violation_of(ask(format_id, [f"1 {title}"], as_of="2026-07-01", **ALONE))
    assert "certain" not in known


@pytest.mark.parametrize("line", ["1 Undercity", "1 Balloon Stand"])
def test_a_fault_that_no_printing_lifts_is_certain(ask: Ask, line: str) -> None:
    assert "certain" not in violation_of(ask("modern", [line], as_of=LATER, **ALONE))


def test_an_unknown_title_after_the_facts_may_be_newer(ask: Ask) -> None:
    violation = violation_of(ask("modern", ["1 Dragon of the Next Set"], as_of=LATER, **ALONE))
    assert violation["certain"] is False
    assert "certain" not in violation_of(ask("modern", ["1 Opptt"], as_of="2026-01-01", **ALONE))


def test_both_days_are_in_the_answer(ask: Ask) -> None:
    document = ask("modern", [], as_of=LATER, **ALONE).as_dict()
    assert (document["cards_until"], document["banlist_until"]) == ("2026-08-22", "2026-08-22")
    assert ask("sealed", [], **ALONE).as_dict()["banlist_until"] is None
    (notice,) = document["notices"]
    assert (notice["code"], notice["severity"]) == ("facts-older", "info")
