"""Each text syntax: recognised by what its lines show, and read with every quirk it has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from headjudge.decklists import SYNTAXES, TextSyntax, read, read_team
from headjudge.decklists.syntaxes import TEXTS
from validator.model import Decklist, Line

TEXTS_HERE = Path(__file__).parent / "texts"
NAMES = [syntax.id for syntax in TEXTS]
OF_LINES = [name for name, one in SYNTAXES.items() if isinstance(one, TextSyntax)]


def text_of(name: str) -> str:
    return (TEXTS_HERE / f"{name}.txt").read_text("utf-8")


def cards(deck: Decklist) -> list[Line]:
    """The lines but for their text."""
    return [replace(line, text=None) for line in deck.lines]


def counts(deck: Decklist) -> list[tuple[int, str]]:
    return [(line.copies, line.name) for line in deck.lines]


@pytest.mark.parametrize("name", NAMES)
def test_neither_ends_of_lines_nor_margins_change_what_is_read(name: str) -> None:
    text = text_of(name)
    (deck,) = read_team(text)
    for other in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert cards(read(other)) == cards(deck)
        assert read(other).syntax == name
    spaced = "\n".join(f"\u00a0 {line}\t " for line in text.split("\n"))
    assert cards(read(spaced)) == cards(deck)


@pytest.mark.parametrize("forced", OF_LINES)
def test_a_named_syntax_loses_no_card_of_another(forced: str) -> None:
    for name in NAMES:
        deck = read(text_of(name), syntax=forced)
        assert (deck.syntax, deck.because) == (forced, "the syntax was named")
        assert counts(deck) == counts(read(text_of(name)))
