"""Tables: the exports of many programs, spreadsheets of people, and what is no table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import read, read_team
from headjudge.decklists.documents.tables import columns
from validator.model import MAIN, MAYBEBOARD, SIDEBOARD, Decklist, Line, Unreadable

MOXFIELD = """"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags",\
"Last Modified","Collector Number","Alter","Proxy","Purchase Price"
"4","4","Opt","dom","Near Mint","English","","","2026-08-01 10:00:00","60","False","False",""
"1","0","Jace, the Mind Sculptor","2x2","Near Mint","English","foil","","","56","False","False",""
"""
ARCHIDEKT = """Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,\
Edition Code,Multiverse Id,Scryfall ID,MTGO ID,Collector Number,Categories
4,Opt,Normal,NM,2026-08-01,EN,,,Dominaria,dom,442948,,67320,60,Draw
2,Negate,Foil,NM,2026-08-01,EN,,,Core Set 2020,m20,,,,69,"Sideboard,Counterspells"
1,Island,Normal,NM,2026-08-01,EN,,,Dominaria,dom,,,,254,Maybeboard
"""
DECKBOX = """Count,Tradelist Count,Name,Edition,Card Number,Condition,Language,Foil,Signed,\
Artist Proof,Altered Art,Misprint,Promo,Textless,My Price
4,0,Opt,Dominaria,60,Near Mint,English,,,,,,,,
2,0,"Jace, the Mind Sculptor",Exodus,56,Near Mint,English,foil,,,,,,,0
"""
MANABOX = """Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,\
Purchase price,Misprint,Altered,Condition,Language,Purchase price currency
Opt,DOM,Dominaria,60,normal,common,4,1234,e2,0.1,false,false,near_mint,en,EUR
"""
TCGPLAYER = """Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,\
Rarity,Product ID,SKU
4,Opt,Opt,Dominaria,60,DOM,Normal,Near Mint,English,Common,1,2
1,Lim-Dûl's Vault,Lim-Duls Vault,Alliances,,ALL,Normal,Near Mint,English,Uncommon,1,2
2,Plains (267) - Full Art,Plains,Zendikar Rising,267/280,ZNR,Normal,Near Mint,English,Land,1,2
"""
MTGO = """Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,Annotation
"Opt",4,67320,Common,DOM,60/269,No,No,0
"Negate",2,1,Common,M20,69/280,Yes,Yes,0
"""
DRAGON_SHIELD = """"sep=,"

Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,\
Language,Price Bought,Date Bought
Binder,4,0,Opt,DOM,Dominaria,60,NearMint,Normal,English,0.10,2026-08-01
"""
DECKSTATS = """amount,card_name,is_foil,is_pinned,is_signed,set_id,set_code,collector_number
4,"Opt",0,0,0,147,"DOM",60
"""
DELVER = """QuantityX;Name;Edition;Edition code;Collector's number;Foil
4x;Opt;Dominaria;DOM;60;
"""
GOLDFISH = """Card,Set ID,Set Name,Quantity,Foil,Variation
Opt,DOM,Dominaria,4,REGULAR,
"""


def titles(deck: Decklist) -> list[tuple[int, str, str]]:
    return [(line.copies, line.name, line.section) for line in deck.lines]


@pytest.mark.parametrize(
    ("text", "program", "divided"),
    [
        (MOXFIELD, "Moxfield", "commas"),
        (ARCHIDEKT, "Archidekt", "commas"),
        (DECKBOX, "Deckbox", "commas"),
        (MANABOX, "ManaBox", "commas"),
        (TCGPLAYER, "TCGplayer", "commas"),
        (MTGO, "Magic Online", "commas"),
        (DRAGON_SHIELD, "Dragon Shield", "commas"),
        (DECKSTATS, "Deckstats", "commas"),
        (DELVER, None, "semicolons"),
        (GOLDFISH, None, "commas"),
    ],
)
def test_tables_of_programs(text: str, program: str | None, divided: str) -> None:
    deck = read(text)
    opt = deck.lines[0]
    assert (opt.copies, opt.name, opt.section) == (4, "Opt", MAIN)
    assert opt.set_code == "DOM"
    assert opt.collector_number in ("60", None)
    assert (deck.unreadable, deck.syntax) == ((), "csv")
    assert {notice.code for notice in deck.notices} <= {"maybeboard-ignored"}
    assert deck.because.startswith("a table with the columns ")
    named = f", divided by {divided}" + (f", as {program} exports it" if program else "")
    assert deck.because.endswith(named)


def test_quoted_titles_and_lines() -> None:
    text = '"1","0","Jace, the Mind Sculptor","2x2","Near Mint","English","foil","","","56",'
    (_, jace) = read(MOXFIELD).lines
    assert jace[:4] == (1, "Jace, the Mind Sculptor", MAIN, 3)
    assert (jace.text or "").startswith(text)
    assert (jace.set_code, jace.collector_number) == ("2X2", "56")


def test_cards_behind_very_many_words_are_not_lost() -> None:
    rows = ["1,Opt," + "1 " * 5000] * 40
    deck = read("\n".join(["Count,Name,Notes", *rows, "1,Opt,and 2 Shock"]))
    assert deck.unreadable[-1].number == 42


def test_sections() -> None:
    assert [line.section for line in read(ARCHIDEKT).lines] == [MAIN, SIDEBOARD, MAYBEBOARD]
    assert [line.section for line in read(MTGO).lines] == [MAIN, SIDEBOARD]
    table = "Section\tQty\tCard\nMain\t4\tOpt\nSide Board\t2\tNegate\nLands\t9\tIsland\n\t1\tX\n"
    assert [line.section for line in read(table).lines] == [MAIN, SIDEBOARD, MAIN, MAIN]
    assert read(f"{table}Shelf\t1\tShock").unreadable == (Unreadable(6, "Shelf\t1\tShock"),)
    table = "Count,Name,Sideboard\n4,Opt,\n2,Negate,x\n1,Shock,2\n"
    assert [line.section for line in read(table).lines] == [MAIN, SIDEBOARD]
    assert read(table).unreadable == (Unreadable(4, "1,Shock,2"),)
    table = "Count,Name,Deck\n4,Opt,Main\n2,Negate,Sideboard\n"
    assert [line.section for line in read(table).lines] == [MAIN, SIDEBOARD]


@pytest.mark.parametrize(
    ("table", "cards"),
    [
        ("Name\tQty\tType\nOpt\t4\tInstant\nSideboard\t2\t\nNegate\t2\tInstant",
         [(4, "Opt", MAIN), (2, "Negate", SIDEBOARD)]),
        ("Qty,Name,Price\n4,Opt,0.10\n3,Shock,0.20\n7,Total,$1.00",
         [(4, "Opt", MAIN), (3, "Shock", MAIN)]),
        ("| Qty | Name |\n|---|---|\n| 4 | Opt |\n| 3 | Shock |\n| 7 | |",
         [(4, "Opt", MAIN), (3, "Shock", MAIN)]),
    ],
)  # fmt: skip
def test_rows_that_are_no_cards(table: str, cards: list[tuple[int, str, str]]) -> None:
    deck = read(table)
    assert titles(deck) == cards
    assert not deck.unreadable


def test_a_column_of_needed_copies_has_the_counts_and_is_told_beside_owned_ones() -> None:
    deck = read("Need,Own,Card\n4,2,Opt\n3,0,Shock")
    assert titles(deck) == [(4, "Opt", MAIN), (3, "Shock", MAIN)]
    (notice,) = deck.notices
    assert (notice.code, notice.places[0].line) == ("line-ignored", 1)


def test_empty_cells_are_single_copies_where_all_others_are_several() -> None:
    rows = "Qty,Name\n4,Opt\n,Shock\n,Negate\n2,Duress\n9,Island"
    deck = read(rows)
    assert [line.copies for line in deck.lines] == [4, 1, 1, 2, 9]
    assert [notice.code for notice in deck.notices] == ["count-assumed"]
    assert len(read(f"{rows}\n1,Ponder").unreadable) == 2


@pytest.mark.parametrize("row", ["4,,Shock", "Lightnig,4,Bolt"])
def test_a_row_that_may_be_a_card_is_no_total(row: str) -> None:
    assert read(f"Qty,Name,Note\n4,Opt,\n{row}").unreadable


@pytest.mark.parametrize(
    ("table", "sections"),
    [
        ("Board,Qty,Name,Printing,Foil,Commander\nmain,1,Opt,DOM,,\nmain,1,Shock,M21,,True\n"
         "side,1,Negate,RIX,,\nmaybe,1,Duress,,,", [MAIN, "commander", SIDEBOARD, MAYBEBOARD]),
        ("PlayerName,Quantity,CardName,Component\nAda,4,Opt,Mainboard\nAda,2,Negate,Sideboard",
         [MAIN, SIDEBOARD]),
        ("name,Set,Collector Number,Color Category,maybeboard\nOpt,dom,60,b,false\n"
         "Shock,m21,159,r,true", [MAIN, MAYBEBOARD]),
    ],
)  # fmt: skip
def test_sections_by_program(table: str, sections: list[str]) -> None:
    deck = read(table)
    assert ([line.section for line in deck.lines], deck.unreadable) == (sections, ())


def test_columns_of_counts_for_each_section() -> None:
    deck = read("Card,Main,Side\nOpt,4,0\nNegate,1,2\nShock,,3\nPonder,-,2\nDuress,0,0\n")
    assert [(line.copies, line.name, line.section) for line in deck.lines] == [
        (4, "Opt", MAIN),
        (1, "Negate", MAIN),
        (2, "Negate", SIDEBOARD),
        (3, "Shock", SIDEBOARD),
        (2, "Ponder", SIDEBOARD),
    ]
    assert [notice.code for notice in deck.notices] == ["count-zero"]


def test_a_column_of_counts_for_the_sideboard() -> None:
    deck = read("Name,Count,Sideboard Count\nOpt,4,1\nNegate,0,2\nShock,3,\n")
    assert [(line.copies, line.name, line.section) for line in deck.lines] == [
        (4, "Opt", MAIN),
        (1, "Opt", SIDEBOARD),
        (2, "Negate", SIDEBOARD),
        (3, "Shock", MAIN),
    ]


@pytest.mark.parametrize("title", ["Location", "Where", "Pile"])
def test_a_sideboard_in_a_column_of_another_title(title: str) -> None:
    deck = read(f"Count,Name,{title}\n4,Opt,Main\n2,Negate,Sideboard\n")
    assert titles(deck) == [(4, "Opt", MAIN), (2, "Negate", SIDEBOARD)]


@pytest.mark.parametrize("title", ["**Opt**", "[Opt](https://example.org)", "[[Opt]]", "Opt (M21)"])
def test_marks_in_cells(title: str) -> None:
    (line,) = read(f"| Card | Qty |\n|:--|--:|\n| {title} | 4 |").lines
    assert (line.copies, line.name) == (4, "Opt")


def test_a_section_in_a_cell_of_titles() -> None:
    (line,) = read("Card,Qty\nOpt (SB),4").lines
    assert (line.copies, line.name, line.section) == (4, "Opt", SIDEBOARD)


def test_a_printing_is_a_set() -> None:
    (line,) = read("Board,Qty,Name,Printing\nmain,1,Opt,DOM\n").lines
    assert line.set_code == "DOM"


def test_two_lists_side_by_side_are_no_table() -> None:
    deck = read("Qty,Name,Qty,Name\n4,Opt,2,Negate\n")
    assert (deck.syntax, [line.number for line in deck.unreadable]) == ("text", [2])


def test_tables_below_each_other() -> None:
    blue, red = "Qty,Name\n4,Opt\n56,Island\n", "Name,Qty\nShock,4\nMountain,56\n"
    decks = read_team(f"{blue}\n{red}")
    assert [titles(deck) for deck in decks] == [
        [(4, "Opt", MAIN), (56, "Island", MAIN)],
        [(4, "Shock", MAIN), (56, "Mountain", MAIN)],
    ]
    assert [len(deck.notices) for deck in decks] == [1, 0]
    (deck,) = read_team(f"{blue}\nSideboard,\nName,Qty\nNegate,2\n")
    assert titles(deck)[2:] == [(2, "Negate", SIDEBOARD)]
    assert (deck.unreadable, deck.notices) == ((), ())


@pytest.mark.parametrize(
    ("title", "main", "side"),
    [
        ("구분", "메인", "사이드"),
        ("Zona", "Principal", "Banquillo"),
        ("Seção", "Principal", "Reserva"),
    ],
)
def test_sections_in_the_languages_of_the_cards(title: str, main: str, side: str) -> None:
    deck = read(f"Count;Name;{title}\n4;Opt;{main}\n2;Negate;{side}")
    assert titles(deck) == [(4, "Opt", MAIN), (2, "Negate", SIDEBOARD)]


def test_tables_of_markdown() -> None:
    deck = read("| Count | Card |\n|:--|---|\n| 4 | Opt |\n\n**Sideboard**\n\n"
                "| Count | Card |\n|---|---|\n| 2 | Negate |")  # fmt: skip
    assert (titles(deck), deck.unreadable) == ([(4, "Opt", MAIN), (2, "Negate", SIDEBOARD)], ())


def test_rows_that_are_headings() -> None:
    text = "Count,Name\nMain deck,\n4,Opt\n\n,,\n,Sideboard\n2,Negate\n"
    assert titles(read(text)) == [(4, "Opt", MAIN), (2, "Negate", SIDEBOARD)]


def test_sets_by_name_and_titles_with_additions() -> None:
    assert [line.set_code for line in read(DECKBOX).lines] == ["DOM", "EXO"]
    assert titles(read(TCGPLAYER)) == [
        (4, "Opt", MAIN),
        (1, "Lim-Dûl's Vault", MAIN),
        (2, "Plains", MAIN),
    ]
    assert read(TCGPLAYER).lines[2].collector_number == "267"


@pytest.mark.parametrize(
    "header",
    [
        "Anzahl;Karte", "Menge;Kartenname", "Quantité;Nom", "Nombre;Carte", "Cantidad;Nombre",
        "Quantità;Carta", "Quantidade;Nome", "Количество;Название", "枚数;カード名", "数量;牌名",
        "수량;카드 이름", "QTY.;Card-Name", " count ;\tName", "ＱＴＹ;ＮＡＭＥ", '"Count";"Name"',
    ],
)  # fmt: skip
def test_headers_in_the_languages_of_the_cards(header: str) -> None:
    assert titles(read(f"\ufeff{header}\r\n4;Opt\r\n")) == [(4, "Opt", MAIN)]


@pytest.mark.parametrize(
    "text",
    [
        "4 Jace, the Mind Sculptor\n4 Opt",
        "Jace, the Mind Sculptor\nCount, Name",
        "Name, Title\n4,Opt",
        "Count, Quantity\n4,4",
        "Nombre;Número\n4;4",
        "4,Opt\n2,Negate",
        "Count Name\n4 Opt",
        "Deck\n4 Borrowing 100,000 Arrows",
        "",
        ",,,",
    ],
)
def test_no_table(text: str) -> None:
    assert read(text).syntax != "csv"


def test_a_table_by_force_needs_a_header() -> None:
    deck = read("4,Opt\n\n2,Negate", syntax="csv")
    assert deck.unreadable == (Unreadable(1, "4,Opt"), Unreadable(3, "2,Negate"))
    (notice,) = deck.notices
    assert notice.code == "document-broken"
    assert notice.message.startswith("The table cannot be read: its first line must name ")


@pytest.mark.parametrize(
    "row",
    [
        ",Opt", "4,", "10000,Opt", "-1,Opt", "1.5,Opt", '"1,000",Opt', "four,Opt",
        "=4,Opt", "true,Opt", "4 Opt", "9999999999999,Opt", "4,???", "x",
    ],
)  # fmt: skip
def test_a_row_without_count_or_title(row: str) -> None:
    ((number, text, _),) = read(f"Count,Name\n{row}\n4,Opt").unreadable
    assert (number, text) == (2, row)


@pytest.mark.parametrize("count", ["4", "4x", "x4", "4 x", "4.0", "4,0", "04", " 4 "])
def test_counts_are_read_in_every_notation(count: str) -> None:
    assert titles(read(f'Count,Name\n"{count}",Opt')) == [(4, "Opt", MAIN)]


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("4,Jace, the Mind Sculptor", "Jace, the Mind Sculptor"),
        ("4,Borrowing 100,000 Arrows,,", "Borrowing 100,000 Arrows"),
        ('4,"Name Sticker" Goblin', '"Name Sticker" Goblin'),
        ('4,"""Name Sticker"" Goblin"', '"Name Sticker" Goblin'),
        ('4,"Rumors of My Death . . ."', "Rumors of My Death . . ."),
        ("4,+2 Mace", "+2 Mace"),
        ("4,_____", "_____"),
        ("4,Opt,DOM", "Opt"),
    ],
)
def test_titles_with_signs(row: str, name: str) -> None:
    assert titles(read(f"Count,Name\n{row}\n")) == [(4, name, MAIN)]


