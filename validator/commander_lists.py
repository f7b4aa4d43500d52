"""Finds the commanders in lists without a commander section."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import formats
from cards import Catalogue
from formats import CommandZone
from formats.command_zones import ban_on
from messages import say, shortlisted, template
from validator.decks import Deck
from validator.model import COMMANDER, MAIN, SIDEBOARD, Entry
from validator.notices.commanders import COMMANDER_GUESSED
from validator.rules.commanders import SPELLS, leads_alone, may_pair

MOST = 2
"""Commanders per deck; in Oathbreaker each also has a signature spell."""
PAIR_ABOVE_DECK = template(
    "Nothing parts the commanders of {deck} from its cards; {titles} may command together, and"
    " both were taken for its commanders."
)


def settle_commanders(
    deck: Deck, zone: CommandZone, day: datetime.date, catalogue: Catalogue
) -> None:
    """Move the commanders to the command zone, with a notice.

    XMage, Cockatrice and Magic Online keep them in the sideboard, which a deck with a commander
    does not otherwise have. If nothing separates the commanders from the deck, the reader took
    only the first card: the card below it is its partner if the two may command together.
    """
    most = 2 * MOST if zone.signature_spell else MOST
    if deck.sizes[COMMANDER]:
        if partner := _partner_below(deck, zone, day):
            _move(deck, [partner])
            _say_guess(deck, PAIR_ABOVE_DECK)
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
        _say_guess(deck)


def _partner_below(deck: Deck, zone: CommandZone, day: datetime.date) -> Entry | None:
    """The card right below the only commander, if the two may command together.

    Only bare lines (count and title) qualify: other notations name their section themselves.
    """
    if not zone.pairs or len(deck.commanders) != 1:
        return None
    ((line, card),) = deck.commanders
    text = line.text or line.name
    count, _, title = text.partition(" ")
    is_bare = text == line.name or (count.rstrip("xX").isdecimal() and title == line.name)
    if line.number is None or not is_bare:
        return None
    for entry in deck.entries:
        below, partner = entry
        if below.number == line.number + 1 and (below.section, below.copies) == (MAIN, 1):
            is_banned = ban_on(partner.title, zone.banned, day)
            return entry if may_pair([card, partner]) and not is_banned else None
    return None


def _companions(deck: Deck, beside: Sequence[Entry], day: datetime.date) -> list[Entry]:
    """The companion among the sideboard cards, if that leaves a card for commander."""
    if deck.companions or len(beside) < 2:
        return deck.companions
    return [entry for entry in beside if formats.companion_condition(entry[1].title, day)][:1]


def _move(deck: Deck, moved: Sequence[Entry]) -> None:
    """Move the lines to the command zone."""
    lines = {id(line) for line, _ in moved}
    deck.entries = [
        (line._replace(section=COMMANDER) if id(line) in lines else line, card)
        for line, card in deck.entries
    ]
    for line, card in moved:
        left = deck.copies[line.section][card.title] - line.copies
        deck.copies[line.section][card.title] = left
        if not left:
            del deck.copies[line.section][card.title]
        deck.copies[COMMANDER][card.title] = line.copies
        deck.sizes[line.section] -= line.copies
        deck.sizes[COMMANDER] += line.copies


def _say_guess(deck: Deck, words: str = COMMANDER_GUESSED.says) -> None:
    titles = [card.title for _, card in deck.commanders]
    deck.notices.append(
        COMMANDER_GUESSED.notice(
            say(words, titles=shortlisted(titles), deck=deck.label),
            places=[deck.place(line) for line, _ in deck.commanders],
            about=titles,
        )
    )
