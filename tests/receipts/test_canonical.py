"""Canonical JSON: one text for each value, and nothing that has two readings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.receipts.canonical import DEEPEST, LARGEST, NotCanonical, decode, encode

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
).filter(lambda value: depth(value) <= DEEPEST)


def depth(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


def reversed_members(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: reversed_members(value[name]) for name in reversed(value)}
    return [reversed_members(one) for one in value] if isinstance(value, list) else value


@given(VALUES)
def test_a_value_comes_back(value: Any) -> None:
    assert decode(encode(value)) == value


@given(VALUES)
def test_the_order_of_members_changes_nothing(value: Any) -> None:
    assert encode(reversed_members(value)) == encode(value)


@given(VALUES)
def test_neither_spaces_nor_escapes_change_anything(value: Any) -> None:
    assert encode(decode(json.dumps(value, indent=2).encode("ascii"))) == encode(value)


def test_members_stand_in_the_order_of_rfc_8785() -> None:
    # The example of its section 3.2.3.
    sent = '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}'
    assert list(decode(encode(decode(sent.encode()))).values()) == [2, 4, 6, 7, 1, 5, 3]


def test_texts_are_written_as_rfc_8785_writes_them() -> None:
    # The string of the example of its section 3.2.2.
    text = "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/"
    assert encode(text).decode() == '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'


@pytest.mark.parametrize(
    "value",
    [1.0, 0.5, float("nan"), LARGEST + 1, -LARGEST - 1, b"bytes", {1, 2}, "\ud800", {"\udfff": 1}],
)
def test_what_has_no_form_is_refused(value: Any) -> None:
    with pytest.raises(NotCanonical):
        encode([value])


def test_nesting_is_bounded() -> None:
    value: Any = 1
    for _ in range(DEEPEST):
        value = [value]
    encode(value)
    with pytest.raises(NotCanonical, match="deeply"):
        encode([value])


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff",
        b'{"a":1,"a":1}',
        b'{"a":{"b":1,"\\u0062":2}}',
        b"1.0",
        b"1e2",
        b"NaN",
        b"-Infinity",
        b"[" * 100_000,
        b"1" * 5_000,
        b"{}{}",
    ],
)
def test_what_has_two_readings_is_refused(text: bytes) -> None:
    with pytest.raises(NotCanonical):
        decode(text)
