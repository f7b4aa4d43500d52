"""Finds the companions of a list, and matches them with its sideboard."""

from __future__ import annotations

from itertools import count, takewhile

import formats
from cards import Card
from messages import say_short_list
from validator.decks import Deck
from validator.model import COMPANION, SIDEBOARD, Entry, Line
from validator.notices.commanders import COMPANION_GUESSED


def settle_companions(deck: Deck) -> None:
    """Move the companion to the sideboard; one that is listed in both is one card.

    Comprehensive Rules 702.139: the companion is chosen from outside the game, in a
    tournament from the sideboard.
    """
    if deck.decklist.is_companion_open:
        _settle_cards_below(deck)
    companions, sideboard = deck.copies.pop(COMPANION, {}), deck.copies[SIDEBOARD]
    listed = {title: copies for title, copies in companions.items() if title in sideboard}
    sideboard |= {title: copies for title, copies in companions.items() if title not in listed}
    if listed:
        deck.copies[COMPANION] = listed
    for position, (line, card) in enumerate(deck.entries):
        if line.section == COMPANION:
            entry = (line if card.title in listed else _in_sideboard(line), card)
            deck.entries[position] = entry
            deck.companions.append(entry)
    deck.unresolved = [
        (position, _in_sideboard(line), cards) for position, line, cards in deck.unresolved
    ]


def _in_sideboard(line: Line) -> Line:
    return line._replace(section=SIDEBOARD) if line.section == COMPANION else line


def _settle_cards_below(deck: Deck) -> None:
    """Check the cards right below the companion, if nothing separates them from it.

    A deck has one companion, so the reader used only the first card. If the next cards can be
    companions too and the lines end there, the heading applies to all of them; if the deck
    continues below them, they stay in it, with a notice.
    """
    entries = {line.number: (line, card) for line, card in deck.entries}
    numbers = [line.number or 0 for line, _ in deck.entries if line.section == COMPANION]
    below = [*takewhile(_may_be_companion, map(entries.get, count(max(numbers, default=0) + 1)))]
    also = [entry for entry in below if entry is not None]
    if not (numbers and also):
        return
    last = also[-1][0].number or 0
    if all(line.number != last + 1 for line in deck.decklist.lines):
        deck.move(also, COMPANION)
        return
    titles = [card.title for _, card in also]
    deck.notices.append(
        COMPANION_GUESSED.notice(
            places=[deck.place(line) for line, _ in also],
            about=titles,
            titles=say_short_list(titles),
            deck=deck.label,
        )
    )


def is_companion(card: Card) -> bool:
    """Whether the card has a companion condition, in whatever format and on whatever day."""
    return card.title in formats.companion_conditions()


def _may_be_companion(entry: Entry | None) -> bool:
    return bool(entry and entry[0].copies == 1 and is_companion(entry[1]))
