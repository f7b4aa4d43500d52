"""The part of a line that names the card, and the carets below it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.cli.reports import WIDEST, Span, name_in, underline
from tests.decklists.test_growth import assert_linear


@pytest.mark.parametrize(
    ("text", "card", "named"),
    [
        ("4 Lightning Bolt", "Lightning Bolt", "Lightning Bolt"),
        ("  4x lightning  BOLT (M10) 146 *F*", "Lightning Bolt", "lightning  BOLT"),
        ("SB: 2 Negate", "Negate", "Negate"),
        ("4 Opt Opt", "Opt", "Opt"),
        ("1 Adopt, Opt", "Opt", "Opt"),
        ("4 稲妻", "Lightning Bolt", "稲妻"),
        ("4《帰化》", "Naturalize", "《帰化》"),
        ("4枚 帰化", "Naturalize", "帰化"),
        ("2 Fire", "Fire // Ice", "Fire"),
        ('<card number="4" name="Opt"/>', "Opt", "Opt"),
        ("4,Opt,DOM", "Opt", "Opt"),
        ("4 Lightnig Bolt", None, "Lightnig Bolt"),
        ("  ?? see below ", None, "?? see below"),
        ("", None, ""),
        ("   ", "Opt", ""),
    ],
)
def test_the_name_is_found_in_its_line(text: str, card: str | None, named: str) -> None:
    start, stop = name_in(text, card)
    assert text[start:stop] == named


@pytest.mark.parametrize(
    ("text", "name", "line", "carets"),
    [
        ("4 Opt", "Opt", "4 Opt", "  ^^^"),
        ("4\tOpt", "Opt", "4    Opt", "     ^^^"),
        ("4 稲妻 (M10)", "稲妻", "4 稲妻 (M10)", "  ^^^^"),
        ("４ Ｏｐｔ", "Ｏｐｔ", "４ Ｏｐｔ", "   ^^^^^^"),
        ("4 Se\u0301ance", "Se\u0301ance", "4 Se\u0301ance", "  ^^^^^^"),
        ("4 O\x1bpt", "O\x1bpt", "4 O\\x1bpt", "  ^^^^^^^"),
        ("\u200b4 Opt", "Opt", "\\u200b4 Opt", " " * 8 + "^^^"),
        ("", "", "", "^"),
    ],
)
def test_the_carets_are_below_the_name(text: str, name: str, line: str, carets: str) -> None:
    start = text.index(name)
    assert underline(text, Span(start, start + len(name))) == (line, carets)


def test_a_long_line_is_cut_around_the_name() -> None:
    text = '{"deck": [' + '{"name": "Island"}, ' * 50 + '{"name": "Opt"}' + ", {}" * 50 + "]}"
    line, carets = underline(text, name_in(text, "Opt"))
    assert line.startswith("…")
    assert line.endswith("…")
    assert line[carets.index("^") : len(carets)] == "Opt"
    assert len(line) <= WIDEST + 2


def test_many_cards_of_a_line_take_steps_in_proportion_to_it() -> None:
    def work(text: str) -> None:
        for _ in range(8):  # findings of the line
            for card in ("Opt", None):
                underline(text, name_in(text, card))

    assert_linear(work, lambda cards: " ".join(["4 Opt"] * cards))


@given(st.text(), st.text())
def test_every_line_can_be_shown(text: str, card: str) -> None:
    span = name_in(text, card)
    assert 0 <= span.start <= span.stop <= len(text)
    line, carets = underline(text, span)
    assert line.splitlines() in ([line], [])
    assert set(carets.lstrip(" ")) == {"^"}
    assert len(carets) <= 2 * WIDEST + 2
