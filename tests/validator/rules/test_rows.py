"""Verdicts as rows: what is asked, the decks, and the violations, or what they say.

A row of `rows.txt` reads `FORMAT SETTING... | DECK | DECK => VIOLATION; VIOLATION`. The lines of a
deck are those of `tests/validator/conftest.py`, between semicolons; `-` is an empty deck, which is
filled up with basics like the others. A setting with commas stands for a row for each value.

In `sentences.txt` a part of what the violations say stands behind the arrow: the fault, what mends
it, and the places, such as `@0.main.3x2` for two copies in the third line of the first deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.validator.conftest import said
from validator import Report, Violation

if TYPE_CHECKING:
    from tests.validator.conftest import Ask

COMBINED = "combined-four,unified-2005,unified-2013"
NOT_SHARED = "unified-2016,unified-2018"
WORDS = {
    "alone": "structure=individual",
    "tables": "structure=team-constructed",
    "policy=combined": f"policy={COMBINED}",
    "policy=not-shared": f"policy={NOT_SHARED}",
    "policy=any-dated": f"policy={COMBINED},{NOT_SHARED}",
}


def rows(file: str) -> list[str]:
    lines = Path(__file__).with_name(file).read_text("utf-8").splitlines()
    return [line for line in lines if line and line[0] != "#"]


def listed(text: str) -> list[str]:
    return [] if text == "-" else text.split("; ")


def value_of(key: str, text: str) -> Any:
    if key == "product":
        pairs = (pair.rpartition(":") for pair in text.split(",") if pair != "-")
        return {code: int(number) for code, _, number in pairs}
    if key == "deck_formats":
        return text.split(",")
    return None if text == "none" else int(text) if key == "team_size" else text


def asked(row: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The format and the settings, for each combination of values."""
    first, *settings = row.split(" | ")[0].split()
    pairs = [WORDS.get(word, word).partition("=") for word in settings]
    keys = [key for key, _, _ in pairs]
    values = [
        [text] if key in ("product", "deck_formats") else text.split(",") for key, _, text in pairs
    ]
    for format_id, *chosen in product(first.split(","), *values):
        chosen_by_key = zip(keys, chosen, strict=True)
        yield format_id, {key: value_of(key, text) for key, text in chosen_by_key}


def reports(ask: Ask, question: str) -> Iterator[Report]:
    """The reports on a question, one for each combination of values."""
    decks = question.split(" | ")[1:]
    pool: dict[str, Any] = {}
    if decks and decks[-1].startswith("pool: "):
        pool = {"pool": listed(decks.pop().removeprefix("pool: "))}
    for format_id, settings in asked(question):
        yield ask(format_id, *map(listed, decks), **settings, **pool)


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
