"""Reading a whole text: what becomes of each line, and that none is lost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from headjudge.decklists import SYNTAXES, TextSyntax, UnknownSyntax, read, read_team
from headjudge.decklists.encoding import split
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.classifier import read as read_line
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Kind, Label, Several
from headjudge.decklists.lines.notation import is_setting
from headjudge.decklists.passes import MOST_JOINED
from validator.model import Decklist, Line, Place, Unreadable

HERE = Path(__file__).parent
ROWS: list[dict[str, Any]] = [
    json.loads(row) for row in (HERE / "lists" / "read.jsonl").read_text("utf-8").splitlines()
]
"""Texts, each with what is read from it: the cards of each deck, their sections and printings, the
players, the lines of faults, the notices with their lines, and the syntax if it is one."""


GIVEN = ("of", "text", "file", "asked", "because")
"""The promise that a row is of, and what is given to the reader."""


def told(decks: Sequence[Decklist]) -> dict[str, Any]:
    """What was read, as a row of `lists/read.jsonl` tells it."""
    all_of = {
        "decks": [[card(line) for line in deck.lines] for deck in decks],
        "players": [deck.player for deck in decks] if any(deck.player for deck in decks) else [],
        "faults": [fault.number for deck in decks for fault in deck.unreadable],
        "notices": [
            f"{notice.code} {','.join(str(place.line) for place in notice.places)}"
            for deck in decks
            for notice in deck.notices
        ],
        "syntax": "" if decks[0].syntax == "text" else decks[0].syntax,
    }
    return {key: value for key, value in all_of.items() if value}


def card(line: Line) -> str:
    section = "" if line.section == "main" else f"{line.section}: "
    printing = f" ({line.set_code})" if line.set_code else ""
    number = f" {line.collector_number}" if line.collector_number else ""
    foil = " *F*" if line.foil else ""
    return f"{section}{line.copies} {line.name}{printing}{number}{foil}"


def counts(deck: Decklist) -> list[tuple[int, str]]:
    return [(line.copies, line.name) for line in deck.lines]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["of"])
def test_a_text_is_read(row: dict[str, Any]) -> None:
    file = row.get("file")
    text = (HERE / "texts" / f"{file}.txt").read_text("utf-8") if file else row["text"]
    asked = row.get("asked", {})
    if "sizes" in asked:
        asked["sizes"] = tuple(asked["sizes"])
    decks = read_team(text, **asked)
    assert told(decks) == {key: value for key, value in row.items() if key not in GIVEN}
    assert row.get("because") in (None, decks[0].because)


def test_a_line_keeps_its_place_text_and_printing() -> None:
    deck = read("\ufeff# blue\r\n\r\n SB: 4x Opt (DOM) 60 \r\n4 ???\r")
    text = " SB: 4x Opt (DOM) 60 "
    assert deck.lines == (Line(4, "Opt", "sideboard", 3, text, "DOM", "60"),)
    assert deck.unreadable == (Unreadable(4, "4 ???"),)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_the_line_ends_of_every_system(newline: str) -> None:
    assert read(newline.join(["4 Opt", "", "2 Negate"])).lines[1].number == 3


def test_the_guess_is_said() -> None:
    (notice,) = read("4 Opt\n56 Island\n\n2 Negate\n1 Shock").notices
    assert (notice.code, notice.severity) == ("sideboard-guessed", "warning")
    assert notice.places == (Place(None, "sideboard", 4, 3),)
    assert notice.message.startswith(
        "Line 4 and those below it were read as the sideboard: 3 cards come after"
    )


def test_an_empty_text() -> None:
    assert read("") == Decklist(syntax="text", because="lines of a count and a title")


def test_a_forced_syntax() -> None:
    assert read("4 Opt", syntax="text").lines == read("4 Opt").lines
    with pytest.raises(UnknownSyntax, match="'morse'"):
        read("4 Opt", syntax="morse")
    assert "text" in SYNTAXES


PIECES = st.sampled_from(
    ["4 ", "x4", "Opt", " (DOM) 60", "[", "]", "SB:", "Sideboard", "#", "//", " ", "\t", "《",
     "*F*", "|", "About", "> ", "```", "1. ", "^a^", "[Draw{noDeck}]", "[DOM#6] ", "**", "$1",
     "*CMDR*", "# !Commander", "Player A", "Deck 2", "(きか)", "/", "`", "Companion", "=", "0",
     "99999", "\x00", "\x0b", "\x85", "\u2028", "\ud800"]
)  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.characters(), st.sampled_from("\n\r"))).map("".join)


TEXT_SYNTAXES = [name for name, each in SYNTAXES.items() if isinstance(each, TextSyntax)]


def is_title(text: str) -> bool:
    """A catalogue small enough to be asked anything."""
    return text.casefold() in ("opt", "x", "negate", "island")


def broken_lines(lines: list[str]) -> set[int]:
    """The numbers of the lines over which a heading or a card with its count is broken."""
    numbers: set[int] = set()
    for first in range(len(lines)):
        for after in range(first + 2, first + 1 + MOST_JOINED):
            item = classify(" ".join(line.strip() for line in lines[first:after]), is_title)
            if type(item) is Entry or (isinstance(item, Heading) and item.total):
                numbers.update(range(first + 1, after + 1))
    return numbers


@given(TEXTS)
@example("4 \nCompanion")
@example("4 \rX")
@example("#4 x4\r4 ")
@example("1. **")
def test_no_line_is_dropped(text: str) -> None:
    deck = read(text, syntax="text", is_title=is_title)
    known = [*(line.number for line in deck.lines), *(line.number for line in deck.unreadable)]
    ignored = [notice.places for notice in deck.notices if notice.code == "line-ignored"]
    known += [place.line for places in ignored for place in places]
    broken = broken_lines(split(text))
    items = [classify(line, is_title) for line in split(text)]
    bare = [
        "" if item is Kind.COMMENT else line for line, item in zip(split(text), items, strict=True)
    ]
    if Kind.COMMENT in items and not read("\n".join(bare), syntax="text", is_title=is_title).lines:
        return  # a list whose cards are all comments is itself commented out
    for number, (line, item) in enumerate(zip(split(text), items, strict=True), 1):
        if number in broken or isinstance(read_line(line, is_title), Label):
            continue  # a label is a heading where so many cards stand beside it
        parts = item.items if isinstance(item, Several) else (item,)
        are_headings = all(isinstance(part, Heading) for part in parts)
        silent = are_headings or item in (Kind.BLANK, Kind.COMMENT)
        assert (number in known) != silent or is_setting(line)


@given(TEXTS, st.sampled_from(TEXT_SYNTAXES))
def test_a_named_syntax_reads_any_text(text: str, syntax: str) -> None:
    deck = read(text, syntax=syntax, is_title=is_title)
    assert deck.syntax == syntax
    unnamed = read(text, is_title=is_title)
    if unnamed.syntax in TEXT_SYNTAXES:
        assert counts(deck) == counts(unnamed)
        assert deck.unreadable == unnamed.unreadable
    assert unnamed.syntax in SYNTAXES and unnamed.because


@given(TEXTS)
def test_lines_are_given_back_as_they_were_sent(text: str) -> None:
    deck = read(text, is_title=is_title)
    lines = split(text)
    assert all(line.text == lines[(line.number or 0) - 1] for line in deck.lines)
    assert all(line.text == lines[line.number - 1] for line in deck.unreadable)
    assert all(1 <= line.copies <= 9999 and line.name.strip() for line in deck.lines)


DECK_LINES = st.lists(
    st.one_of(
        st.tuples(st.integers(2, 30), st.sampled_from(["Opt", "Negate", "Island"])),
        st.sampled_from(["", "# so", "Sideboard", "Deck", "Companion", "Lands (9)", "???"]),
    )
)


@given(DECK_LINES, st.data())
def test_splitting_a_line_changes_nothing_but_places(
    rows: list[tuple[int, str] | str], data: st.DataObject
) -> None:
    whole, parted = [], []
    for row in rows:
        if isinstance(row, str):
            whole.append(row)
            parted.append(row)
            continue
        count, name = row
        first = data.draw(st.integers(1, count - 1))
        whole.append(f"{count} {name}")
        parted += [f"{first} {name}", f"{count - first} {name}"]
    assert copies(read("\n".join(whole))) == copies(read("\n".join(parted)))


def copies(deck: Decklist) -> dict[tuple[str, str], int]:
    total: dict[tuple[str, str], int] = {}
    for line in deck.lines:
        total[line.name, line.section] = total.get((line.name, line.section), 0) + line.copies
    return total
