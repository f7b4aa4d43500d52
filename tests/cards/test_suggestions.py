"""What an unknown name may have been meant for."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from benchmarks.suggestions import misspell, share_of_first, trials_of
from cards import Card, catalogue
from cards.lookup import MOST_BEGINNINGS, MOST_COMPLETIONS
from cards.suggestions import CONSIDERED
from tests.cards.names import ROWS


@pytest.mark.parametrize(("written", "meant"), ROWS["suggested"])
def test_the_first_suggestion_is_the_title_meant(written: str, meant: str) -> None:
    assert catalogue().suggest(written)[0] == meant


@pytest.mark.parametrize("written", ["", "   ", "qzxqzx", "%%% ???", "\ud800", "\0", "x" * 5_000])
def test_nothing_is_suggested_for_what_is_like_nothing(written: str) -> None:
    assert catalogue().suggest(written) == ()


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_no_more_are_suggested_than_asked_for(limit: int) -> None:
    suggestions = catalogue().suggest("Lightnin Blt", limit)
    assert len(suggestions) == len(set(suggestions)) == limit


@pytest.mark.parametrize("written", ["Lightning Bol", "Lightnig Bolt", "Blitzschlagg"])
def test_a_title_one_error_away_is_the_only_suggestion(written: str) -> None:
    assert catalogue().suggest(written) == ("Lightning Bolt",)


def test_a_count_before_the_beginning_of_a_title_is_left_out() -> None:
    assert catalogue().complete("4x Lightning B", 1) == ("Lightning Bolt",)


NAMED = ("Jace", "Sarkhan", "Thalia", "Atraxa", "Oko", "Teferi", "Emrakul")


@pytest.mark.parametrize("written", NAMED)
def test_titles_that_begin_with_the_words_come_first(written: str) -> None:
    suggestions = catalogue().suggest(written)
    assert suggestions
    assert all(title.startswith(written) for title in suggestions)
    assert [card.title for card in catalogue().starting_with(written)][:3] == list(suggestions[:3])[
        : len(catalogue().starting_with(written))
    ]


@pytest.mark.parametrize(("written", "begins", "begins_not"), ROWS["begun"])
def test_titles_begin_with_whole_words(written: str, begins: str, begins_not: str) -> None:
    titles = [card.title for card in catalogue().starting_with(written)]
    assert begins in titles
    assert begins_not not in titles


@pytest.mark.parametrize("written", ["", "the", "a", "%", "_", "\ud800", "\0", "x" * 5_000])
def test_no_title_begins_so(written: str) -> None:
    assert catalogue().starting_with(written) == ()


def test_the_best_known_come_first() -> None:
    printings = [len(card.printings) for card in catalogue().starting_with("Goblin")]
    assert printings == sorted(printings, reverse=True)
    assert len(printings) == MOST_BEGINNINGS


def test_legal_titles_come_before_others_equally_near() -> None:
    facts = catalogue()
    assert facts.suggest("Jace", 3)[0] != "Jace Reawakened"
    assert facts.suggest("Jace", 3, lambda card: card.is_in({"OTJ"}))[0] == "Jace Reawakened"
    # One error away is nearer than any title that a format has.
    assert facts.suggest("Lightnig Bolt", 3, lambda card: False) == ("Lightning Bolt",)
    assert len(facts.suggest("Lightnin Blt", 3, lambda card: False)) == 3


def test_a_remark_in_brackets_is_left_out() -> None:
    remark = "(which draws a card, and is in all of my decks)"
    assert catalogue().suggest(f"Lightnig Bolt {remark}")[0] == "Lightning Bolt"
    assert catalogue().suggest(f"fractius com chifre {remark}")[0] == "Horned Sliver"


@pytest.mark.parametrize("written", ["Goblin", "The", "s", "xx", "Lightnin Blt", "Forrr", "Ligh"])
def test_legality_is_asked_of_a_bounded_number(written: str) -> None:
    asked: list[str] = []

    def is_legal(card: Card) -> bool:
        asked.append(card.title)
        return False

    catalogue().suggest(written, 3, is_legal)
    assert len(asked) <= MOST_BEGINNINGS + 5 * CONSIDERED
    asked.clear()
    catalogue().complete(written, 50, is_legal)
    assert len(asked) <= 2 * MOST_COMPLETIONS


def test_the_right_title_comes_first() -> None:
    asked = list(trials_of(400, seed=20))
    share = share_of_first(asked)
    assert share is not None
    assert share >= 0.97
    assert {one.outcome for one in asked} >= {"first", "corrected"}


def test_no_error_is_corrected_to_another_card() -> None:
    facts = catalogue()
    chance = random.Random(21)
    for title in chance.sample(list(facts.titles()), 2_000):
        if any(map(str.isalpha, title)):
            written, _ = misspell(title, chance)
            match = facts.find(written)
            card = match.card
            assert match.level != "corrected" or (card and card.title == title), written


@pytest.mark.parametrize("kind", ["wrong key", "missing", "doubled", "extra key", "swapped"])
def test_each_error_of_the_measurement_is_one(kind: str) -> None:
    chance = random.Random(22)
    errors = [misspell("Fury", chance) for _ in range(200)]
    made = [written for written, found in errors if found == kind]
    assert made
    assert all(OSA.distance("fury", written.lower()) == 1 for written in made)


@settings(max_examples=25)
@given(st.text(max_size=30))
def test_suggestions_are_titles_and_at_most_three(text: str) -> None:
    suggestions = catalogue().suggest(text)
    assert len(suggestions) == len(set(suggestions)) <= 3
    assert suggestions == catalogue().suggest(text)
    assert all(catalogue().find(title).level == "exact" for title in suggestions)
