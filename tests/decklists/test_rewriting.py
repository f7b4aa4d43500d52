"""Changing lines where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import read_team
from headjudge.decklists.edits import (
    Edit,
    apply_edits,
    rows,
    with_count,
    with_title,
)
from headjudge.decklists.lines.items import Kind


@pytest.mark.parametrize(
    ("line", "title", "changed"),
    [
        ("4 optt", "Opt", "4 Opt"),
        ("  4x  lightning  bolt  ", "Lightning Bolt", "  4x  Lightning Bolt  "),
        ("SB: 2 urzassaga (M10) 146", "Urza's Saga", "SB: 2 Urza's Saga (M10) 146"),
        ("4 [M10:146] lightningbolt", "Lightning Bolt", "4 [M10:146] Lightning Bolt"),
        ("4 lightningbolt|M10", "Lightning Bolt", "4 Lightning Bolt|M10"),
        ("- 4 lightningbolt # my own", "Lightning Bolt", "- 4 Lightning Bolt # my own"),
        ("| 4 | lightningbolt | R |", "Lightning Bolt", "| 4 | Lightning Bolt | R |"),
        # Nothing to replace, or the text would say something else.
        ("Sideboard", "Opt", None),
        ("%%% ???", "Opt", None),
    ],
)  # fmt: skip
def test_a_line_with_another_title(line: str, title: str, changed: str | None) -> None:
    assert with_title(line, title) == changed


@pytest.mark.parametrize(
    ("line", "copies", "changed"),
    [
        ("4 Opt", 7, "7 Opt"),
        ("4x Opt (DOM) 4", 5, "5x Opt (DOM) 4"),
        ("Opt x4", 5, "Opt x5"),
        ("Opt", 3, "3 Opt"),
        ("- Opt", 3, "- 3 Opt"),
        ("SB: Opt", 3, "SB: 3 Opt"),
        ("| 4 | Opt |", 5, "| 5 | Opt |"),
        ("４ Opt", 5, "5 Opt"),
        ("1 1996 World Champion", 2, "2 1996 World Champion"),
        ("1996 World Champion", 2, "2 1996 World Champion"),
        ("4 Opt", 10_000, None),
        ("4 Opt", 0, None),
        ("// 4 Opt", 5, None),
    ],
)
def test_a_line_with_another_count(line: str, copies: int, changed: str | None) -> None:
    assert with_count(line, copies) == changed


@given(st.text(st.sampled_from("4 Opt#\n\r\u2028\x0b:"), max_size=40))
def test_rows_are_the_whole_text(text: str) -> None:
    lines = rows(text, read_team(text))
    assert "".join(row.text + row.end for row in lines) == text
    assert [row.number for row in lines] == list(range(1, len(lines) + 1))


def test_kinds_of_rows() -> None:
    text = "[metadata]\nSideboard=Opt\n[Main]\n4 Opt\n\n# hm\n?? %%%"
    kinds = [row.kind for row in rows(text, read_team(text))]
    assert kinds == [
        Kind.HEADING,
        Kind.UNREADABLE,
        Kind.HEADING,
        Kind.CARD,
        Kind.BLANK,
        Kind.COMMENT,
        Kind.UNREADABLE,
    ]


def test_edits_are_applied_in_any_order() -> None:
    assert apply_edits("abcdef", [Edit(4, 6, ""), Edit(0, 1, "A"), Edit(2, 2, "-")]) == "Ab-cd"
