"""Finds the commanders and companions of lists that do not say which they are."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from itertools import count, pairwise, takewhile

import formats
from cards import Card, fold, loosen
from formats import CommandZone, Format
from formats.play_formats import ban_on
from messages import say, say_short_list, template
from validator.decks import Deck
from validator.model import COMMANDER, COMPANION, MAIN, SIDEBOARD, Entry, Line
from validator.notices.commanders import COMMANDER_GUESSED, COMPANION_GUESSED
from validator.rules.command_zone import leads_alone, may_pair

MOST = 2
"""Commanders per deck."""
ALPHABETICAL = 20
"""Titles in alphabetical order that show a list to be sorted by a program."""
APART_FROM_DECK = template(
    "No commander is named in {deck}; the cards set apart from the others were read as its"
    " commanders: {titles}."
)
PAIR_ABOVE_DECK = template(
    "Nothing separates the commanders of {deck} from its other cards; {titles} can command"
    " together, so both were read as its commanders."
)
BEFORE_ALPHABET = template(
    "No commander is named in {deck}; the cards before those in alphabetical order were read as its"
    " commanders: {titles}."
)
ON_BANNER = template(
    "No commander is named in {deck}; the card on the banner of its file was read as its commander:"
    " {titles}."
)
COMPANION_BESIDE = template(
    "{title} is the only card in the sideboard of {deck}, and was read as its companion."
)


def settle_commanders(
    deck: Deck, play_format: Format, zone: CommandZone, day: datetime.date
) -> None:
    """Move the commanders to the command zone, with a notice.

    XMage, Cockatrice and Magic Online keep them in the sideboard, which a deck with a commander
    does not otherwise have; other programs write them before or after the deck, separated by a
    blank line. If nothing separates the commanders from the deck, the reader moved the first card,
    or two that have partners; the second is the partner of the first if both may command together.
    A lone companion in the sideboard that could also be a commander is the companion if the deck
    is complete without it.
    """
    is_full = deck.sizes[MAIN] == play_format.main_max
    if deck.sizes[COMMANDER]:
        if deck.decklist.is_commander_open:
            deck.move(deck.commanders[1:], MAIN)
        if partner := _partner_below(deck, zone, day):
            _read_as_commanders(deck, [partner], PAIR_ABOVE_DECK)
    elif deck.sizes[SIDEBOARD] and not (is_full and _companion_beside(deck)):
        commanders = _commanders_beside(deck)
        if _may_lead(commanders, zone, day):
            _read_as_commanders(deck, commanders)
    else:
        for blocks, words in (
            (_outer_blocks(deck), APART_FROM_DECK),
            (_before_alphabet(deck), BEFORE_ALPHABET),
            (_on_banner(deck), ON_BANNER),
        ):
            leading = [
                block
                for block in blocks
                if _may_lead(block, zone, day) and (len(block) == 1 or may_pair(_cards(block)))
            ]
            if len(leading) == 1:
                _read_as_commanders(deck, leading[0], words)
            if leading:
                break
    if not deck.companions and (companion := _companion_beside(deck)):
        _read_as_companion(deck, companion)


def _partner_below(deck: Deck, zone: CommandZone, day: datetime.date) -> Entry | None:
    """The card right below the only commander, if the two may command together."""
    if not (deck.decklist.is_commander_open and len(deck.commanders) == 1):
        return None
    ((line, card),) = deck.commanders
    for entry in deck.entries:
        below, partner = entry
        if below.number == (line.number or 0) + 1 and below.copies == 1:
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


def _before_alphabet(deck: Deck) -> list[list[Entry]]:
    """The first cards, if all others are in alphabetical order, as Moxfield and EDHREC write."""
    for key in (fold, loosen):
        names = [key(line.name) for line, _ in deck.entries]
        descents = [at for at, (name, after) in enumerate(pairwise(names), 1) if after < name]
        if descents and len(names) - descents[-1] >= ALPHABETICAL and descents[-1] <= MOST:
            return [deck.entries[: descents[-1]]]
    return []


def _on_banner(deck: Deck) -> list[list[Entry]]:
    """The card on the banner of the deck, in Cockatrice."""
    banner = deck.decklist.banner
    return [[entry] for entry in deck.entries if banner == entry[0].name][:1]


def _may_lead(commanders: Sequence[Entry], zone: CommandZone, day: datetime.date) -> bool:
    """Whether these may be the commanders of a deck."""
    if not 0 < len(commanders) <= MOST or any(line.copies > 1 for line, _ in commanders):
        return False
    cards, leads = _cards(commanders), zone.leads_on(day)
    others = [card for card in cards if not leads_alone(card, leads)]
    is_pair = len(others) == 1 and zone.pairs and may_pair(cards) is True
    return is_pair or not others


def _cards(entries: Sequence[Entry]) -> list[Card]:
    return [card for _, card in entries]


def _commanders_beside(deck: Deck) -> list[Entry]:
    """The cards of the sideboard without a companion; empty unless all are single copies.

    Magic Online keeps both there, so a companion that may be a commander is only left out if
    there are other cards.
    """
    beside = _beside(deck)
    named = {card.title for _, card in deck.companions} or next(
        ({card.title} for _, card in beside if is_companion(card)), set()
    )
    others = [entry for entry in beside if entry[1].title not in named]
    are_single = len(beside) == deck.sizes[SIDEBOARD]
    return (others or beside) if are_single else []


def _companion_beside(deck: Deck) -> Entry | None:
    """The only card of the sideboard, if it is a companion."""
    beside = _beside(deck)
    is_alone = deck.sizes[SIDEBOARD] == len(beside) == 1
    return beside[0] if is_alone and is_companion(beside[0][1]) else None


def _beside(deck: Deck) -> list[Entry]:
    return [entry for entry in deck.entries if entry[0].section == SIDEBOARD]


def _read_as_companion(deck: Deck, companion: Entry) -> None:
    deck.companions = [companion]
    deck.notices.append(
        COMPANION_GUESSED.notice(
            say(COMPANION_BESIDE, title=companion[1].title, deck=deck.label),
            places=[deck.place(companion[0])],
            about=[companion[1].title],
        )
    )


def _read_as_commanders(
    deck: Deck, entries: Sequence[Entry], words: str = COMMANDER_GUESSED.says
) -> None:
    """Move the lines to the command zone, with a notice."""
    deck.move(entries, COMMANDER)
    titles = [card.title for _, card in deck.commanders]
    deck.notices.append(
        COMMANDER_GUESSED.notice(
            say(words, titles=say_short_list(titles), deck=deck.label),
            places=[deck.place(line) for line, _ in deck.commanders],
            about=titles,
        )
    )


def settle_companions(deck: Deck) -> None:
    """Move the companion to the sideboard; one that is listed in both is one card.

    Comprehensive Rules 702.139: the companion is chosen from outside the game, in a
    tournament from the sideboard.
    """
    if deck.decklist.is_companion_open:
        _settle_cards_below(deck)
    listed = deck.copies[COMPANION].keys() & deck.copies[SIDEBOARD].keys()
    for position, (line, card) in enumerate(deck.entries):
        if line.section == COMPANION:
            entry = (line if card.title in listed else _in_sideboard(line), card)
            deck.entries[position] = entry
            deck.companions.append(entry)
    deck.unresolved = [
        (position, _in_sideboard(line), cards) for position, line, cards in deck.unresolved
    ]
    deck.recount()


def _in_sideboard(line: Line) -> Line:
    return line.moved(SIDEBOARD) if line.section == COMPANION else line


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
