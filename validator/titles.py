"""From a decklist to a deck of cards: what each written name means."""

from __future__ import annotations

from cards import Catalogue, Match
from validator.case import Deck
from validator.model import (
    COMPANION,
    SIDEBOARD,
    Decklist,
    Entry,
    Line,
    Notice,
)


def resolve(decklist: Decklist, index: int | None, catalogue: Catalogue) -> Deck:
    """The deck that the list describes; `index` is its place in the team, None for the pool."""
    deck = Deck(index=index, decklist=decklist)
    find = catalogue.find
    for position, line in enumerate(decklist.lines):
        match = find(line.name)
        if match.card and match.is_plain:
            deck.entries.append(Entry(line, match.card))
        else:
            _take_doubtful(deck, position, line, match)
    if COMPANION in {line.section for line in decklist.lines}:
        _settle_companions(deck)
    deck.notices.extend(_placed(notice, index) for notice in decklist.notices)
    return deck


def _take_doubtful(deck: Deck, position: int, line: Line, match: Match) -> None:
    if match.card is None:
        deck.unresolved.append((position, line, match.cards))
        return
    deck.entries.append(Entry(line, match.card))
    title, places = match.card.title, (deck.place(line),)
    if match.level == "corrected":
        message = f"“{line.name}” was read as {title}, which differs from it in punctuation alone."
        deck.notices.append(Notice("title-corrected", "warning", message, places, (title,)))
    else:
        message = f"“{line.name}” is {title} in English."
        deck.notices.append(Notice("title-translated", "info", message, places, (title,)))


def _settle_companions(deck: Deck) -> None:
    """A companion is a card of the sideboard; where the sideboard lists it, it is that card.

    Comprehensive Rules 702.139: the companion is chosen from outside the game, in a
    tournament from the sideboard.
    """
    listed = {card.title for line, card in deck.entries if line.section == SIDEBOARD}
    deck.entries = [
        Entry(line if card.title in listed else _in_sideboard(line), card)
        for line, card in deck.entries
    ]
    deck.unresolved = [
        (position, _in_sideboard(line), cards) for position, line, cards in deck.unresolved
    ]


def _in_sideboard(line: Line) -> Line:
    return line._replace(section=SIDEBOARD) if line.section == COMPANION else line


def _placed(notice: Notice, index: int | None) -> Notice:
    """The notice of a reader, which does not know the deck's place in the team."""
    places = tuple(place._replace(deck=index) for place in notice.places)
    return Notice(notice.code, notice.severity, notice.message, places, notice.cards)
