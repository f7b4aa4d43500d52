"""Every title of the catalogue is read as itself, however it is written down."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from headjudge.decklists.lines import headings
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.items import Entry
from headjudge.decklists.lines.notation import LONGEST_TITLE
from tests.decklists.titles import SAMPLE, TITLES

NOTATIONS = [
    ("{}", Entry(1, "")),
    ("4 {}", Entry(4, "")),
    ("4 x {} # good", Entry(4, "")),
    ("x4 {} *F*", Entry(4, "", foil=True)),
    ("{} x4", Entry(4, "")),
    ("{} 4", Entry(4, "")),
    ("4 {} (DOM) 60", Entry(4, "", None, "DOM", "60")),
    ("4 {} (DOM)", Entry(4, "", None, "DOM")),
    ("SB: 4 [DOM:60] {}", Entry(4, "", "sideboard", "DOM", "60")),
    ("4 {}|DOM|1", Entry(4, "", None, "DOM")),
    ("4 {} <extended> [DOM] (F)", Entry(4, "", None, "DOM", foil=True)),
    ("4x {} (DOM:60) *f-etch* *CMDR* #Draw", Entry(4, "", "commander", "DOM", "60", True)),
    ("4x {} (dom) 60 *F* [Draw] ^Have^", Entry(4, "", None, "DOM", "60", True)),
    ("4x {} [Maybeboard{{noDeck}}]", Entry(4, "", "maybeboard")),
    ("> 1. 4 [DOM] {} (2)", Entry(4, "", None, "DOM")),
    ("| 4 | {} | $ 0.50 |", Entry(4, "")),
]


@pytest.mark.parametrize(("notation", "expected"), NOTATIONS)
def test_each_odd_title_in_each_notation(notation: str, expected: Entry) -> None:
    assert misread(SAMPLE, notation, expected) == []


def test_each_title_behind_its_count() -> None:
    assert misread(TITLES, "4 {}", Entry(4, "")) == []


def misread(titles: Iterable[str], notation: str, expected: Entry) -> list[str]:
    return [
        title
        for title in titles
        if classify(notation.format(title)) != expected._replace(name=title)
    ]


def test_no_title_says_whose_list_begins() -> None:
    assert [title for title in TITLES if headings.owner(title)] == []


def test_no_title_is_longer_than_the_reader_takes_one_to_be() -> None:
    assert max(map(len, TITLES)) < LONGEST_TITLE
