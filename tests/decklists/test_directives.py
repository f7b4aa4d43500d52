"""Words to Headjudge in a list: whatever they say, the list is read as if they were not there."""

from __future__ import annotations

from dataclasses import astuple, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.decklists import is_of_lines, read
from headjudge.decklists.lines import marks
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.items import Kind
from headjudge.decklists.syntaxes import TEXTS

TEXTS_HERE = Path(__file__).parent / "texts"
FILES = sorted(TEXTS_HERE.glob("*.txt"))
ALLOW = "headjudge: allow not-legal, shared-card -- [x] | ^a,#b^ *F* (DOM) 60 -- until 2027-01-31"


def contents(text: str) -> list[tuple[object, ...]]:
    """What was read, without the lines' numbers and texts, and why in that way."""
    deck = read(text)
    return [
        (deck.syntax, deck.because),
        *(astuple(replace(line, number=None, text=None)) for line in deck.lines),
        *((each.text.partition(" #")[0],) for each in deck.unreadable),
    ]


@pytest.mark.parametrize("sign", ["#", "//"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_syntax_is_read_without_them(path: Path, sign: str) -> None:
    text = path.read_text("utf-8")
    lines = text.splitlines()
    beside = [f"{line} {sign} {ALLOW}" if line.strip() else line for line in lines]
    above = [each for line in lines for each in ((f"{sign}{ALLOW}", line) if line else (line,))]
    assert contents("\n".join(beside)) == contents(text)
    assert contents("\n".join(above)) == contents(text)


def test_there_is_a_text_of_nearly_every_syntax() -> None:
    assert len(FILES) >= len(TEXTS)


@pytest.mark.parametrize(
    ("line", "without", "words"),
    [
        ("4 Opt # headjudge: allow x", "4 Opt", "allow x"),
        ("4 Opt //Headjudge :  allow x  ", "4 Opt", "allow x"),
        ("4 Fire // Ice // headjudge: allow x # y", "4 Fire // Ice", "allow x # y"),
        ("4 Opt # a note # headjudge:", "4 Opt # a note", ""),
        ("# headjudge: allow x", "#", "allow x"),
        ("  // headjudge: allow x", "//", "allow x"),
        ("4 Opt # a note: allow x", "4 Opt # a note: allow x", None),
        ("// NAME: the headjudge: allow x", "// NAME: the headjudge: allow x", None),
        ("// http://headjudge:8000/", "// http://headjudge:8000/", None),
        ("4 Opt", "4 Opt", None),
    ],
)
def test_directives(line: str, without: str, words: str | None) -> None:
    assert marks.without_directive(line) == without
    assert marks.directive(line) == words


def test_one_that_stands_alone_is_no_blank_line() -> None:
    assert classify("# headjudge: allow x") is Kind.COMMENT
    main, side = "56 Island\n4 Opt\n", "2 Negate\n"
    assert {line.section for line in read(f"{main}# headjudge: allow x\n{side}").lines} == {"main"}


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_line_is_what_it_is_without_them(line: str, words: str) -> None:
    line = line.replace("\n", "").replace("\r", "")
    if line.strip() and marks.directive(line) is None:
        assert classify(f"{line} # headjudge:{words}") == classify(line.rstrip())


@pytest.mark.parametrize(
    ("text", "expected"),
    [("4 Opt", True), ("", True), ("Count,Name\n4,Opt\n", False), ('{"main": []}', False)],
)
def test_which_texts_may_hold_them(text: str, expected: bool) -> None:
    assert is_of_lines(text) is expected
    assert is_of_lines(text, "text") is True
    assert is_of_lines(text, "csv") is False
