"""Building decks from a pool: no move loses a card."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue
from tests.validator.conftest import decklist
from validator.limited.pool_building import (
    COPIES_MAX,
    LEFT,
    Assignment,
    CannotMove,
    assignment,
    bring,
    move,
)
from validator.model import MAIN, SIDEBOARD, Place
from validator.titles import resolve

FREE = frozenset({"Island", "Forest"})
TITLES = ("Opt", "Negate", "Shock", "Nobody's Card", "Island", "Forest")
A, B = Place(0, MAIN), Place(1, MAIN)
B_SIDEBOARD = Place(1, SIDEBOARD)
PLACES = (LEFT, A, B, B_SIDEBOARD, Place(0, SIDEBOARD), Place(2, MAIN), Place(0, "attic"))


def built(pool: Sequence[str], *decks: Sequence[str]) -> Assignment:
    facts = catalogue()
    read = [resolve(decklist(deck), index, facts) for index, deck in enumerate(decks)]
    return assignment(resolve(decklist(pool), None, facts), read, FREE)


def in_all(state: Assignment) -> dict[str, int]:
    """Copies by title, wherever they are; those of free lands do not count."""
    return {title: state.used[title] + state.left.get(title, 0) for title in state.pool}


def test_unused_cards_are_left() -> None:
    state = built(["3 opt", "2 Shock", "9 Island"], ["1 Opt", "8 Island"], ["sideboard: 1 Opt"])
    assert state.pool == {"Opt": 3, "Shock": 2}
    assert state.left == {"Opt": 1, "Shock": 2}
    assert state.beyond == {}
    assert (state.size(0), state.size(1), state.size(1, SIDEBOARD)) == (9, 0, 1)


def test_a_card_goes_to_a_deck_to_the_other_and_back() -> None:
    before = built(["2 Opt"], [], [])
    one = move(before, "Opt", 2, LEFT, A)
    two = move(one, "Opt", 1, A, B_SIDEBOARD)
    assert (dict(one.decks[0]), one.left) == ({(MAIN, "Opt"): 2}, {})
    assert two.decks == ({(MAIN, "Opt"): 1}, {(SIDEBOARD, "Opt"): 1})
    three = move(move(two, "Opt", 1, A, LEFT), "Opt", 1, B_SIDEBOARD, LEFT)
    assert (three.left, three.decks) == ({"Opt": 2}, ({}, {}))
    assert before.left == {"Opt": 2}


def test_basic_lands_come_without_end_and_are_not_left() -> None:
    state = move(built(["1 Opt", "3 Island"], [], []), "Island", 17, LEFT, A)
    assert (state.size(0), state.left) == (17, {"Opt": 1})
    assert move(state, "Island", 17, A, LEFT).decks == ({}, {})


def test_a_copy_beyond_the_pool_is_reported_and_removed() -> None:
    state = built(["1 Opt"], ["2 Opt", "1 Shock"], [])
    assert state.beyond == {"Opt": 1, "Shock": 1}
    state = move(move(state, "Opt", 1, A, LEFT), "Shock", 1, A, LEFT)
    assert (state.beyond, state.left, state.used["Opt"]) == ({}, {}, 1)


def test_a_name_of_no_card_is_moved_like_others() -> None:
    state = move(built(["1 Nobody's Card"], [], []), "Nobody's Card", 1, LEFT, B)
    assert state.decks[1] == {(MAIN, "Nobody's Card"): 1}


@pytest.mark.parametrize(
    ("title", "copies", "source", "target", "said"),
    [
        ("Opt", 3, LEFT, A, "What is left of the pool has 2 copies of Opt, not 3."),
        ("Opt", 1, A, B, "The main deck of deck 1 has no copy of Opt, not 1."),
        ("Opt", 1, B_SIDEBOARD, A, "The sideboard of deck 2 has no copy of Opt, not 1."),
        ("Ponder", 1, LEFT, A, "What is left of the pool has no copy of Ponder, not 1."),
        ("Opt", 0, LEFT, A, "At least one copy is moved."),
        ("Opt", 1, LEFT, Place(2, MAIN), "There is no deck 3: the team has 2 decks."),
        ("Opt", 1, LEFT, Place(0, "attic"),
         "Cards are moved between main decks, sideboards and the pool."),
        ("Island", COPIES_MAX, LEFT, B, "The main deck of deck 2 may list at most 9999 copies of a"
         " title."),
    ],
)  # fmt: skip
def test_a_move_that_cannot_be_made(
    title: str, copies: int, source: Place, target: Place, said: str
) -> None:
    with pytest.raises(CannotMove) as error:
        move(built(["2 Opt"], [], ["1 Island"]), title, copies, source, target)
    assert str(error.value) == said


@given(
    pool=st.lists(st.tuples(st.integers(1, 4), st.sampled_from(TITLES)), max_size=8),
    moves=st.lists(
        st.tuples(
            st.sampled_from(TITLES), st.integers(-1, 5), st.sampled_from(PLACES),
            st.sampled_from(PLACES),
        ),
        max_size=60,
    ),
)  # fmt: skip
def test_no_move_loses_or_makes_a_card(
    pool: list[tuple[int, str]], moves: list[tuple[str, int, Place, Place]]
) -> None:
    state = built([f"{copies} {title}" for copies, title in pool], [], [])
    for title, copies, source, target in moves:
        try:
            after = move(state, title, copies, source, target)
        except CannotMove as error:
            assert str(error).endswith(".")
            continue
        if source != target:
            for place, more in ((source, -copies), (target, copies)):
                if place != LEFT or title not in FREE:
                    assert after.copies(title, place) == state.copies(title, place) + more
        state = after
        assert in_all(state) == state.pool
        assert state.beyond == {}
        assert all(number > 0 for deck in state.decks for number in deck.values())


@given(
    copies=st.integers(1, 4),
    moves=st.lists(st.tuples(st.sampled_from(PLACES[:5]), st.sampled_from([1, 2, None]))),
)
def test_copies_are_brought_from_wherever_they_are(
    copies: int, moves: list[tuple[Place, int | None]]
) -> None:
    state = built([f"{copies} Opt", "9 Island"], [], [])
    for target, number in moves:
        there = state.copies("Opt", target)
        state = bring(state, "Opt", target, number)
        wanted = copies if number is None else min(copies, there + number)
        assert state.copies("Opt", target) == wanted
        assert in_all(state) == {"Opt": copies}
        assert bring(state, "Island", target) == state


def test_copies_are_brought_from_what_is_left_first() -> None:
    state = bring(built(["2 Opt"], ["1 Opt"], []), "Opt", B, 1)
    assert (state.left, state.copies("Opt", A), state.copies("Opt", B)) == ({}, 1, 1)
