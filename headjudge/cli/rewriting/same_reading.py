"""Proof that two texts have the same meaning: both are read and compared in full."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import pairwise

from cards import catalogue
from headjudge import decklists
from headjudge.decklists.rewriting.texts import OWN_COMMENT, rows
from validator.decks import Deck
from validator.report import digest
from validator.titles import resolve

MAIN_MINIMA = (60, 40)
"""Minimum main deck sizes in Constructed and Limited, which decide about blank lines."""


def decks_of(text: str, main_min: int = MAIN_MINIMA[0]) -> tuple[Deck, ...]:
    """The decks of a text, each with its cards."""
    decks = decklists.read_team(text, main_min=main_min)
    return tuple(resolve(deck, index, catalogue()) for index, deck in enumerate(decks))


def reads_alike(before: str, after: str) -> bool:
    """Whether the reader gets the same decks from both, with the same syntax and doubts."""
    return before == after or all(
        _content(before, size) == _content(after, size) for size in MAIN_MINIMA
    )


@lru_cache(4)  # a text is compared with several others in turn
def _content(text: str, main_min: int) -> Hashable:
    decks = decks_of(text, main_min)
    changes = tuple(
        (
            deck.decklist.syntax,
            deck.decklist.player,
            digest(deck),
            tuple(line.text for line in deck.decklist.unreadable),
            tuple(notice.code for notice in deck.decklist.notices),
        )
        for deck in decks
    )
    return changes, _explanation(text, decks)


def _explanation(text: str, decks: Sequence[Deck]) -> Hashable:
    """The comments for Headjudge directly above cards, each with the card's title."""
    if not OWN_COMMENT.search(text):
        return ()
    titles = {line.number: card.title for deck in decks for line, card in deck.entries}
    return tuple(
        sorted(
            (above.text.strip(), titles.get(row.number, row.card.name))
            for above, row in pairwise(rows(text, [deck.decklist for deck in decks]))
            if row.card and not above.card and OWN_COMMENT.search(above.text)
        )
    )