def test_a_quote_that_is_not_closed_swallows_nothing() -> None:
    deck = read('Count,Name\n4,"Opt\n2,Negate\n1,"Shock\n3,Island')
    assert [(line.copies, line.number) for line in deck.lines] == [(4, 2), (2, 3), (1, 4), (3, 5)]


def test_a_field_over_several_lines() -> None:
    deck = read('Count,Name,Notes\n4,Opt,"draws\n\na card"\n2,Negate,\n')
    assert [(line.number, line.text) for line in deck.lines] == [
        (2, '4,Opt,"draws\n\na card"'),
        (5, "2,Negate,"),
    ]


TEAM = """Player,Count,Name,Board
Ada,4,Opt,Main
Ben,4,Shock,Main
Ada,2,Negate,Sideboard
,1,Island,Main
Ben,x,y,z
"""


def test_a_deck_for_each_player() -> None:
    decks = read_team(TEAM)
    assert [deck.player for deck in decks] == ["Ada", "Ben", None]
    assert titles(decks[0]) == [(4, "Opt", MAIN), (2, "Negate", SIDEBOARD)]
    assert decks[1].unreadable == (Unreadable(6, "Ben,x,y,z"),)
    assert [line.number for line in decks[2].lines] == [5]


def test_a_deck_for_each_name_of_one() -> None:
    decks = read_team("Deck;Qty;Card\nRed;4;Shock\nBlue;4;Opt\n")
    assert [(deck.player, len(deck.lines)) for deck in decks] == [("Red", 1), ("Blue", 1)]


