"""Each text syntax: recognised by what its lines show, and read with every quirk it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from headjudge.decklists import SYNTAXES, TextSyntax, read, read_team
from headjudge.decklists.syntaxes import TEXTS
from validator.model import Decklist

TEXTS_HERE = Path(__file__).parent / "texts"
OF_LINES = [name for name, one in SYNTAXES.items() if isinstance(one, TextSyntax)]

Told = tuple[int | None, int, str, str, str | None, str | None]

CASES: dict[str, tuple[str, list[Told]]] = {
    "arena": (
        "the heading About and the heading Deck, as MTG Arena writes them",
        [
            (5, 1, "Jegantha, the Wellspring", "companion", "IKO", "222"),
            (8, 1, "Niv-Mizzet, Parun", "commander", "GRN", "192"),
            (11, 4, "Opt", "main", "DAR", "60"),
            (12, 4, "Fire // Ice", "main", "DMR", "215"),
            (13, 1, "A-Alrund's Epiphany", "main", "KHM", "41"),
            (14, 10, "Island", "main", "DOM", "254"),
            (17, 1, "Jegantha, the Wellspring", "sideboard", "IKO", "222"),
            (18, 2, "Negate", "sideboard", "M20", "69"),
        ],
    ),
    "mtgo": (
        "a blank line before the sideboard, as Magic Online writes them",
        [
            (1, 4, "Opt", "main", None, None),
            (2, 4, "Fire/Ice", "main", None, None),
            (3, 52, "Island", "main", None, None),
            (5, 2, "Negate", "sideboard", None, None),
            (6, 1, "Dispel", "sideboard", None, None),
        ],
    ),
    "moxfield": (
        "the heading SIDEBOARD: and sets in parentheses with collector numbers,"
        " as Moxfield writes them",
        [
            (1, 1, "Niv-Mizzet, Parun", "main", "GRN", "192"),
            (2, 4, "Opt", "main", "PLST", "DOM-60"),
            (3, 2, "Fire / Ice", "main", "MH2", "290"),
            (4, 1, "Adarkar Wastes", "main", "PDMU", "243p"),
            (5, 53, "Island", "main", "UNF", "236★"),
            (8, 2, "Negate", "sideboard", "M20", "69"),
        ],
    ),
    "archidekt": (
        "categories such as [Maybeboard{noDeck}], as Archidekt writes them",
        [
            (1, 1, "Niv-Mizzet, Parun", "commander", "GRN", "192"),
            (2, 4, "Opt", "main", "DOM", "60"),
            (3, 1, "Fire // Ice", "main", "DMR", "215"),
            (4, 2, "Shock", "maybeboard", "M21", "159"),
            (5, 1, "Duress", "maybeboard", None, None),
            (6, 1, "Orc Army", "tokens", "TLTR", "18"),
            (7, 3, "Negate", "sideboard", "M20", "69"),
            (8, 1, "Dispel", "main", None, None),
            (9, 24, "Island", "main", "UNH", "137"),
            (10, 2, "Ponder", "main", "M12", "73"),
        ],
    ),
    "tappedout": (
        "the marks *CMDR* or *CMPN*, as TappedOut writes them",
        [
            (1, 1, "Niv-Mizzet, Parun", "commander", "GRN", None),
            (2, 1, "Jegantha, the Wellspring", "companion", None, None),
            (3, 4, "Opt", "main", "DOM", "60"),
            (4, 1, "Shock", "main", "PM21", None),
            (5, 53, "Island", "main", None, None),
            (8, 2, "Negate", "sideboard", "M20", None),
        ],
    ),
    "mtggoldfish": (
        "variants such as <extended> and [SET] after the names, as MTGGoldfish writes them",
        [
            (1, 4, "Opt", "main", "DOM", "60"),
            (2, 2, "Shock", "main", "M21", None),
            (3, 1, "Fire // Ice", "main", "DMR", None),
            (4, 53, "Island", "main", "THB", "251"),
            (6, 2, "Negate", "sideboard", "M20", None),
        ],
    ),
    "deckstats": (
        "a comment that names deckstats.net, as Deckstats writes them",
        [
            (3, 1, "Niv-Mizzet, Parun", "commander", "GRN", "192"),
            (4, 4, "Opt", "main", "DOM", "60"),
            (5, 1, "Shock", "main", "M21", None),
            (8, 54, "Island", "main", None, None),
            (11, 2, "Negate", "sideboard", "M20", "69"),
            (12, 1, "Jegantha, the Wellspring", "companion", None, None),
            (15, 1, "Dispel", "maybeboard", None, None),
        ],
    ),
    "decklist-org": (
        "the words of a deck registration sheet, as decklist.org writes them",
        [
            (11, 4, "Opt", "main", None, None),
            (12, 36, "Island", "main", None, None),
            (15, 20, "Mountain", "main", None, None),
            (18, 2, "Negate", "sideboard", None, None),
        ],
    ),
    "mws": (
        "a comment that names Magic Workstation or mtgtop8, as Magic Workstation writes them",
        [
            (6, 13, "Island", "main", "US", None),
            (7, 41, "Island", "main", "6E", None),
            (10, 4, "Opt", "main", "DOM", None),
            (11, 2, "Fire/Ice", "main", "DMR", None),
            (14, 2, "Negate", "sideboard", "M20", None),
            (15, 1, "Shock", "sideboard", "M21", None),
        ],
    ),
    "apprentice": (
        "comments such as // NAME : and // CREATOR :, as Apprentice writes them",
        [
            (4, 4, "Opt", "main", None, None),
            (5, 2, "Fire/Ice", "main", None, None),
            (6, 54, "Island", "main", None, None),
            (8, 2, "Negate", "sideboard", None, None),
            (9, 1, "Shock", "sideboard", None, None),
        ],
    ),
    "xmage": (
        "[SET:number] before each name, as XMage writes them",
        [
            (3, 4, "Opt", "main", "DOM", "60"),
            (4, 1, "Jace, Wielder of Mysteries", "main", "WAR", "54*"),
            (5, 1, "Cephalid Looter", "main", "ODY", "72+"),
            (6, 54, "Island", "main", "UNH", "137"),
            (7, 2, "Negate", "sideboard", "M20", "69"),
        ],
    ),
    "forge": (
        "sections such as [Main] and [metadata] and sets behind a bar (Card|SET),"
        " as Forge writes them",
        [
            (8, 1, "Niv-Mizzet, Parun", "commander", "GRN", None),
            (10, 4, "Opt", "main", "DOM", None),
            (11, 1, "Shock", "main", "M21", "159"),
            (12, 54, "Island", "main", "DOM", None),
            (14, 2, "Negate", "sideboard", "M20", None),
        ],
    ),
    "markdown": (
        "rows of a table, as Markdown writes them",
        [
            (4, 4, "Opt", "main", None, None),
            (5, 2, "Shock", "main", None, None),
            (6, 2, "Ponder", "main", None, None),
            (7, 2, "Duress", "main", None, None),
            (8, 1, "Dispel", "main", None, None),
            (9, 4, "Preordain", "main", None, None),
            (10, 1, "Fire // Ice", "main", None, None),
            (14, 40, "Island", "main", None, None),
            (15, 4, "Swamp", "main", None, None),
            (17, 2, "Negate", "sideboard", None, None),
        ],
    ),
}


def text_of(name: str) -> str:
    return (TEXTS_HERE / f"{name}.txt").read_text("utf-8")


def told(deck: Decklist) -> list[Told]:
    return [
        (each.number, each.copies, each.name, each.section, each.set_code, each.collector_number)
        for each in deck.lines
    ]


def test_each_text_syntax_is_tried() -> None:
    assert CASES.keys() == {syntax.id for syntax in TEXTS}


@pytest.mark.parametrize("name", CASES)
def test_a_syntax_is_recognised_and_read_whole(name: str) -> None:
    because, lines = CASES[name]
    (deck,) = read_team(text_of(name))
    assert (deck.syntax, deck.because, deck.unreadable) == (name, because, ())
    assert told(deck) == lines


@pytest.mark.parametrize("name", CASES)
def test_neither_ends_of_lines_nor_margins_change_what_is_read(name: str) -> None:
    text = text_of(name)
    (deck,) = read_team(text)
    for other in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert told(read(other)) == told(deck)
        assert read(other).syntax == name
    spaced = "\n".join(f"\u00a0 {line}\t " for line in text.split("\n"))
    assert told(read(spaced)) == told(deck)


@pytest.mark.parametrize("forced", OF_LINES)
def test_a_named_syntax_loses_no_card_of_another(forced: str) -> None:
    for name, (_, rows) in CASES.items():
        deck = read(text_of(name), syntax=forced)
        assert (deck.syntax, deck.because) == (forced, "the syntax was named")
        assert [row[:3] for row in told(deck)] == [row[:3] for row in rows], name


@pytest.mark.parametrize(
    ("text", "syntax"),
    [
        ("4 Opt\n56 Island", "text"),
        ("Deck\n4 Opt\nSideboard\n2 Negate", "text"),
        ("// NAME: Blue\n// DATE: 2004-10-01\n24 Forest [CHK:*]", "text"),
        ("# Blue\n4 Opt # four", "text"),
        ("4枚 《帰化》\n56 島", "text"),
        ("Deck\n4 Opt (DOM) 60", "arena"),
        ("About\nName Blue\n\nDeck\n4 Opt", "arena"),
        ("4 Opt (DOM) 60", "moxfield"),
        ("4 Opt (DOM) 60 *F*", "moxfield"),
        ("4 Opt\n\nSIDEBOARD:\n2 Negate", "moxfield"),
        ("1x Opt [Draw]", "archidekt"),
        ("1x Opt (dom) 60 [CD]", "archidekt"),
        ("1x Opt ^Have,#37d67a^", "archidekt"),
        ("1x Opt *f*", "tappedout"),
        ("1x Opt (DOM:60)", "tappedout"),
        ("4 Opt [DOM]", "mtggoldfish"),
        ("4 Opt <extended>", "mtggoldfish"),
        ("1 Opt # !Commander", "deckstats"),
        ("1 Opt #!Commander", "deckstats"),
        ("1 [DOM#60] Opt", "deckstats"),
        ("//Main\n4 Opt", "deckstats"),
        ("4 [DOM] Opt", "mws"),
        ("// Deck file created with mtgtop8.com\n4 Opt", "mws"),
        ("4 Opt\nSB: 2 Negate", "apprentice"),
        ("4 [DOM:60] Opt", "xmage"),
        ("LAYOUT MAIN:(0,0)(NONE,false,50)|", "xmage"),
        ("[Main]\n4 Opt", "forge"),
        ("4 Opt|DOM", "forge"),
        ("[metadata]\nName=Blue\n[sideboard]", "forge"),
        ("- 4 Opt", "markdown"),
        ("> 4 Opt", "markdown"),
        ("1. 4 Opt", "markdown"),
        ("```\n4 Opt\n```", "markdown"),
        ("| 4 | Opt |", "markdown"),
        ("**Creatures**\n4 Opt", "markdown"),
    ],
)
def test_a_single_trait_tells_the_syntax(text: str, syntax: str) -> None:
    deck = read(text)
    assert deck.syntax == syntax
    assert deck.because


def test_a_blank_line_begins_the_sideboard_in_the_syntax_of_magic_online() -> None:
    text = "4 Opt\n\n5 Island\n\n20 Negate\n"
    deck = read(text, syntax="mtgo")
    assert [line.section for line in deck.lines] == ["main", "main", "sideboard"]
    assert deck.notices == ()
    assert {line.section for line in read(text).lines} == {"main"}
    assert [line.section for line in read("4 Opt\n\n", syntax="mtgo").lines] == ["main"]
    headed = read("Sideboard\n4 Opt\n\n2 Negate", syntax="mtgo")
    assert {line.section for line in headed.lines} == {"sideboard"}


@pytest.mark.parametrize(
    "text",
    [
        "4 [DOM:60] Opt\n56 [UNH:137] Island\n\n2 [M20:69] Negate",
        "4 [DOM] Opt\n56 [UNH] Island\n\n2 [M20] Negate",
        "4x Opt [Draw]\n56x Island [Land]\n\n2x Negate [Counter]",
    ],
)
def test_a_blank_line_means_nothing_where_sideboards_are_marked(text: str) -> None:
    deck = read(text)
    assert ({line.section for line in deck.lines}, deck.notices) == ({"main"}, ())
