"""Notices on commanders and companions: guesses, and what the facts cannot judge."""

from __future__ import annotations

from collections.abc import Iterator, Set

import formats
from cards.command_zone import command_facts
from formats import CompanionCondition
from messages import Message, say, say_count, say_short_list, template
from validator.case import Case
from validator.decks import Deck
from validator.definition import NoticeKind, example
from validator.model import CARDS, COMMANDER, MAIN, Notice, Place
from validator.rules.command_zone import command_zones, may_lack_own_text, may_lead, may_pair
from validator.rules.companions import check_condition, companion_decks, conditions, titles_of

COMMANDER_UNCHECKED = NoticeKind(
    "commander-unchecked",
    "warning",
    when=say(
        "The card facts do not tell whether a card can be a commander, or which colors it has."
    ),
    says=template(
        "The facts do not give the color identity of {titles} in {deck}; a judge must look at"
        " the cards."
    ),
    explains=(
        "The color identity of nearly all cards and the text of commanders are known, but not those"
        " of the newest cards. A judge has to check these; their colors and basic land types are"
        " still compared with the commanders."
    ),
    sources="Comprehensive Rules, 903.3 to 903.5",
    mend="Ask a judge to look at the named cards.",
    scope="commanders",
    example=example(
        "Commander\n1 Krenko, Mob Boss\n\nDeck\n1 Cryptic Spires\n98 Mountain",
        format="commander",
        structure="individual",
    ),
)


COMMANDER_GUESSED = NoticeKind(
    "commander-guessed",
    "warning",
    when=say("The commander was taken from the sideboard, or from beside the deck."),
    says=template(
        "No commander is named in {deck}; the cards in its sideboard were read as its"
        " commanders: {titles}."
    ),
    explains=(
        "XMage, Cockatrice and Magic Online keep commanders in the sideboard, which a deck with a"
        " commander does not otherwise have. If a list names no commander, and its sideboard"
        " contains only one or two cards that can be commanders (and perhaps a companion), they are"
        " read as the commanders. Without a sideboard the commanders are the one or two cards apart"
        " from the deck, before or after it; the cards before a deck in alphabetical order; or the"
        " card on the banner of a Cockatrice file. If no blank line or heading separates the"
        " commander from the deck, the next card is read as its partner if both can command"
        " together."
    ),
    sources="how programs write decklists",
    mend="Write `Commander` over the commander and `Deck` over the deck.",
    example=example(
        "99 Mountain\nSideboard\n1 Krenko, Mob Boss", format="commander", structure="individual"
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
    when=say("A Commander deck contains cards of the Game Changers list."),
    says=template(
        "The list of Game Changers names {cards} of {deck} ({titles}), as in decks of bracket"
        " {bracket} or above; brackets are advice for a table and no rule forbids such cards."
    ),
    explains=(
        "Since 2025-02-11 Wizards publish a list of Game Changers. Decks of brackets 1 and 2"
        " contain none of them, decks of bracket 3 at most three, including commanders. Other"
        " criteria of brackets, such as combos and intent, are left to the player."
    ),
    sources="Wizards of the Coast, Introducing Commander Brackets Beta, and its updates",
    mend="Nothing has to change. Tell your table, or replace cards for a lower bracket.",
    scope="commanders",
    example=example(
        "Commander\n1 Krenko, Mob Boss\n\nDeck\n1 Gamble\n98 Mountain",
        format="commander",
        structure="individual",
        as_of="2025-06-01",
    ),
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


COMPANION_UNCHECKED = NoticeKind(
    "companion-unchecked",
    "warning",
    when=say("The card facts do not tell whether a deck meets the condition of its companion."),
    explains=(
        "The condition of a companion is checked for the main deck as far as the card facts allow."
        " They have no mana symbols and no abilities, lack the mana value or types of a few cards,"
        " and have no condition for cards that are not companions."
    ),
    sources="Comprehensive Rules, 702.139, and the text of the companion",
    scope="companions",
    mend="Ask a judge to check the main deck against the condition on the card.",
    example=example(
        "Companion\n1 Zirda, the Dawnwaker\n\nDeck\n60 Forest",
        format="pioneer",
        structure="individual",
    ),
)

COMPANION_GUESSED = NoticeKind(
    "companion-guessed",
    "warning",
    when=say("A list does not say clearly which cards are its companion."),
    says=template(
        "Nothing separates the companion of {deck} from its other cards, so these were read as"
        " cards of the deck: {titles}."
    ),
    explains=(
        "A deck has one companion, so the heading `Companion` applies only to the first card below"
        " it, unless a blank line or a heading follows. Cards after it that can be companions too"
        " are named here, as they may be meant as companions. A deck with a commander has no"
        " sideboard, so a companion that is the only card in it is read as the companion."
    ),
    sources="how programs write decklists; Comprehensive Rules, 702.139",
    mend="Write `Companion` over the companion and `Deck` over the deck.",
    example=example(
        "Companion\n1 Keruga, the Macrosage\n1 Obosh, the Preypiercer\n59 Mountain",
        format="pioneer",
        structure="individual",
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
