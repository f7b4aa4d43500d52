"""Reading, correcting and writing a list takes steps in proportion to its length, in every syntax.

Steps are calls of functions, of C's as well; what patterns do within one is proved elsewhere
(`tests/test_patterns.py`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

import cards
from headjudge import decklists
from headjudge.decklists import SYNTAXES, edits
from headjudge.decklists.edits import Meant
from headjudge.decklists.syntaxes import DOCUMENTS, PLAIN
from validator import Event, validate

LINES = 100
"""Enough for several decks, so that twice as many begin nothing else that few do not."""
SLACK = 1.3
"""Twice the lines may take a little more than twice the steps: what a memory forgets."""
EVENT = Event("modern", "2024-10-01")
OURS = ("/decklists/", "/validator/", "/cards/")


def steps(function: Callable[[], object]) -> int:
    """The lines of the readers' own code, and all calls, that a function takes."""
    count = 0

    def line(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += 1
        return line if any(part in frame.f_code.co_filename for part in OURS) else None

    def call(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    cards.forget()
    before = sys.gettrace()
    sys.settrace(line)
    sys.setprofile(call)
    try:
        function()
    finally:
        sys.setprofile(None)
        sys.settrace(before)
    return count


def assert_linear(work: Callable[[str], object], text: Callable[[int], str]) -> None:
    texts = [text(n) for n in (LINES, 2 * LINES)]
    work(texts[0])
    once, twice = (steps(partial(work, one)) for one in texts)
    assert twice <= 2 * once * SLACK


def of_lines(line: str) -> Callable[[int], str]:
    return lambda n: "\n".join(line.format(n=number) for number in range(n))


QUOTES = "\n".join(['a","{n}'] * 4)
"""Lines of which each opens a field again: more than a row may have."""
LISTS: dict[str, Callable[[int], str]] = {
    "cards": of_lines("4 Opt"),
    "names": of_lines("abc"),
    "names and cards": of_lines("Ana\n\n4 Opt"),
    "names with a deck each": of_lines("Ana\n60 Opt"),
    "owners": of_lines("Player A\n4 Opt"),
    "mains": of_lines("Deck\n1 Opt\nSideboard"),
    "settings": of_lines("[metadata]\nName=x"),
    "players": of_lines("// Player: Ana {n}\n4 Opt"),
    "blank lines": of_lines("\n"),
    "blocks": of_lines("4 Opt\n\n---"),
    "comments": of_lines("// 4 Opt {n}"),
    "slashes": of_lines("1 a // // // // // // ${n}"),
    "marks": of_lines("1 Opt *F* *CMDR* # [a] ^b^ {{W}}{n}"),
    "quotes": of_lines(QUOTES),
    "tabs": of_lines("4\tOpt\t\t\t{n}"),
    "companions": of_lines("Companion\n1 Opt"),
    "json in lines": of_lines('{{"{n}": [{{'),
    "elements": of_lines("<Deck><Cards>"),
    "a table with quotes": lambda n: "Count,Name\n" + of_lines(QUOTES)(n),
    "a table of one name": lambda n: "Count,Name\n" + of_lines("1,Optt")(n),
    "a table of players": lambda n: "Count,Name,Player\n" + of_lines("1,Opt,p{n}")(n),
    "tables below each other": lambda n: of_lines("Count,Name\n1,Opt")(n),
    "an object of one line": lambda n: json.dumps({"main": [{"count": 1, "name": "Optt"}] * n}),
    "boards": lambda n: json.dumps({f"lands {i}": [{"count": 1, "name": "Opt"}] for i in range(n)}),
    "decks": lambda n: json.dumps([{"main": ["4 Opt"]}] * n),
    "comments of XML": lambda n: (
        '<?xml version="1.0"?><Deck><Cards Quantity="1" Name="Optt"/><x><![CDATA['
        + "<!--\n" * n
        + "]]></x></Deck>"
    ),
    "cards of one line": lambda n: (
        '<?xml version="1.0"?><Deck>' + '<Cards Quantity="1" Name="Optt"/>' * n + "</Deck>"
    ),
    "cards in a line": lambda n: " ".join(["4 Opt"] * n),
    "misspelt cards in a line": lambda n: " ".join(["4 Opt 1 Optt"] * (n // 2)),
    "titles in a line": lambda n: "Blue: " + ", ".join(["Opt"] * n),
    "elements within each other": lambda n: (
        "<cockatrice_deck>" + '<zone name="main"><card number="1" name="Opt"/>' * n
    ),
}


@pytest.mark.parametrize("name", [*LISTS])
def test_reading_takes_linear_time(name: str) -> None:
    assert_linear(decklists.read_team, LISTS[name])


@pytest.mark.parametrize("syntax", [*(one.id for one in DOCUMENTS), PLAIN.id])
@pytest.mark.parametrize("name", ["names", "quotes", "json in lines", "elements", "tabs"])
def test_reading_as_what_it_is_not(name: str, syntax: str) -> None:
    assert_linear(partial(decklists.read_team, syntax=syntax), LISTS[name])


@pytest.mark.parametrize("syntax", [*SYNTAXES])
def test_reading_in_every_syntax(syntax: str) -> None:
    lines = of_lines("Ana\n4 Opt [DOM] *F*\n\n// // // {n}\nSB: 1 Optt")
    assert_linear(lambda text: decklists.read_team(text, syntax=syntax), lines)


@pytest.mark.parametrize("name", [*LISTS])
def test_correcting_each_name(name: str) -> None:
    def work(text: str) -> None:
        decks = decklists.read_team(text)
        meant = [Meant(line.number or 1, line.name, "Opt") for deck in decks for line in deck.lines]
        if decklists.is_of_lines(text):
            list(edits.titles_in_lines(edits.rows(text, decks), meant))
        else:
            names = edits.Names(text, decks[0].syntax)
            list(edits.titles_in_document(names, meant))

    assert_linear(work, LISTS[name])


@pytest.mark.parametrize("name", ["cards", "marks", "companions", "names"])
def test_writing_takes_linear_time(name: str) -> None:
    def work(text: str) -> None:
        decklists.write(decklists.read(text))

    assert_linear(work, LISTS[name])


@pytest.mark.parametrize("name", ["cards", "marks", "names", "comments", "a table of one name"])
def test_judging_takes_linear_time(name: str) -> None:
    facts = cards.catalogue()

    def work(text: str) -> None:
        deck = decklists.read(text)
        validate(EVENT, [deck, deck], facts=facts).as_dict()

    assert_linear(work, LISTS[name])
