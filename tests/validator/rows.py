"""Questions as rows of text, for `test_rows` and others.

A row reads `FORMAT SETTING... | DECK | DECK => ANSWER`. The lines of a deck are those of
`tests/validator/conftest.py`, between semicolons; `-` is an empty deck, which is filled up with
basics like the others; a pool is the last of the decks and begins with `pool: `. A setting with
commas stands for a row for each value.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from validator import Report

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
    """The rows of a file of `rules/`."""
    lines = (Path(__file__).parent / "rules" / file).read_text("utf-8").splitlines()
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
