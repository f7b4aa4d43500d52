"""Which card a written name means, level by level, and which names are those of tokens."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import catalogue, store
from cards.model import EXPLAINED
from tests.cards.names import ROWS


@pytest.mark.parametrize(("written", "level", "title"), ROWS["levels"])
def test_the_level_at_which_a_name_means_a_card(written: str, level: str, title: str) -> None:
    match = catalogue().find(written)
    assert (match.level, match.card and match.card.title) == (level, title)
    plain = catalogue().plain[written]
    assert (plain and plain.title) == (None if level in EXPLAINED else title)


@pytest.mark.parametrize(
    ("written", "language"), [("Blitzschlag", "de"), ("foudre", "fr"), ("稲妻", "ja")]
)
def test_the_language_of_a_translation(written: str, language: str) -> None:
    assert catalogue().languages(written, catalogue().card("Lightning Bolt")) == {language}


LONG_OR_BROKEN = (
    "Lightning Bolt" + " " * 500, "\ud800", "Lightning \udfff Bolt", "x" * 5_000, "/" * 5_000,
    "Lightning Bolt" + " x" * 2_500,
)  # fmt: skip


@pytest.mark.parametrize("written", [*ROWS["no_card"], *LONG_OR_BROKEN])
def test_names_of_no_card(written: str) -> None:
    match = catalogue().find(written)
    assert (match.level, match.cards, match.card) == ("none", (), None)
    assert not catalogue().is_title(written)


@pytest.mark.parametrize(("written", "titles"), ROWS["several"])
def test_a_name_of_several_cards_is_none_of_them(written: str, titles: list[str]) -> None:
    match = catalogue().find(written)
    assert match.card is None
    assert sorted(card.title for card in match.cards) == titles
    assert catalogue().is_title(written)


def test_every_title_means_its_own_card() -> None:
    facts = catalogue()
    for title in facts.titles():
        match = facts.find(title)
        assert match.level == "exact"
        assert match.card is not None
        assert match.card.title == title


def test_every_face_and_alternative_title_names_something() -> None:
    facts = catalogue()
    for card in map(facts.card, facts.titles()):
        for name in (*card.faces, *card.alternative_titles):
            assert facts.is_title(name), name
        if card.status == "paper" and card.faces:
            assert card in facts.find(card.faces[0]).cards


@pytest.mark.parametrize(("written", "set_code", "titles"), ROWS["printed"])
def test_a_set_settles_a_name_of_several_cards(
    written: str, set_code: str, titles: list[str]
) -> None:
    match = catalogue().find_printed(written, set_code)
    assert sorted(card.title for card in match.cards) == titles
    assert (match.card is not None) == (len(titles) == 1)


@pytest.mark.parametrize(("title", "set_code", "was_printed"), ROWS["sets_of_cards"])
def test_whether_a_card_can_be_of_a_set(title: str, set_code: str, was_printed: bool) -> None:
    facts = catalogue()
    assert facts.was_printed(facts.card(title), set_code) == was_printed


def test_codes_of_other_programs_mean_sets_that_there_are() -> None:
    origins = tomllib.loads(store.SET_CODES.read_text("utf-8"))["origin"]
    meant = {code for origin in origins for codes in origin["codes"].values() for code in codes}
    assert meant <= catalogue().sets.keys()
    assert all(code == code.upper() for origin in origins for code in origin["codes"])


@pytest.mark.parametrize("written", ["lightning bolt", "Fire", "Blitzschlag", "No Such Card", ""])
def test_a_card_is_had_by_its_exact_title_alone(written: str) -> None:
    with pytest.raises(KeyError):
        catalogue().card(written)


@given(st.text(st.characters(), max_size=40))
def test_any_text_can_be_asked_for(text: str) -> None:
    match = catalogue().find(text)
    assert (match.card is not None) == (len(match.cards) == 1)
    assert bool(match.cards) == (match.level != "none")


@pytest.mark.parametrize("written", ROWS["tokens"])
def test_names_of_tokens(written: str) -> None:
    assert catalogue().is_token(written)


@pytest.mark.parametrize("written", [*ROWS["no_tokens"], "x" * 5_000 + " token"])
def test_names_of_none(written: str) -> None:
    assert not catalogue().is_token(written)


def test_no_title_is_a_token() -> None:
    facts = catalogue()
    assert not [title for title in facts.titles() if facts.is_token(title)]


@pytest.mark.parametrize(("set_code", "expected"), ROWS["token_sets"])
def test_sets_of_tokens(set_code: str, expected: bool) -> None:
    assert catalogue().is_of_tokens(set_code) == expected
