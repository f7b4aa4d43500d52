"""The catalogue that ships: that it holds all the facts, and that they go together."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cards import Card, Catalogue, catalogue
from cards.store import SHIPPED


@pytest.fixture(scope="module")
def every_card() -> list[Card]:
    facts = catalogue()
    return [facts.card(title) for title in facts.titles()]


@pytest.fixture
def store() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{SHIPPED.as_uri()}?mode=ro", uri=True)) as connection:
        yield connection


def test_it_holds_the_translations(store: sqlite3.Connection) -> None:
    counts = dict(store.execute("SELECT language, count(*) FROM translations GROUP BY language"))
    assert counts.keys() == {
        "de", "fr", "it", "es", "pt-BR", "ja", "ko", "ru", "zh-Hans", "zh-Hant",
    }  # fmt: skip
    assert sum(counts.values()) > 180_000


def test_sets_are_in_order_of_release() -> None:
    sets = catalogue().sets
    assert list(sets) == sorted(sets, key=lambda code: (sets[code].released, code))
    assert all(code == one.code == code.upper() for code, one in sets.items())


def test_every_printing_is_in_a_set(every_card: list[Card]) -> None:
    sets = catalogue().sets
    assert {code for card in every_card for code, _ in card.printings} <= sets.keys()
    assert {rarity for card in every_card for _, rarity in card.printings} == set("CURMLS")


def test_every_card_but_dungeons_was_printed(every_card: list[Card]) -> None:
    """Dungeons are printed on the backs of tokens."""
    assert {card.types for card in every_card if not card.printings} == {("Dungeon",)}


def test_a_second_face_belongs_to_one_card_or_to_the_two_that_meld(every_card: list[Card]) -> None:
    by_back = defaultdict(list)
    for card in every_card:
        for face in card.faces[1:]:
            by_back[face].append(card)
    for back, cards in by_back.items():
        layouts = {card.layout for card in cards}
        assert len(cards) == (2 if layouts == {"meld"} else 1), back
        assert len({card.printings[0].set_code for card in cards}) == 1, back


def test_the_title_of_a_card_with_faces_is_its_faces(every_card: list[Card]) -> None:
    assert all(" // ".join(card.faces) == card.title for card in every_card if card.faces)


def test_colored_cards_have_mana_values(every_card: list[Card]) -> None:
    """The value of a card with two faces is that of its front, not of a back without a cost."""
    assert [
        card.title
        for card in every_card
        if card.layout in ("transform", "modal_dfc", "meld") and card.colors and not card.mana_value
    ] == []


def test_titles_with_a_copy_limit_of_their_own(every_card: list[Card]) -> None:
    numbers = {card.title: card.copy_limit for card in every_card if card.copy_limit}
    assert {title: limit for title, limit in numbers.items() if limit != "any"} == {
        "Nazgûl": 9,
        "Once More with Feeling": 1,
        "Seven Dwarves": 7,
        "Vazal, the Compleat": 1,
    }
    assert numbers["Relentless Rats"] == numbers["Rat Colony"] == "any"


def test_the_basic_lands(every_card: list[Card]) -> None:
    five = {"Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes"}
    basics = {card.title for card in every_card if card.is_basic and card.status == "paper"}
    assert basics == five | {f"Snow-Covered {title}" for title in five}


@pytest.mark.parametrize(
    ("title", "status"),
    [
        ("Lightning Bolt", "paper"),
        ("Blacker Lotus", "funny"),
        ("Waste Land", "funny"),
        ("________ Goblin", "paper"),
        ("Baffling Defenses", "online"),
    ],
)
def test_the_status_of_a_card(title: str, status: str) -> None:
    assert catalogue().card(title).status == status


def test_a_store_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        Catalogue(tmp_path / "none.sqlite")


@pytest.mark.parametrize(
    ("title", "language", "shown"),
    [
        ("Lightning Bolt", "de", "Blitzschlag"),
        ("Lightning Bolt", "ja", "稲妻"),
        ("Fire // Ice", "fr", "Feu // Glace"),
        ("Snow-Covered Island", "pt-BR", "Ilha da Neve"),
        ("Lightning Bolt", "xx", None),
    ],
)
def test_titles_in_other_languages(title: str, language: str, shown: str | None) -> None:
    assert catalogue().title_in(title, language) == shown
