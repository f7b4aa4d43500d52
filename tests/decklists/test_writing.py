"""Writing decks: what is written reads back as the same deck, in every syntax."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import WRITERS, UnknownSyntax, read_team, write
from headjudge.decklists.lines.headings import SECTIONS
from headjudge.decklists.rewriting import writing
from headjudge.decklists.syntaxes import cod, dek
from tests.decklists.titles import SAMPLE, TITLES
from tests.played.lists import TOURNAMENTS
from validator.model import MAIN, MAYBEBOARD, SIDEBOARD, Decklist, Line

ODD_TITLES = (
    '"Rumors of My Death . . ."',
    '"Name Sticker" Goblin',
    "+2 Mace",
    "1996 World Champion",
    "Erase (Not the Urza's Legacy One)",
    "Hazmat Suit (Used)",
    "_____",
    "X",
    "Conspiracy",
    "Jace, the Mind Sculptor",
    "Borrowing 100,000 Arrows",
    "R&D's Secret Lair",
    "Fire // Ice",
    "B.F.M. (Big Furry Monster)",
    "Lim-Dûl's Vault",
    "Pip-Boy 3000",
)
HOLDS: dict[str, Collection[str]] = {
    "arena": writing.ARENA_SECTIONS,
    "mtgo": writing.MTGO_SECTIONS,
    "dek": dek.SECTIONS,
    "cod": cod.ZONES,
}
"""The sections that a syntax has, where it has not all of them."""

Counted = Counter[tuple[str, str]]


def counted(deck: Decklist) -> Counted:
    """Copies by title and section."""
    total = Counted()
    for line in deck.lines:
        total[line.name, line.section] += line.copies
    return total


def read_back(text: str, syntax: str | None = None) -> Decklist:
    (deck,) = read_team(text, syntax=syntax)
    assert deck.unreadable == ()
    return deck


def lines(sections: st.SearchStrategy[str]) -> st.SearchStrategy[Decklist]:
    line = st.builds(
        Line,
        copies=st.integers(1, 9999),
        name=st.sampled_from(TITLES) | st.sampled_from(ODD_TITLES),
        section=sections,
        set_code=st.sampled_from([None, "DOM", "PLST", "2X2"]),
        collector_number=st.sampled_from([None, "60", "60a", "DOM-60", "★"]),
    )
    return st.lists(line, max_size=12).map(lambda lines: Decklist(tuple(lines)))


@pytest.mark.parametrize("syntax", WRITERS)
@given(st.data())
def test_a_round_trip(syntax: str, data: st.DataObject) -> None:
    deck = data.draw(lines(st.sampled_from(sorted(HOLDS.get(syntax, SECTIONS)))))
    text = write(deck, syntax)
    assert counted(read_back(text)) == counted(deck)
    assert counted(read_back(text, syntax)) == counted(deck)


@pytest.mark.parametrize("syntax", WRITERS)
def test_every_odd_title_survives(syntax: str) -> None:
    deck = Decklist(tuple(Line(1 + at % 4, title) for at, title in enumerate(SAMPLE)))
    assert counted(read_back(write(deck, syntax))) == counted(deck)


@pytest.mark.parametrize("syntax", WRITERS)
def test_what_is_written_is_recognised(syntax: str) -> None:
    deck = Decklist((Line(60, "Island"), Line(15, "Negate", SIDEBOARD)))
    (read,) = read_team(write(deck, syntax))
    assert read.syntax == syntax
    assert read.because


@pytest.mark.parametrize("syntax", WRITERS)
def test_an_empty_deck(syntax: str) -> None:
    assert read_back(write(Decklist(), syntax)).lines == ()


@pytest.mark.parametrize("syntax", ["cod", "csv", "json", "arena"])
def test_printings_are_kept(syntax: str) -> None:
    deck = Decklist((Line(4, "Opt", MAIN, None, None, "DOM", "60"),))
    (line,) = read_back(write(deck, syntax)).lines
    assert (line.set_code, line.collector_number) == ("DOM", "60")


@pytest.mark.parametrize("syntax", ["dek", "cod", "mtgo"])
def test_sections_without_a_place(syntax: str) -> None:
    deck = Decklist(
        (
            Line(60, "Island"),
            Line(1, "Lurrus of the Dream-Den", "companion"),
            Line(1, "Lurrus of the Dream-Den", SIDEBOARD),
            Line(1, "Kaheera, the Orphanguard", "companion"),
            Line(1, "Krenko, Mob Boss", "commander"),
            Line(9, "Opt", MAYBEBOARD),
        )
    )
    read = counted(read_back(write(deck, syntax)))
    assert read == {
        ("Island", MAIN): 60,
        ("Lurrus of the Dream-Den", SIDEBOARD): 1,
        ("Kaheera, the Orphanguard", SIDEBOARD): 1,
        ("Krenko, Mob Boss", SIDEBOARD): 1,
    }


def test_magic_online_has_a_heading_where_a_blank_line_is_not_clear() -> None:
    side = Line(2, "Negate", SIDEBOARD)
    assert writing.mtgo(Decklist((Line(60, "Island"), side))) == "60 Island\n\n2 Negate\n"
    assert writing.mtgo(Decklist((Line(40, "Island"), side))) == (
        "40 Island\n\nSideboard\n2 Negate\n"
    )
    many = Line(16, "Negate", SIDEBOARD)
    assert "Sideboard\n16 Negate" in writing.mtgo(Decklist((Line(60, "Island"), many)))


def test_arena_writes_set_and_number_where_both_can_be_read() -> None:
    deck = Decklist(
        (
            Line(4, "Opt", MAIN, None, None, "DOM", "60"),
            Line(4, "Island", MAIN, None, None, "DOM"),
            Line(1, "Negate", SIDEBOARD, None, None, "no set", "60"),
        )
    )
    cards = "Deck\n4 Opt (DOM) 60\n4 Island\n\nSideboard\n1 Negate\n"
    assert writing.arena(deck) == f"About\nName Decklist\n\n{cards}"
    assert writing.arena(deck._replace(player="Ada\n4 Opt")) == f"About\nName Ada 4 Opt\n\n{cards}"


@pytest.mark.parametrize("syntax", WRITERS)
@given(st.text() | st.sampled_from(["a\n4 Opt", "<&\"'>", "\x00\x0b", "\ud800", "]]>", '",,"']))
def test_any_name_can_be_written(syntax: str, name: str) -> None:
    text = write(Decklist((Line(1, f"a{name}"), Line(2, "Opt"))), syntax)
    text.encode()
    decks = read_team(text)
    assert sum(line.copies for line in decks[-1].lines if line.name == "Opt") == 2


def test_nothing_writes_an_unknown_syntax() -> None:
    with pytest.raises(UnknownSyntax, match="'morse'"):
        write(Decklist(), "morse")


@pytest.mark.parametrize("syntax", WRITERS)
def test_decks_that_were_played(syntax: str) -> None:
    for deck in (played.deck for played in TOURNAMENTS[::5]):
        read = read_back(write(deck, syntax))
        assert counted(read) == counted(deck)
        # Without a sideboard nothing tells Magic Online's list from one that was typed.
        side = any(line.section == SIDEBOARD for line in deck.lines)
        assert read.syntax == syntax or (syntax, side) == ("mtgo", False)
