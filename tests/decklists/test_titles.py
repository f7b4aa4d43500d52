"""Every title of the catalogue is read as itself, however it is written down."""

from __future__ import annotations

import pytest

from cards import catalogue
from decklists.lines import Entry, classify
from decklists.notation import LONGEST_TITLE

NOTATIONS = [
    ("{}", Entry(1, "")),
    ("4 {}", Entry(4, "")),
    ("4 x {} # good", Entry(4, "")),
    ("x4 {} *F*", Entry(4, "")),
    ("{} x4", Entry(4, "")),
    ("{} 4", Entry(4, "")),
    ("4 {} (DOM) 60", Entry(4, "", None, "DOM", "60")),
    ("4 {} (DOM)", Entry(4, "", None, "DOM")),
    ("SB: 4 [DOM:60] {}", Entry(4, "", "sideboard", "DOM", "60")),
    ("4 {}|DOM|1", Entry(4, "", None, "DOM")),
]


@pytest.mark.parametrize(("notation", "expected"), NOTATIONS)
def test_each_title_in_each_notation(notation: str, expected: Entry) -> None:
    misread = [
        title
        for title in catalogue().titles()
        if classify(notation.format(title)) != expected._replace(name=title)
    ]
    assert misread == []


def test_no_title_is_longer_than_the_reader_takes_one_to_be() -> None:
    assert max(map(len, catalogue().titles())) < LONGEST_TITLE
