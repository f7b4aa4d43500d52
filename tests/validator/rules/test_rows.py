"""Verdicts as rows (see `tests/validator/rows.py`): what is found, what is said, and what is noted.

`rows.txt` has the violations. `sentences.txt` has a part of what they say: the fault, what mends
it, and the places, such as `@0.main.3x2` for two copies in the third line of the first deck.
`notices.txt` has the notices with their cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.validator.conftest import said
from tests.validator.rows import reports, rows
from validator import Violation

if TYPE_CHECKING:
    from tests.validator.conftest import Ask


def shown(violation: Violation) -> str:
    """What a violation says, and its places."""
    places = (
        f"@{'pool' if place.deck is None else place.deck}.{place.section}"
        + f".{place.line}" * (place.line is not None)
        + f"x{place.copies}" * (place.copies is not None)
        for place in violation.places
    )
    return " ".join((violation.message, violation.fix, *places))


@pytest.mark.parametrize("row", rows("rows.txt"))
def test_each_row_gives_its_violations(ask: Ask, row: str) -> None:
    question, _, answer = row.partition(" => ")
    expected = [] if answer == "legal" else answer.split("; ")
    for report in reports(ask, question):
        assert [said(violation) for violation in report.violations] == expected


@pytest.mark.parametrize("row", rows("sentences.txt"))
def test_each_row_says_so(ask: Ask, row: str) -> None:
    question, _, sentence = row.partition(" => ")
    for report in reports(ask, question):
        assert sentence in "\n".join(map(shown, report.violations))


@pytest.mark.parametrize("row", rows("notices.txt"))
def test_each_row_gives_its_notices(ask: Ask, row: str) -> None:
    question, _, answer = row.partition(" => ")
    expected = [] if answer == "none" else answer.split("; ")
    for report in reports(ask, question):
        found = [f"{one.code} {', '.join(one.cards)}".strip() for one in report.notices]
        assert found == expected
