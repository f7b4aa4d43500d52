"""Cards that no deck may hold."""

from __future__ import annotations

import formats
from cards import Card, catalogue
from formats.files import FOLDER, read_toml

PLAYED_AS_DECK_CARDS = {"split", "saga", "class", "adventure", "room", "prepare"}


def test_types_that_are_no_deck_cards() -> None:
    assert formats.deck_card_rules().nontraditional_types == {
        "Plane", "Phenomenon", "Scheme", "Vanguard", "Dungeon", "Conspiracy", "Stickers",
    }  # fmt: skip
    assert formats.deck_card_rules().nontraditional_subtypes == {"Attraction"}


def test_no_ordinary_card_has_one_of_these_types() -> None:
    barred = [one for one in map(catalogue().card, catalogue().titles()) if _is_barred(one)]
    assert barred
    assert not {one.layout for one in barred} & PLAYED_AS_DECK_CARDS
    assert {"Conspiracy", "Scheme"} <= {name for one in barred for name in one.types}


def test_rules_are_dated_in_order_and_explained() -> None:
    rules = formats.deck_card_rules().rules
    assert [one.effective for one in rules] == sorted(one.effective for one in rules)
    assert all(one.note for one in rules)


def test_withdrawn_cards_are_cards() -> None:
    named = [title for one in formats.deck_card_rules().rules for title in one.titles]
    assert len(named) == 7
    assert set(named) <= set(catalogue().titles())


def test_the_file_has_no_key_that_nothing_reads() -> None:
    for block in read_toml(FOLDER / "tournament-legal.toml")["rule"]:
        assert block.keys() <= {"rule", "effective", "note", "titles"}


def _is_barred(card: Card) -> bool:
    rules = formats.deck_card_rules()
    return bool(
        rules.nontraditional_types & {*card.types}
        or rules.nontraditional_subtypes & {*card.subtypes}
    )
