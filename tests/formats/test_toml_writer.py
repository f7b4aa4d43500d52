"""What is written as TOML is read again as it was."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from formats.toml_writer import WIDTH, Scalar, Value, date_or_none, document, table

# The facts are words with single spaces between them, on one line.
WORDS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30)
TEXTS = st.lists(WORDS, min_size=1, max_size=30).map(" ".join)
SCALARS = TEXTS | st.integers() | st.booleans() | st.dates()


@given(SCALARS)
def test_a_value_reads_back(value: Scalar) -> None:
    assert _read(table({"key": value})) == {"key": value}


@given(st.lists(TEXTS, min_size=1))
def test_an_array_of_titles(titles: list[str]) -> None:
    assert _read(table({"titles": titles})) == {"titles": titles}


@given(st.lists(st.dictionaries(st.sampled_from("abc"), SCALARS, min_size=1), min_size=1))
def test_an_array_of_rows(rows: list[dict[str, Scalar]]) -> None:
    assert _read(table({"sets": rows})) == {"sets": rows}


@given(st.dictionaries(TEXTS, TEXTS, min_size=1))
def test_notes_by_title(notes: dict[str, str]) -> None:
    assert _read(table({"notes": notes})) == {"notes": notes}


@given(st.lists(SCALARS, min_size=1, max_size=3))
def test_blocks(values: list[Scalar]) -> None:
    text = document("A comment.", [table({"value": one}, "fact") for one in values])
    assert _read(text) == {"fact": [{"value": one} for one in values]}


def test_empty_keys_are_left_out_but_zero_and_false_stay() -> None:
    entries: dict[str, Value | None] = {"a": None, "b": "", "c": [], "d": {}, "e": 0, "f": False}
    assert table(entries) == "e = 0\nf = false"


def test_long_arrays_stand_one_title_a_line() -> None:
    titles = [f"Title {number}" for number in range(20)]
    lines = table({"banned": titles}).splitlines()
    assert lines[:2] == ["banned = [", '    "Title 0",']
    assert len(lines) == 22


def test_long_text_is_wrapped() -> None:
    text = "word " * 60
    assert all(len(line) <= WIDTH for line in table({"note": text.strip()}).splitlines())


def test_quotes_within_a_title() -> None:
    assert table({"a": '"Lifetime" Pass Holder'}) == "a = '\"Lifetime\" Pass Holder'"


def test_an_empty_cell_is_no_date() -> None:
    assert date_or_none("") is None


def _read(text: str) -> dict[str, Any]:
    return tomllib.loads(text)
