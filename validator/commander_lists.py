"""Finds the commanders in lists without a commander section."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from itertools import pairwise

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
APART_FROM_DECK = template(
    "No commander is named in {deck}; the cards set apart from the others were read as its"
    " commanders: {titles}."
)
PAIR_ABOVE_DECK = template(
    "Nothing separates the commanders of {deck} from its other cards; {titles} can command"
    " together, so both were read as its commanders."
)


def settle_commanders(
    deck: Deck, zone: CommandZone, day: datetime.date, catalogue: Catalogue
) -> None:
    """Move the commanders to the command zone, with a notice.

    XMage, Cockatrice and Magic Online keep them in the sideboard, which a deck with a commander
    does not otherwise have; other programs write them before or after the deck, with a blank line
    between. If nothing separates the commanders from the deck, the reader took only the first
    card: the card below it is its signature spell, or its partner if the two may command together.
    """
    if deck.sizes[COMMANDER]:
        if partner := _partner_below(deck, zone, day):
            _move(deck, [partner])
            _say_guess(deck, PAIR_ABOVE_DECK)
    elif deck.sizes[SIDEBOARD]:
        beside = [entry for entry in deck.entries if entry[0].section == SIDEBOARD]
        companions = _companions(deck, beside, day)
        titles = {card.title for _, card in companions}
        commanders = [entry for entry in beside if entry[1].title not in titles]
        # Each is a known card, and one copy of it.
        are_single = len(beside) == deck.sizes[SIDEBOARD]
        if are_single and _may_lead(commanders, zone, day, catalogue):
            deck.companions = companions
            _move(deck, commanders)
            _say_guess(deck)
    else:
        blocks = [
            block
            for block in _outer_blocks(deck)
            if _may_lead(block, zone, day, catalogue)
            and (len(block) == 1 or zone.signature_spell or may_pair([card for _, card in block]))
        ]
        if len(blocks) == 1:
            _move(deck, blocks[0])
            _say_guess(deck, APART_FROM_DECK)


def _partner_below(deck: Deck, zone: CommandZone, day: datetime.date) -> Entry | None:
    """The card right below the only commander, if the two may command together."""
    if not (deck.decklist.is_commander_open and len(deck.commanders) == 1):
        return None
    ((line, card),) = deck.commanders
    for entry in deck.entries:
        below, partner = entry
        if below.number == (line.number or 0) + 1 and below.copies == 1:
            if zone.signature_spell:
                return None if SPELLS.isdisjoint(partner.types) else entry
            is_banned = ban_on(partner.title, zone.banned, day)
            return entry if zone.pairs and may_pair([card, partner]) and not is_banned else None
    return None


def _outer_blocks(deck: Deck) -> list[list[Entry]]:
    """The cards of the first and of the last lines, each with other lines before the next card."""
    numbers = [line.number or 0 for line in deck.decklist.lines]
    gaps = [after for before, after in pairwise(numbers) if after > before + 1]
    if not gaps:
        return []
    first, last = gaps[0], gaps[-1]
    blocks = (
        [entry for entry in deck.entries if (entry[0].number or 0) < first],
        [entry for entry in deck.entries if (entry[0].number or 0) >= last],
    )
    return [block for block in blocks if all(line.section == MAIN for line, _ in block)]


def _may_lead(
    commanders: Sequence[Entry], zone: CommandZone, day: datetime.date, catalogue: Catalogue
) -> bool:
    """Whether these may be the commanders of a deck, with their signature spells."""
    most = 2 * MOST if zone.signature_spell else MOST
    if not 0 < len(commanders) <= most or any(line.copies > 1 for line, _ in commanders):
        return False
    cards, leads = [card for _, card in commanders], zone.leads_on(day)
    others = [card for card in cards if not leads_alone(card, leads, catalogue)]
    spells = [card for card in others if zone.signature_spell and not SPELLS.isdisjoint(card.types)]
    is_pair = len(others) == 1 and zone.pairs and may_pair(cards) is True
    return is_pair or len(spells) == len(others) < len(cards)


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
