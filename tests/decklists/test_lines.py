"""What one line is: every notation of a card, and what is none."""

from __future__ import annotations

import re

import pytest

from headjudge.decklists import read_team
from headjudge.decklists.lines import classifier
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Entry, Kind, Several
from validator import read_alone

CARDS = [
    # counts
    ("4 Opt", (4, "Opt")),
    ("4x Opt", (4, "Opt")),
    ("4X Opt", (4, "Opt")),
    ("4 x Opt", (4, "Opt")),
    ("4× Opt", (4, "Opt")),
    ("x4 Opt", (4, "Opt")),
    ("Opt x4", (4, "Opt")),
    ("Opt X 4", (4, "Opt")),
    ("Opt (4)", (4, "Opt")),
    ("Opt 4", (4, "Opt")),
    ("4Opt", (4, "Opt")),
    ("4,Opt", (4, "Opt")),
    ("4;Opt", (4, "Opt")),
    ("Opt,4", (4, "Opt")),
    ("Opt=4", (4, "Opt")),
    ("Optx4", (4, "Opt")),
    ("Opt (x4)", (4, "Opt")),
    ("Opt [4x]", (4, "Opt")),
    ("(4x) Opt", (4, "Opt")),
    ("[4x] Opt", (4, "Opt")),
    ("4* Opt", (4, "Opt")),
    ("4 Opt 選択", (4, "Opt")),
    ("4 Opt (maybe 3)", (4, "Opt")),
    ("4 ⚡ Opt", (4, "Opt")),
    ("* **4x** Opt", (4, "Opt")),
    ('4 "Conspiracy"', (4, "Conspiracy")),
    ("(4) Conspiracy", (4, "Conspiracy")),
    ("Conspiracy - 4", (4, "Conspiracy")),
    ("4 Opt (DOM) 60 foil", (4, "Opt", None, "DOM", "60")),
    ("1 Edgar Markov !Commander", (1, "Edgar Markov", "commander")),
    ("4 Borrowing 100,000 Arrows", (4, "Borrowing 100,000 Arrows")),
    # emphasis, mana costs, signs of forums, sets that are not known
    ("*4 Opt*", (4, "Opt")),
    ("__4 Opt__", (4, "Opt")),
    ("4 Opt {U}", (4, "Opt")),
    ("4 Fire // Ice {1}{R} // {1}{U}", (4, "Fire // Ice")),
    ("4 Opt {U} $0.25", (4, "Opt")),
    ("4 Opt (Borderless)", (4, "Opt")),
    ("4 [card]Opt[/card]", (4, "Opt")),
    ("4 [] Opt", (4, "Opt")),
    ("1x Opt [Draw] #blue", (1, "Opt")),
    ("4枚 《帰化》（Naturalize）", (4, "Naturalize")),
    ("4xOpt", (4, "Opt")),
    ("Opt", (1, "Opt")),
    ("0004 Opt", (4, "Opt")),
    ("9999 Relentless Rats", (9999, "Relentless Rats")),
    # white space, bullets, invisible signs
    ("  4\tOpt  ", (4, "Opt")),
    ("4\u00a0Opt", (4, "Opt")),
    ("\ufeff4 O\u200bpt\r", (4, "Opt")),
    ("- 4 Opt", (4, "Opt")),
    ("* Opt", (1, "Opt")),
    ("• 4x Opt", (4, "Opt")),
    # Japanese
    ("４　Ｏｐｔ", (4, "Ｏｐｔ")),
    ("4枚 《帰化》", (4, "《帰化》")),
    ("４枚《帰化》", (4, "《帰化》")),
    ("4 《帰化》", (4, "《帰化》")),
    ("4《帰化》", (4, "《帰化》")),
    ("《帰化》 4", (4, "《帰化》")),
    ("《帰化》×4枚", (4, "《帰化》")),
    ("帰化 4枚", (4, "帰化")),
    ("帰化×4", (4, "帰化")),
    ("《帰化》ｘ４", (4, "《帰化》")),
    ("4张 归化", (4, "归化")),
    ("4장 귀화", (4, "귀화")),
    # a title and its translation, in either order
    ("4《帰化/Naturalize》", (4, "Naturalize")),
    ("4枚 《Naturalize/帰化》", (4, "Naturalize")),
    ("4 《帰化（きか）/Naturalize》", (4, "Naturalize")),
    ("4 帰化（きか）", (4, "帰化")),
    ("4 帰化 (Naturalize)", (4, "Naturalize")),
    ("4 Naturalisation / Naturalize", (4, "Naturalize")),
    ("4 《帰化/Opt》", (4, "《帰化/Opt》")),
    # quotes, numbers of lines, links, emphasis, tables
    ("> 4 Opt", (4, "Opt")),
    (">> - 4x Opt", (4, "Opt")),
    ("1. 4 Opt", (4, "Opt")),
    ("12) 4x Opt", (4, "Opt")),
    ("- [ ] 4 Opt", (4, "Opt")),
    ("**4 Opt**", (4, "Opt")),
    ("4 [Opt](https://example.org/opt)", (4, "Opt")),
    ("| 4 | Opt | Instant |", (4, "Opt")),
    ("| Opt | 4x |", (4, "Opt")),
    ("|4 Opt|$0.50|", (4, "Opt")),
    ("| Opt |", (1, "Opt")),
    ("| 4 | Lightnig Bolt |", (4, "Lightnig Bolt")),
    ("| 2 | Negate | Sideboard |", (2, "Negate", "sideboard")),
    ("4\tOpt\t{U}\t$ 0.50", (4, "Opt")),
    ("4\tOpt", (4, "Opt")),
    # other counts
    ("(4) Opt", (4, "Opt")),
    ("[4] Opt", (4, "Opt")),
    ("[14] Opt", (14, "Opt")),
    ("4張Opt", (4, "Opt")),
    ("四張 Opt", (4, "Opt")),
    ("四 Opt", (4, "Opt")),
    ("4 - Opt", (4, "Opt")),
    ("4-Opt", (4, "Opt")),
    ("4: Opt", (4, "Opt")),
    ("Opt: 4", (4, "Opt")),
    ("Opt - 4", (4, "Opt")),
    # rebalanced on Arena
    ("4 A-Alrund's Epiphany", (4, "A-Alrund's Epiphany")),
    ("4 A-Alrund's Epiphany (KHM) 41", (4, "A-Alrund's Epiphany", None, "KHM", "41")),
    ("1 Goblin Token", (1, "Goblin Token")),
    # sets, numbers and marks
    ("4 Opt (DOM) 60", (4, "Opt", None, "DOM", "60")),
    ("4 Opt (dom) #60", (4, "Opt", None, "DOM", "60")),
    ("4 Opt (DOM) 60 *F*", (4, "Opt", None, "DOM", "60")),
    ("4 Opt (DOM:60)", (4, "Opt", None, "DOM", "60")),
    ("4 Opt (PLST) DOM-60", (4, "Opt", None, "PLST", "DOM-60")),
    ("4 Opt (DOM)", (4, "Opt", None, "DOM")),
    ("4 Opt [DOM]", (4, "Opt", None, "DOM")),
    ("4 Opt <60> [DOM]", (4, "Opt", None, "DOM", "60")),
    ("4x Negate [M20]", (4, "Negate", None, "M20")),
    ("4 [DOM] Opt", (4, "Opt", None, "DOM")),
    ("4 [DOM:60] Opt", (4, "Opt", None, "DOM", "60")),
    ("4x [DOM:60] Opt", (4, "Opt", None, "DOM", "60")),
    ("4 Opt|DOM", (4, "Opt", None, "DOM")),
    ("4 Opt|Dom|1", (4, "Opt", None, "DOM")),
    ("4 Opt|DOM|[60]", (4, "Opt", None, "DOM", "60")),
    ("4 Opt+|DOM", (4, "Opt", None, "DOM")),
    ("24 Forest [CHK:*]", (24, "Forest", None, "CHK")),
    ("2 Orzhov Guildgate [RNA:252]", (2, "Orzhov Guildgate", None, "RNA", "252")),
    ("1 Teysa, Orzhov Scion [foil]", (1, "Teysa, Orzhov Scion")),
    ("1 Teysa, Orzhov Scion [nonfoil]", (1, "Teysa, Orzhov Scion")),
    ("1 Courser of Kruphix [CP2] [foil]", (1, "Courser of Kruphix", None, "CP2")),
    ("1 Copy Artifact [foil] [LEA:47]", (1, "Copy Artifact", None, "LEA", "47")),
    ("1 Copy Artifact - mine", (1, "Copy Artifact")),
    ("1 copy Opt - mine", (1, "Opt")),
    ("2 Pacifism**", (2, "Pacifism")),
    ("4 [[Opt]]", (4, "Opt")),
    ("4 Opt # four of them", (4, "Opt")),
    ("4 Opt $0.50", (4, "Opt")),
    ("4 Opt 0,50 €", (4, "Opt")),
    ("4 Opt (DOM) 60 #Draw #!Blue", (4, "Opt", None, "DOM", "60")),
    ("4 Opt (DOM) #60 #Draw", (4, "Opt", None, "DOM", "60")),
    ("4 Opt [DOM] (F)", (4, "Opt", None, "DOM")),
    ("4 Opt <extended> [DOM] (E)", (4, "Opt", None, "DOM")),
    ("4x Opt (DOM:60) *f-etch*", (4, "Opt", None, "DOM", "60")),
    ("4x Opt *F* *A*", (4, "Opt")),
    ("4x Opt *A*", (4, "Opt")),
    ("4x Opt # my *F*", (4, "Opt")),
    ("4x Opt [Draw]", (4, "Opt")),
    ("4x Opt [dom]", (4, "Opt", None, "DOM")),
    ("4x Opt (dom) 60 [CD] ^Have,#37d67a^", (4, "Opt", None, "DOM", "60")),
    ("4 [DOM#60] Opt", (4, "Opt", None, "DOM", "60")),
    ("4 [DOM:60*] Opt", (4, "Opt", None, "DOM", "60*")),
    ("13 [US] Mountain (1)", (13, "Mountain", None, "US")),
    ("Opt (DOM) 60", (1, "Opt", None, "DOM", "60")),
    # words for copies, and signs beside a count
    ("4 exemplaires de Opt", (4, "Opt")),
    ("4 copie di Opt", (4, "Opt")),
    ("4 copias de Opt", (4, "Opt")),
    ("4 copies d'Opt", (4, "Opt")),
    ("4 St. Opt", (4, "Opt")),
    ("4 basic Forest", (4, "Forest")),
    ("Opt, 4 pcs", (4, "Opt")),
    ("Opt - 4 copies", (4, "Opt")),
    ("Opt: 4 Stück", (4, "Opt")),
    ("Opt 4 ex.", (4, "Opt")),
    ("Opt 4개", (4, "Opt")),
    ("4★ Opt", (4, "Opt")),
    ("4•Opt", (4, "Opt")),
    ("x4Opt", (4, "Opt")),
    ("帰化【4】", (4, "帰化")),
    ("【4】Opt", (4, "Opt")),
    ("2_Stitcher's_Supplier", (2, "Stitcher's Supplier")),
    ("4 Opt (3 foil)", (4, "Opt")),
    ("4 Opt (3x foil, 1 non-foil)", (4, "Opt")),
    ("4 Opt NM EN", (4, "Opt")),
    ("4 [[Opt]] - the best", (4, "Opt")),
    ("4 [[Opt]] (foil!)", (4, "Opt")),
    ("Opt x4 (cut 1 for a land?)", (4, "Opt")),
    ("x4 Opt - 4th copy in side", (4, "Opt")),
    # sections
    ("MB: 2 Negate", (2, "Negate", "main")),
    ("SB: 2 Negate", (2, "Negate", "sideboard")),
    ("sb:  2 [M20:69] Negate", (2, "Negate", "sideboard", "M20", "69")),
    ("Sideboard: Negate", (1, "Negate", "sideboard")),
    ("1 Opt *CMDR*", (1, "Opt", "commander")),
    ("1x Opt *f* *CMPN* #Draw", (1, "Opt", "companion")),
    ("SB: 1 Opt # !Commander", (1, "Opt", "commander")),
    ("1x Opt [Commander{top}]", (1, "Opt", "commander")),
    ("1x Opt [Draw,Sideboard]", (1, "Opt")),
    ("1x Opt [Sideboard,Draw]", (1, "Opt", "sideboard")),
    ("1x Opt [Wish List{noDeck}]", (1, "Opt", "maybeboard")),
    ("1x Opt [Tokens & Extras{noDeck}]", (1, "Opt", "tokens")),
    ("1x Rabble Rousing (snc) 22 [Tokens]", (1, "Rabble Rousing", None, "SNC", "22")),
    (
        "1 Shapeshifter [SLD:1906] [foil] [token]",
        (1, "Shapeshifter", "tokens", "SLD", "1906"),
    ),
    ("1 Shapeshifter (token)", (1, "Shapeshifter", "tokens")),
    ("Companion: Lurrus of the Dream-Den", (1, "Lurrus of the Dream-Den", "companion")),
    # two slashes part faces, and begin no comment behind a card
    ("3 Fire // Ice", (3, "Fire // Ice")),
    ("3 Fire/Ice", (3, "Fire/Ice")),
    ("3 Fire // not Ice", (3, "Fire // not Ice")),
    # exact titles win
    ("1996 World Champion", (1, "1996 World Champion")),
    ("2 1996 World Champion", (2, "1996 World Champion")),
    ("1996 World Champion x2", (2, "1996 World Champion")),
    ("+2 Mace", (1, "+2 Mace")),
    ("1 +2 Mace", (1, "+2 Mace")),
    ("1 Erase (Not the Urza's Legacy One)", (1, "Erase (Not the Urza's Legacy One)")),
    ('"Name Sticker" Goblin', (1, '"Name Sticker" Goblin')),
    ("X", (1, "X")),
    ("2 X", (2, "X")),
    ("4x X", (4, "X")),
    ("4 X (UND) 87", (4, "X", None, "UND", "87")),
    ("Dimension X 4", (4, "Dimension X")),
    ("1 Hazmat Suit (Used)", (1, "Hazmat Suit (Used)")),
    ("1 Hazmat Suit (Used) (UNF)", (1, "Hazmat Suit (Used)", None, "UNF")),
    ("1 Pain 101", (1, "Pain 101")),
    ("Pain 101", (1, "Pain 101")),
    ("2 Spider-Man 2099", (2, "Spider-Man 2099")),
    ("1 Pip-Boy 3000", (1, "Pip-Boy 3000")),
    ("1 B.F.M. (Big Furry Monster)", (1, "B.F.M. (Big Furry Monster)")),
    ("1 _____", (1, "_____")),
    ("13 공포증", (1, "13 공포증")),
    ("Conspiracy", (1, "Conspiracy")),
    # a count makes a card of any name
    ("4 Lightnig Bolt", (4, "Lightnig Bolt")),
    ("4x Lightnig Bolt (M10) 146", (4, "Lightnig Bolt", None, "M10", "146")),
    ("Lightnig Bolt x4", (4, "Lightnig Bolt")),
]


@pytest.mark.parametrize(("text", "expected"), CARDS)
def test_a_count_and_a_title_are_a_card(text: str, expected: tuple[int, str]) -> None:
    assert classify(text) == Entry(*expected)


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


def test_a_name_without_marks_is_looked_up_once() -> None:
    asked: list[str] = []

    def is_title(name: str) -> bool:
        asked.append(name)
        return False

    classifier._without_marks("Lightnig Blot", is_title)
    assert len(asked) <= 2


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
