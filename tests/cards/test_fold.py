"""How titles are compared: what folding undoes, and what it keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue, fold, loosen
from cards.titles import is_shortened
from tests.cards.names import ROWS

TITLES = st.sampled_from(tuple(catalogue().titles()))


@pytest.mark.parametrize(("written", "folded"), ROWS["folded"])
def test_folding(written: str, folded: str) -> None:
    assert fold(written) == folded


@pytest.mark.parametrize(("one", "other"), ROWS["apart"])
def test_folding_keeps_titles_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(("written", "loosened"), ROWS["loosened"])
def test_loosening(written: str, loosened: str) -> None:
    assert loosen(written) == loosened


@pytest.mark.parametrize(("one", "other", "expected"), ROWS["left_out"])
def test_words_are_left_out_or_added_and_never_replaced(
    one: str, other: str, expected: bool
) -> None:
    assert is_shortened(one, other) == expected


def test_no_two_titles_fold_alike() -> None:
    titles = list(catalogue().titles())
    assert len({fold(title) for title in titles}) == len(titles)


def test_one_pair_of_titles_loosens_alike() -> None:
    seen: dict[str, str] = {}
    alike = [
        (seen[loose], title)
        for title in catalogue().titles()
        if seen.setdefault(loose := loosen(title), title) != title
    ]
    assert alike == [("Waste Land", "Wasteland")]


@given(TITLES)
def test_case_and_white_space_mean_nothing(title: str) -> None:
    spaced = title.replace(" ", " \u00a0\t")
    assert fold(title.upper()) == fold(title.lower()) == fold(f" {spaced}\n") == fold(title)


@given(st.text())
def test_any_text_can_be_folded_and_loosened(text: str) -> None:
    assert fold(text) == fold(text).strip()
    letters = text.replace("_", "")  # each blank of "_____ _____ Trespasser" is a word of its own
    assert loosen(letters) == loosen(loosen(letters))
    assert not loosen(text) or loosen(text).replace("_", "x").isalnum()
