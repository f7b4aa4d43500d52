"""Changing lines where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import read_team
from headjudge.decklists.rewriting.formatting import STYLES, Style, card
from headjudge.decklists.rewriting.order import in_order
from headjudge.decklists.rewriting.texts import (
    Edit,
    Kind,
    apply_edits,
    join_rows,
    rows,
    with_count,
    with_title,
)
from headjudge.decklists.syntaxes.texts import TEXTS


def ordered(text: str) -> str | None:
    return in_order(rows(text, read_team(text)))


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
def test_renamed(line: str, title: str, changed: str | None) -> None:
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
def test_recounted(line: str, copies: int, changed: str | None) -> None:
    assert with_count(line, copies) == changed


@pytest.mark.parametrize(
    ("line", "usual"),
    [
        ("4  Opt ", "4 Opt"),
        ("4x Opt", "4 Opt"),
        ("x4 Opt", "4 Opt"),
        ("Opt x4", "4 Opt"),
        ("Opt (4)", "4 Opt"),
        ("4: Opt", "4 Opt"),
        ("4Opt", "4 Opt"),
        ("[4] Opt", "4 Opt"),
        ("Opt", "1 Opt"),
        ("SB:  2 Opt", "SB: 2 Opt"),
        ("SB:2x Opt", "SB: 2 Opt"),
        ("- 4x Opt", "- 4 Opt"),
        ("4x  [DOM:60]  Opt", "4 [DOM:60] Opt"),
        ("4x Opt  (DOM)  60 *F*", "4 Opt (DOM) 60 *F*"),
        ("4x Opt # four  of them", "4 Opt # four of them"),
        ("4\tOpt", "4 Opt"),
        ("1. 4x Opt", "1. 4x Opt"),
        ("|  4 | Opt  |", "|  4 | Opt  |"),
        ("X", "1 X"),
        ("1996 World Champion", "1 1996 World Champion"),
        ("2 1996 World Champion", "2 1996 World Champion"),
        ("帰化 4枚", "4 帰化"),
    ],
)
def test_the_usual_form_of_a_line(line: str, usual: str) -> None:
    assert card(line, Style()) == usual


def test_styles_are_of_syntaxes() -> None:
    assert set(STYLES) <= {"text", *(syntax.id for syntax in TEXTS)}


@given(st.text(st.sampled_from("4 Opt#\n\r\u2028\x0b:"), max_size=40))
def test_rows_are_the_whole_text(text: str) -> None:
    lines = rows(text, read_team(text))
    assert join_rows(lines) == text
    assert [row.number for row in lines] == list(range(1, len(lines) + 1))


def test_what_rows_are() -> None:
    text = "[metadata]\nSideboard=Opt\n[Main]\n4 Opt\n\n# hm\n?? %%%"
    kinds = [row.kind for row in rows(text, read_team(text))]
    assert kinds == [
        Kind.HEADING,
        Kind.OTHER,
        Kind.HEADING,
        Kind.CARD,
        Kind.BLANK,
        Kind.COMMENT,
        Kind.OTHER,
    ]


def test_edits() -> None:
    assert apply_edits("abcdef", [Edit(4, 6, ""), Edit(0, 1, "A"), Edit(2, 2, "-")]) == "Ab-cd"


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("Sideboard\n2 Negate\n\nDeck\n4 Opt\n", "Deck\n4 Opt\n\nSideboard\n2 Negate\n"),
        # No line end at the end: the last line has none, whichever it is.
        ("Sideboard\n2 Negate\n\nDeck\n4 Opt", "Deck\n4 Opt\n\nSideboard\n2 Negate"),
        ("Sideboard\r\n1 Opt\r\nDeck\r\n2 Opt", "Deck\r\n2 Opt\r\nSideboard\r\n1 Opt"),
        # What stands over a section goes with it; what stands over the list stays.
        (
            "# mine\n\n# for the second\nSideboard\n2 Negate\n\n# for all\nDeck\n4 Opt\n",
            "# mine\n\n# for all\nDeck\n4 Opt\n\n# for the second\nSideboard\n2 Negate\n",
        ),
        # A section that is continued.
        (
            "Deck\n4 Opt\nSideboard\n2 Negate\nMain\n# x\n4 Shock\n",
            "Deck\n4 Opt\n# x\n4 Shock\nSideboard\n2 Negate\n",
        ),
        ("Maybeboard\n1 X\nSideboard\n2 Negate\n", "Sideboard\n2 Negate\nMaybeboard\n1 X\n"),
        # Lines that say so themselves.
        ("4 Opt\nSB: 2 Negate\n# y\n4 Shock\n", "4 Opt\n# y\n4 Shock\nSB: 2 Negate\n"),
        (
            "# mine\n# headjudge: allow x -- y\nSB: 2 Negate\n4 Opt",
            "# mine\n4 Opt\n# headjudge: allow x -- y\nSB: 2 Negate",
        ),
        ("SB: 2 Negate\n4 Opt\n\n# y\n", "4 Opt\nSB: 2 Negate\n\n# y\n"),
        ("SB: 2 Negate\n# y\nSB: 1 X\n4 Shock", "4 Shock\nSB: 2 Negate\n# y\nSB: 1 X"),
        # In order, or not to be told.
        ("4 Opt\nSideboard\n2 Negate\n", None),
        ("4 Opt\nCommander\n2 Negate\n", None),
        ("4 Opt\nSB: 2 Negate\n\n", None),
        ("1x Opt [Sideboard]\n1x Shock [Burn]\n", None),
        ("", None),
        ("# nothing\n", None),
    ],
)
def test_sections_in_order(text: str, moved: str | None) -> None:
    assert ordered(text) == moved
    if moved is not None:
        assert ordered(moved) is None
