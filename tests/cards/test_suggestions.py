"""What an unknown name may have been meant for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    ],
)
def test_the_first_suggestion_is_the_title_meant(written: str, meant: str) -> None:
    assert catalogue().suggest(written)[0] == meant


@pytest.mark.parametrize("written", ["", "   ", "qzxqzx", "%%% ???", "\ud800", "\0", "x" * 5_000])
def test_nothing_is_suggested_for_what_is_like_nothing(written: str) -> None:
    assert catalogue().suggest(written) == ()


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_no_more_are_suggested_than_asked_for(limit: int) -> None:
    suggestions = catalogue().suggest("Lightning Bol", limit)
    assert len(suggestions) == len(set(suggestions)) == limit


@settings(max_examples=25)
@given(st.text(max_size=30))
def test_suggestions_are_titles_and_at_most_three(text: str) -> None:
    suggestions = catalogue().suggest(text)
    assert len(suggestions) == len(set(suggestions)) <= 3
    assert suggestions == catalogue().suggest(text)
    assert all(catalogue().find(title).level == "exact" for title in suggestions)
