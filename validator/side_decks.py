"""The side decks of lists: Attractions, sticker sheets, planes and the like, by kind."""

from __future__ import annotations

from collections.abc import Iterator

import formats
from cards import Card
from formats import SideDeck
from validator.decks import CardCopies, Deck, count_titles


def side_decks_of(decks: list[Deck]) -> Iterator[tuple[SideDeck, dict[str, CardCopies]]]:
    """The kinds of side decks that the decks have, each with its titles."""
    for section, side_deck in formats.side_decks().items():
        if any(deck.sizes.get(section) for deck in decks):
            others = {name for deck in decks for name in deck.copies} - {section}
            yield side_deck, count_titles(decks, frozenset(others))


def is_of_kind(card: Card, side_deck: SideDeck) -> bool:
    """Whether the card belongs into such a side deck."""
    return side_deck.holds(card.types, card.subtypes)
