"""The proof that a text still says what it said: both are read, and all of it is compared."""

from __future__ import annotations

from collections.abc import Hashable

import decklists
from validator import read_alone
from validator.report import digest

MAIN_MINIMA = (60, 40)
"""Cards of the smallest main deck, in Constructed and in Limited: they settle blank lines."""


def reads_alike(before: str, after: str) -> bool:
    """Whether both are the same decks to the reader, in the same syntax, with the same doubts."""
    return all(_said(before, size) == _said(after, size) for size in MAIN_MINIMA)


def _said(text: str, main_min: int) -> Hashable:
    decks = decklists.read_team(text, main_min=main_min)
    return tuple(
        (
            deck.decklist.syntax,
            deck.decklist.player,
            digest(deck),
            tuple(line.text for line in deck.decklist.unreadable),
            tuple(notice.code for notice in deck.decklist.notices),
        )
        for deck in read_alone(*decks).decks
    )
