"""What one line is: every notation of a card, and what is none."""

from __future__ import annotations

import json
import re
from operator import itemgetter
from pathlib import Path

import pytest

from headjudge.decklists import read_team
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Kind, Several
from validator import read_alone

CARDS: list[tuple[str, int, str]] = [
    json.loads(row)
    for row in (Path(__file__).parent / "lists" / "lines.jsonl").read_text("utf-8").splitlines()
]
"""Lines that are a card: copies, title, section, set, collector number and whether it is a foil."""


@pytest.mark.parametrize("row", CARDS, ids=itemgetter(0))
def test_a_count_and_a_title_are_a_card(row: tuple[str, int, str]) -> None:
    text, *card = row
    assert classify(text) == Entry(*card)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "%%% ???", "Lightnig Bolt", "4", "4x", "4 ???", "SB: 4 ???", "???x4",
        "-1 Opt", "10000 Opt", "9" * 5000 + " Opt", "1.5 Opt",
        "1. Opt 2 Negate",
        "[Opt]", "[Unheard]", "Name Opt", "Difficulty=easy", "x" * 5000, "\x00", "\ud800",
    ],
)  # fmt: skip
def test_an_unreadable_line(text: str) -> None:
    assert classify(text) is Kind.UNREADABLE


@pytest.mark.parametrize("text", ["0 Opt", "Opt x0", "SB: 0 Negate", "0 Opt (XLN) 65"])
def test_a_count_of_zero(text: str) -> None:
    assert classify(text) is Kind.ZERO


@pytest.mark.parametrize(
    "text",
    [
        "# my deck", "#4 Opt", "// 4 Opt", "; exported", "// NAME: Red", "NAME:Red", "Name: Red",
        "Format: Modern", "Deck Name: Red", "Deck: Mono Red", "Deck: 5 Colours", "-----", "* * *",
        "```", "```text", "[/deck]", "[d title=Blue]", "[/d]",
        "|---|:-:|", "| Qty | Card Name |", "Count\tName\tEdition",
        "DECK REGISTRATION SHEET", "Total Number of Cards in Main Deck: 60", "Last Name: Doe",
        "LAYOUT MAIN:(1,2)(NONE,false,50)|([DOM:60],[DOM:60])", "LAYOUT SIDEBOARD:(0,0)(NONE)|",
    ],
)  # fmt: skip
def test_a_comment(text: str) -> None:
    assert classify(text) is Kind.COMMENT


@pytest.mark.parametrize("text", ["", ">", "> ", " ", "\t", "\u00a0\u3000", "\ufeff", "\u200b"])
def test_a_blank_line(text: str) -> None:
    assert classify(text) is Kind.BLANK


@pytest.mark.parametrize("text", ["60 cards", "Total: 60", "75 cards total", "60枚", "60 Karten"])
def test_a_total_is_no_card(text: str) -> None:
    total = int("".join(filter(str.isdecimal, text)))
    assert classify(text) == Heading(None, total=total, is_statement=True)


@pytest.mark.parametrize(
    "text",
    [
        "| 4 Opt | 2 Negate |", "4 Opt\t2 Negate", "| 4 | Opt | 2 | Negate |", "4\tOpt\t2\tNegate",
        "Opt x4, Negate x2", "Opt (4), Negate (2)", "Opt 4, Negate 2",
        "<deck>4 Opt<br>2 Negate<br></deck>", "4 Opt、2 Negate。",
    ],
)  # fmt: skip
def test_two_cards_on_a_line(text: str) -> None:
    assert classify(text) == Several((Entry(4, "Opt"), Entry(2, "Negate")))


@pytest.mark.parametrize(
    "part",
    [
        "4 ",
        "(x) ",
        " (ab)",
        "[",
        "*f* ",
        "|a",
        " x1",
        "SB:",
        "#",
        " #",
        "<1> ",
        "《",
        "枚",
        "+",
        " ^",
        " *f*",
        " [a",
        "] (1",
        " $1",
        ">",
        "> - ",
        "`a` ",
        "|4",
        "\t",
        "(きか)",
        "/",
        "- ",
    ],
)
def test_the_longest_lines_are_read(part: str) -> None:
    classify("4 a" + part * 50_000)
    classify(part * 50_000)


ONE_CARD = """
    [4x] Lightning Bolt ~ 4 - Lightning Bolt ~ 4* Lightning Bolt ~ 4, Lightning Bolt
    4 copies of Lightning Bolt ~ 4 шт. Lightning Bolt ~ 4張Lightning Bolt ~ Four Lightning Bolt
    四 Lightning Bolt ~ ④ Lightning Bolt ~ 4|Lightning Bolt ~ a playset of Lightning Bolts
    **4** Lightning Bolt ~ 4 Lightning Bolt (the best) ~ 4 Lightning Bolt - the best
    4 Lightning Bolt // the best ~ Lightning Bolt x4 - the best ~ 4 稲妻/Lightning Bolt
    4 Mountain (山) ~ 4 Mountain 山 ~ 3 Pyroblast (SB) ~ 3 Pyroblast - side ~ 20 Mountains
    20 Foreste ~ 20 Inseln ~ "4 Lightning Bolt", ~ Card(4, "Lightning Bolt"),
    ("Lightning Bolt", 4), ~ 4,Lightning Bolt,LEA ~ Lightning Bolt;4 ~ Lightning Bolt, Alpha, 4
    <li>4 Lightning Bolt</li> ~ [*]4 [card]Lightning Bolt[/card] ~ 4 [[Lightning Bolt]]
    4 {{card|Lightning Bolt}}
"""
"""Lines of one card each, as people write them."""
OTHERS = ("2 Opt", "2 Shock", "2 Negate", "2 Duress", "2 Ponder")


@pytest.mark.parametrize("line", [part.strip() for part in re.split(r" ~ |\n", ONE_CARD.strip())])
def test_a_line_among_others_is_its_card(line: str) -> None:
    copies = int(figure[0]) if (figure := re.search(r"[0-9]+", line)) else 4
    for lines in ((line, *OTHERS), (*OTHERS[:3], line, *OTHERS[3:])):
        reading = read_alone(*read_team("\n".join(lines)))
        assert reading.faults == ()
        assert sum(reading.decks[0].sizes.values()) == 10 + copies
