"""Notices on companion conditions that the card facts cannot decide."""

from __future__ import annotations

from collections.abc import Iterator, Set

import formats
from formats import CompanionCondition
from messages import Message, say, template
from validator.case import Case
from validator.decks import Deck
from validator.definition import example
from validator.model import Notice
from validator.notices.kind import NoticeKind
from validator.rules.companions import check_condition, companion_decks, conditions, titles_of

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
