"""Writing decks: what is written reads back as the same deck."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import read_team, write
from headjudge.decklists.lines.headings import SECTIONS
from tests.decklists.titles import SAMPLE, TITLES
from tests.played.lists import TOURNAMENTS
from validator.model import TOKENS, Decklist, Line

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


@given(st.data())
def test_a_round_trip(data: st.DataObject) -> None:
    deck = data.draw(lines(st.sampled_from(sorted(SECTIONS.keys() - {TOKENS}))))
    text = write(deck)
    assert counted(read_back(text)) == counted(deck)
    assert counted(read_back(text, "text")) == counted(deck)


def test_every_odd_title_survives() -> None:
    deck = Decklist(tuple(Line(1 + at % 4, title) for at, title in enumerate(SAMPLE)))
    assert counted(read_back(write(deck))) == counted(deck)


def test_an_empty_deck() -> None:
    assert read_back(write(Decklist())).lines == ()


@given(st.text() | st.sampled_from(["a\n4 Opt", "<&\"'>", "\x00\x0b", "\ud800", "]]>", '",,"']))
def test_any_name_can_be_written(name: str) -> None:
    text = write(Decklist((Line(1, f"a{name}"), Line(2, "Opt"))))
    text.encode()
    decks = read_team(text)
    assert sum(line.copies for line in decks[-1].lines if line.name == "Opt") == 2


def test_decks_that_were_played() -> None:
    for deck in (played.deck for played in TOURNAMENTS[::5]):
        read = read_back(write(deck))
        assert counted(read) == counted(deck)
