"""Commanders of lists that have no place for them."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import formats
from cards import Catalogue
from formats import CommandZone
from messages import shortlisted
from validator.decks import Deck
from validator.model import COMMANDER, SIDEBOARD, Entry
from validator.notices.commanders import COMMANDER_GUESSED
from validator.rules.commanders import SPELLS, leads_alone

MOST = 2
"""Commanders of a deck; in Oathbreaker each has a spell beside it."""


def settle_commanders(
    deck: Deck, zone: CommandZone, day: datetime.date, catalogue: Catalogue
) -> None:
    """Take the commanders from where the list has them, and say so.

    XMage, Cockatrice and Magic Online keep them in the sideboard, which no deck with a commander
    has otherwise.
    """
    most = 2 * MOST if zone.signature_spell else MOST
    if deck.sizes[COMMANDER]:
        return
    beside = [entry for entry in deck.entries if entry[0].section == SIDEBOARD]
    companions = _companions(deck, beside, day)
    titles = {card.title for _, card in companions}
    commanders = [entry for entry in beside if entry[1].title not in titles]
    copies = sum(line.copies for line, _ in beside)
    if copies != len(beside) or copies != deck.sizes[SIDEBOARD] or not 0 < len(commanders) <= most:
        return
    leads = zone.leads_on(day)
    others = [card for _, card in commanders if not leads_alone(card, leads, catalogue)]
    spells = [card for card in others if zone.signature_spell and not SPELLS.isdisjoint(card.types)]
    if len(spells) == len(others) < len(commanders):
        deck.companions = companions
        _move(deck, commanders)


def _companions(deck: Deck, beside: Sequence[Entry], day: datetime.date) -> list[Entry]:
    """The companion among the cards, if another card is there to command."""
    if deck.companions or len(beside) < 2:
        return deck.companions
    return [entry for entry in beside if formats.companion_condition(entry[1].title, day)][:1]


def _move(deck: Deck, moved: Sequence[Entry]) -> None:
    """Put the lines into the command zone, and say so."""
    lines = {id(line) for line, _ in moved}
    deck.entries = [
        (line._replace(section=COMMANDER) if id(line) in lines else line, card)
        for line, card in deck.entries
    ]
    commanders = deck.commanders
    for line, card in commanders:
        deck.copies[SIDEBOARD].pop(card.title, None)
        deck.copies[COMMANDER][card.title] = line.copies
        deck.sizes[SIDEBOARD] -= line.copies
        deck.sizes[COMMANDER] += line.copies
    titles = [card.title for _, card in commanders]
    deck.notices.append(
        COMMANDER_GUESSED.notice(
            places=[deck.place(line) for line, _ in commanders],
            about=titles,
            titles=shortlisted(titles),
            deck=deck.label,
        )
    )
