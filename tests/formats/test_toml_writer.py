"""What is written as TOML is read again as it was."""

from __future__ import annotations

import datetime
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from formats.toml_writer import block, row

# The facts are words with single spaces between them, on one line.
WORDS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30)
TEXTS = st.lists(WORDS, min_size=1, max_size=30).map(" ".join)


@given(TEXTS | st.dates() | st.lists(TEXTS, min_size=1))
def test_a_block_reads_back(value: str | datetime.date | list[str]) -> None:
    assert tomllib.loads(block("fact", {"key": value})) == {"fact": [{"key": value}]}


@given(st.dictionaries(st.sampled_from("abc"), TEXTS | st.dates()))
def test_a_row_reads_back(entries: dict[str, str | datetime.date]) -> None:
    assert tomllib.loads(f"sets = [{row(entries)}]") == {"sets": [entries]}


def test_a_long_list_has_one_title_a_line() -> None:
    titles = [f"Title {number}" for number in range(20)]
    lines = block("announcement", {"banned": titles}).splitlines()
    assert lines[:3] == ["[[announcement]]", "banned = [", '    "Title 0",']


def test_quotes_within_a_title() -> None:
    assert row({"a": '"Lifetime" Pass Holder'}) == "{a = '\"Lifetime\" Pass Holder'}"
