"""Tables: the exports of many programs, spreadsheets of people, and what is no table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import read, read_team
from headjudge.decklists.documents.tables import columns
from validator.model import MAIN, Line, Unreadable

DRAGON_SHIELD = """"sep=,"

Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,\
Language,Price Bought,Date Bought
Binder,4,0,Opt,DOM,Dominaria,60,NearMint,Normal,English,0.10,2026-08-01
"""


def test_cards_behind_very_many_words_are_not_lost() -> None:
    rows = ["1,Opt," + "1 " * 5000] * 40
    deck = read("\n".join(["Count,Name,Notes", *rows, "1,Opt,and 2 Shock"]))
    assert deck.unreadable[-1].number == 42


def test_a_table_by_force_needs_a_header() -> None:
    deck = read("4,Opt\n\n2,Negate", syntax="csv")
    assert deck.unreadable == (Unreadable(1, "4,Opt"), Unreadable(3, "2,Negate"))
    (notice,) = deck.notices
    assert notice.code == "document-broken"
    assert notice.message.startswith("The table cannot be read: its first line must name ")


def test_a_field_over_several_lines() -> None:
    deck = read('Count,Name,Notes\n4,Opt,"draws\n\na card"\n2,Negate,\n')
    assert [(line.number, line.text) for line in deck.lines] == [
        (2, '4,Opt,"draws\n\na card"'),
        (5, "2,Negate,"),
    ]


def test_a_line_of_the_table_keeps_its_place() -> None:
    deck = read(DRAGON_SHIELD)
    text = "Binder,4,0,Opt,DOM,Dominaria,60,NearMint,Normal,English,0.10,2026-08-01"
    assert deck.lines == (Line(4, "Opt", MAIN, 4, text, "DOM", "60"),)


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
    assert [(line.copies, line.name, line.section) for line in deck.lines] == [
        (line.copies, line.name, line.section) for line in alone.lines
    ]
    assert set(deck.unread) == {*above, *below} - {"", "```"}
    assert not deck.unreadable
