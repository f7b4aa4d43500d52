"""Which lines of a text the page shows for each deck that was read from it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from headjudge import decklists
from headjudge.web.pages.check.source_lines import source_lines
from validator import Decklist, Line
from validator.model import Unreadable


def deck(*numbers: int, unreadable: tuple[int, ...] = (), syntax: str = "text") -> Decklist:
    return Decklist(
        tuple(Line(1, "Opt", number=number, text=f"line {number}") for number in numbers),
        tuple(Unreadable(number, f"line {number}") for number in unreadable),
        syntax=syntax,
    )


def shown(text: str, *decks: Decklist) -> list[list[int | None]]:
    return [[line.number for line in part] for part in source_lines(text, decks)]


@pytest.mark.parametrize(
    ("text", "decks", "lines"),
    [
        ("a\nb\n", [deck(1, 2)], [[1, 2, 3]]),
        ("", [deck()], [[1]]),
        ("a\n\n# B\nb\nc", [deck(1), deck(4, 5)], [[1, 2], [3, 4, 5]]),
        ("a\n\n??\n\nb", [deck(1, unreadable=(3,)), deck(5)], [[1, 2, 3, 4], [5]]),
        ("A\nB\nb", [deck(), deck(3)], [[], [1, 2, 3]]),
        ("a\nB", [deck(1), deck()], [[1], [2]]),
        ("a\n\n", [deck(1), deck(), deck()], [[1, 2], [], [3]]),
    ],
)
def test_each_deck_has_its_part(
    text: str, decks: list[Decklist], lines: list[list[int | None]]
) -> None:
    assert shown(text, *decks) == lines


def test_lists_that_are_mixed_up_show_their_entries() -> None:
    assert shown("a\nb\nc\nd", deck(1, 3), deck(2, 4)) == [[1, 3], [2, 4]]


def test_a_document_shows_its_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    document = SimpleNamespace(media_type="application/json")
    monkeypatch.setattr(decklists, "SYNTAXES", {"doc": document})
    (part,) = source_lines("{}", [deck(1, 1, unreadable=(1,), syntax="doc")])
    assert [(line.number, line.key) for line in part] == [(1, "1"), (1, "1-1"), (1, "1-2")]