def test_a_pool_is_one_list() -> None:
    (pool,) = read_team(TEAM, pool=True)
    assert len(pool.lines) == 4
    assert {line.section for line in pool.lines} == {MAIN}


def test_a_line_of_the_table_keeps_its_place() -> None:
    deck = read(DRAGON_SHIELD)
    text = "Binder,4,0,Opt,DOM,Dominaria,60,NearMint,Normal,English,0.10,2026-08-01"
    assert deck.lines == (Line(4, "Opt", MAIN, 4, text, "DOM", "60"),)


def test_columns_are_found_by_the_best_title() -> None:
    found = columns(["Name", "Card Name", "Set", "Set Code", "Quantity"])
    assert found
    assert (found.copies, found.names, found.sets) == (4, (1,), (3, 2))


PIECES = st.sampled_from(
    ["Count,Name\n", "Player,Count,Name\n", "4,Opt", ",", ";", "\t", '"', '""', "\n", "\r\n", "\r",
     "sep=,\n", "Sideboard", "\0", "\ud800", "9" * 30]
)  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=5))).map("".join)


@given(TEXTS)
def test_no_row_is_dropped(text: str) -> None:
    read_team(text)
    decks = read_team(f"Count,Name\n{text}", syntax="csv")
    seen = "\n".join(
        [str(line.text) for deck in decks for line in deck.lines]
        + [line.text for deck in decks for line in deck.unreadable]
        + [text for deck in decks for text in deck.unread]
    )
    for row in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        is_comment = row.lstrip(' ,"\t').startswith((";", "#", "//"))
        is_kept = row.strip(' ,"\t') in seen or len(row) > 300 or columns(row.split(","))
        assert (
            is_kept or is_comment or len([field for field in row.split(",") if field.strip()]) <= 1
        )


def test_the_longest_rows_are_read() -> None:
    assert read("Count,Name\n4," + '"' * 200_001).unreadable
    assert read("Count,Name\n" + '4,"Opt\n' * 20_000).lines
    assert read("Count,Name" + ",a" * 100_000).syntax != "csv"


PROSE = ["My deck, as I play it", "https://example.com/decks/12", "```", "Thanks for reading!", ""]


@given(st.lists(st.sampled_from(PROSE), max_size=4), st.lists(st.sampled_from(PROSE), max_size=4))
def test_words_around_a_table_change_no_card_of_it(above: list[str], below: list[str]) -> None:
    table = "Count,Name,Section\n4,Opt,main\n56,Island,main\n2,Negate,sideboard"
    (deck,) = read_team("\n".join([*above, table, *below]))
    (alone,) = read_team(table)
    assert [line[:3] for line in deck.lines] == [line[:3] for line in alone.lines]
    assert set(deck.unread) == {*above, *below} - {"", "```"}
    assert not deck.unreadable
