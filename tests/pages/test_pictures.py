"""Pictures of decks: what they count, and that every drawing stays within its frame."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cards
from headjudge import decklists
from headjudge.web.pages.check import pictures
from headjudge.web.pages.check.pictures import Pictures
from validator import read_alone

TITLES = sorted(cards.catalogue().titles())


def drawn(text: str) -> Pictures:
    return pictures.of_deck(read_alone(decklists.read(text)).decks[0])


def bars(found: Pictures, kind: str) -> dict[str, int]:
    """Copies by label, of what is drawn at all."""
    (picture,) = (one for one in found.drawn if one.kind == kind)
    return {str(bar.label): bar.copies for bar in picture.bars if bar.copies}


def test_what_is_counted() -> None:
    found = drawn(
        "4 Lightning Bolt\n2 Lightning Helix\n3 Emrakul, the Aeons Torn\n20 Mountain\n1 Sol Ring\n"
        "4 Foerst\nSideboard\n4 Opt"
    )
    assert bars(found, "curve") == {"1": 5, "2": 2, "7+": 3}
    assert bars(found, "colors") == {"White": 2, "Red": 6, "Colorless": 4}
    assert (found.spells, found.lands) == (10, 20)
    assert found.average == pytest.approx((4 + 2 * 2 + 3 * 15 + 1) / 10)


def test_the_words_say_what_is_drawn() -> None:
    curve, colors = drawn("4 Lightning Bolt\n1 Lightning Helix").drawn
    assert curve.words == "1: 4 cards and 2: 1 card"
    assert colors.words == "White: 1 card and Red: 5 cards"


@given(st.dictionaries(st.sampled_from(TITLES), st.integers(1, 9999), max_size=30))
def test_nothing_leaves_its_frame(deck: dict[str, int]) -> None:
    for picture in drawn("\n".join(f"{count} {title}" for title, count in deck.items())).drawn:
        for bar in picture.bars:
            assert 0 <= bar.x <= bar.x + bar.width <= picture.width
            assert 0 <= bar.y <= bar.y + bar.height <= picture.height
            assert not bar.copies or min(bar.width, bar.height) >= 1
