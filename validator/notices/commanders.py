"""Notices on commanders and companions: guesses, and what the facts cannot judge."""

from __future__ import annotations

from collections.abc import Iterator, Set

import formats
from cards.command_zone import command_facts
from formats import CompanionCondition
from messages import Message, say, say_count, say_short_list, template
from validator.case import Case
from validator.decks import Deck
from validator.definition import NoticeKind
from validator.model import CARDS, COMMANDER, MAIN, Notice, Place
from validator.rules.command_zone import command_zones, may_lack_own_text, may_lead, may_pair
from validator.rules.companions import check_condition, companion_decks, conditions, titles_of

COMMANDER_UNCHECKED = NoticeKind(
    "commander-unchecked",
    "warning",
    says=template(
        "The facts do not give the color identity of {titles} in {deck}; a judge must look at"
        " the cards."
    ),
    scope="commanders",
)


COMMANDER_GUESSED = NoticeKind(
    "commander-guessed",
    "warning",
    says=template(
        "No commander is named in {deck}; the cards in its sideboard were read as its"
        " commanders: {titles}."
    ),
)


@COMMANDER_UNCHECKED.check
def commander_unchecked(case: Case) -> Iterator[Notice]:
    for group, deck, commanders in command_zones(case):
        zone, leaders = commanders.zone, [copies.card for copies in commanders.titles.values()]
        unclear = [
            card.title for card in leaders if may_lack_own_text(card, zone.leads_on(case.day))
        ]
        are_leading = all(may_lead(card, commanders, case) for card in leaders)
        doubtful = zone.pairs and len(leaders) == 2 and may_pair(leaders) is None and are_leading
        if unclear or doubtful:
            titles = unclear or [card.title for card in leaders]
            yield COMMANDER_UNCHECKED.notice(
                say(
                    "The facts do not tell whether {titles} can be the commander of {deck}; a"
                    " judge must look at the cards.",
                    titles=say_short_list(titles),
                    deck=deck.label,
                ),
                places=[Place(deck.index, COMMANDER)],
                about=titles,
            )
        titles = [
            title
            for title, card in (deck.cards.items() if leaders and zone.identity else ())
            if title in group.accepted and command_facts(card).identity is None
        ]
        if titles:
            yield COMMANDER_UNCHECKED.notice(
                places=[Place(deck.index, MAIN)],
                about=titles,
                titles=say_short_list(titles),
                deck=deck.label,
            )


MOST_IN_BRACKET_3 = 3
"""The most Game Changers in bracket 3; brackets 1 and 2 allow none, 4 and 5 any number."""
GAME_CHANGERS = NoticeKind(
    "game-changers",
    "info",
    says=template(
        "The list of Game Changers names {cards} of {deck} ({titles}), as in decks of bracket"
        " {bracket} or above; brackets are advice for a table and no rule forbids such cards."
    ),
    scope="commanders",
)


@GAME_CHANGERS.check
def game_changers(case: Case) -> Iterator[Notice]:
    for group in case.groups:
        dated = group.zone.game_changers if group.zone else ()
        listed = {title for row in dated if case.day in row.life for title in row.names}
        for deck in group.decks if listed else ():
            changers = [copies for title, copies in group.count([deck]).items() if title in listed]
            if changers:
                count = sum(copies.count for copies in changers)
                titles = [copies.card.title for copies in changers]
                yield GAME_CHANGERS.notice(
                    places=[place for copies in changers for place in copies.places()],
                    about=titles,
                    deck=deck.label,
                    cards=say_count(count, *CARDS),
                    titles=say_short_list(titles),
                    bracket=3 if count <= MOST_IN_BRACKET_3 else 4,
                )


COMPANION_UNCHECKED = NoticeKind("companion-unchecked", "warning", scope="companions")

COMPANION_GUESSED = NoticeKind(
    "companion-guessed",
    "warning",
    says=template(
        "Nothing separates the companion of {deck} from its other cards, so these were read as"
        " cards of the deck: {titles}."
    ),
)


@COMPANION_UNCHECKED.check
def companion_unchecked(case: Case) -> Iterator[Notice]:
    for group, deck in companion_decks(case):
        for condition in conditions(case, group, deck):
            if message := _unchecked_part(condition, deck):
                yield _notice(deck, {condition.card}, message)
        strangers = [
            (line, card)
            for line, card in deck.companions
            if formats.companion_condition(card.title, case.day) is None
        ]
        if strangers:
            message = say(
                "{titles} is listed as the companion of {deck}, but has no companion condition.",
                deck=deck.label,
                titles=titles_of(strangers),
            )
            yield _notice(deck, {card.title for _, card in strangers}, message)


def _unchecked_part(condition: CompanionCondition, deck: Deck) -> Message | None:
    """The part of the condition that was not checked, as a sentence; None if all of it was."""
    named = {"card": condition.card, "deck": deck.label, "condition": say(condition.words)}
    if condition.lacking:
        return say(
            "{card} is the companion of {deck}; a judge must check that {condition}, as the card"
            " facts have no {lacking}.",
            lacking=say(condition.lacking),
            **named,
        )
    if doubtful := check_condition(condition, deck).doubtful:
        return say(
            "{card} is the companion of {deck}; a judge must check that {condition}, as the card"
            " facts do not tell for {titles}.",
            titles=titles_of(doubtful),
            **named,
        )
    return None


def _notice(deck: Deck, titles: Set[str], message: Message) -> Notice:
    lines = [(line, card.title) for line, card in deck.companions if card.title in titles]
    return COMPANION_UNCHECKED.notice(
        message,
        places=[deck.place(line) for line, _ in lines],
        about=dict.fromkeys(title for _, title in lines),
    )
