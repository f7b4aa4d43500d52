"""What an unknown name may have been meant for."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from benchmarks.suggestions import ask, damaged, share_of_first
from cards import catalogue


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Lighning Bolt", "Lightning Bolt"),
        ("Lightnig Botl", "Lightning Bolt"),
        ("Brianstorm", "Brainstorm"),
        ("Naturallize", "Naturalize"),
        ("Naturalise", "Naturalize"),
        ("birds of paradice", "Birds of Paradise"),
        ("Tarmogoyff", "Tarmogoyf"),
        ("Snapcaster Maeg", "Snapcaster Mage"),
        ("Swrods to Plowshares", "Swords to Plowshares"),
        ("Wrath of Gdo", "Wrath of God"),
        ("Lim-Dûls Vualt", "Lim-Dûl's Vault"),
        ("Erayo, Soratmi Ascendant", "Erayo, Soratami Ascendant // Erayo's Essence"),
        ("Ascendant Erayos Esence", "Erayo, Soratami Ascendant // Erayo's Essence"),
        ("Startl", "Startle"),
        ("Waste Lnad", "Wasteland"),
        ("Blitzschlagg", "Lightning Bolt"),
        ("Foudrre", "Lightning Bolt"),
        ("lblitzschlag", "Lightning Bolt"),
        ("удар молни", "Lightning Bolt"),
        ("дар молнии", "Lightning Bolt"),
        ("稲麦", "Lightning Bolt"),
        ("帰化化", "Naturalize"),
        ("Waldd", "Forest"),
    ],
)
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
def test_of_titles_one_error_away_no_other_is_suggested(written: str) -> None:
    assert catalogue().suggest(written) == ("Lightning Bolt",)


def test_the_right_title_comes_first() -> None:
    asked = list(ask(400, seed=20))
    share = share_of_first(asked)
    assert share is not None
    assert share >= 0.97
    assert {one.outcome for one in asked} >= {"first", "corrected"}


def test_no_error_is_corrected_to_another_card() -> None:
    facts = catalogue()
    chance = random.Random(21)
    for title in chance.sample(list(facts.titles()), 2_000):
        if any(map(str.isalpha, title)):
            written, _ = damaged(title, chance)
            match = facts.find(written)
            card = match.card
            assert match.level != "corrected" or (card and card.title == title), written


@pytest.mark.parametrize("kind", ["wrong key", "missing", "doubled", "extra key", "swapped"])
def test_each_error_of_the_measurement_is_one(kind: str) -> None:
    chance = random.Random(22)
    errors = [damaged("Fury", chance) for _ in range(200)]
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
