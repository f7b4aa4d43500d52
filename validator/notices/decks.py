"""Notices on the sizes of decks."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from messages import say, say_count, say_list, template
from validator.case import Case
from validator.definition import example
from validator.model import MAIN, SIDEBOARD, Notice, Place
from validator.notices.kind import NoticeKind
from validator.nouns import CARDS

SHARED_SINCE = datetime.date(2013, 2, 1)
"""The first day on which the heads are known to share the rest of the pool (MTR 9.6)."""
MOST_TO_SHUFFLE = 250
"""Cards. Decks have no maximum size, but the player must shuffle unaided (MTR 6.1)."""

HARD_TO_SHUFFLE = NoticeKind(
    "hard-to-shuffle",
    "warning",
    when=say("A main deck may be too large to shuffle without help."),
    says=template(
        "The main deck of {deck} has {cards}; its player must be able to shuffle it without help."
    ),
    explains=(
        "A deck has no maximum size, but its player must be able to shuffle it without help, which"
        " is doubtful with more than 250 cards."
    ),
    sources="Magic Tournament Rules, 6.1",
    mend="Nothing, if the player is able to; otherwise reduce the deck.",
    example=example("260 Forest", "60 Island"),
)


@HARD_TO_SHUFFLE.check
def hard_to_shuffle(case: Case) -> Iterator[Notice]:
    for deck in case.decks:
        size = deck.sizes[MAIN]
        if size > MOST_TO_SHUFFLE:
            yield HARD_TO_SHUFFLE.notice(
                places=[Place(deck.index, MAIN)], deck=deck.label, cards=say_count(size, *CARDS)
            )


SNOW_AS_BASIC = NoticeKind(
    "snow-as-basic",
    "info",
    when=say("Snow-covered lands that are not legal count as the equivalent basic lands."),
    says=template(
        "{titles} are not legal in {format}; they count as the basic lands with the same land type,"
        " which is no infraction."
    ),
    explains=(
        "Since 2025-11-10 a snow-covered land in a Standard deck that no legal set has is treated"
        " as the basic land with the same land type."
    ),
    sources="Magic Tournament Rules, 6.3, since 2025-11-10",
    mend="Nothing; or write the basic lands, such as Forest for Snow-Covered Forest.",
    example=example(
        "20 Snow-Covered Forest\n40 Forest",
        format="standard",
        as_of="2025-11-20",
        structure="individual",
    ),
)


@SNOW_AS_BASIC.check
def snow_as_basic(case: Case) -> Iterator[Notice]:
    for group in case.groups:
        if group.ruleset.format.snow_as_basic and group.ruleset.is_active:
            titles = [
                title for title, card in group.cards.items() if group.ruleset.counts_as_basic(card)
            ]
            if titles:
                yield SNOW_AS_BASIC.notice(
                    places=[place for title in titles for place in group.titles[title].places()],
                    about=titles,
                    titles=say_list(titles),
                    format=group.ruleset.format.name,
                )


SIDEBOARD_NOT_USED = NoticeKind(
    "sideboard-not-used",
    "warning",
    when=say("Two-Headed Giant Limited had no sideboards on that date."),
    says=template(
        "The sideboard of {deck} has {cards}; on that date Two-Headed Giant Limited was played"
        " without sideboards, and cards outside the main deck were not used."
    ),
    explains=(
        "Until 2013-02-01 at the latest, cards of the pool outside the main decks were not used in"
        " Two-Headed Giant Limited; since then they are the shared sideboard of both players. If a"
        " card pool was sent, they are part of its remaining cards."
    ),
    sources="DCI Two-Headed Giant FAQ, 2005-09-05; Magic Tournament Rules, 9.6, since 2013-02-01",
    mend="Nothing; the cards are not used. If they belong to the main deck, move them there.",
    scope="limited",
    example=example("40 Forest\nSideboard\n2 Naturalize", format="sealed", as_of="2006-01-01"),
)


@SIDEBOARD_NOT_USED.check
def sideboard_not_used(case: Case) -> Iterator[Notice]:
    # "Sideboards are not used" (FAQ of 2005); with a pool they are the unused cards.
    if case.structure != "two-headed-giant" or case.pool is not None:
        return
    if case.day >= SHARED_SINCE:
        return
    for deck in case.decks:
        if size := deck.sizes[SIDEBOARD]:
            yield SIDEBOARD_NOT_USED.notice(
                places=[Place(deck.index, SIDEBOARD)],
                deck=deck.label,
                cards=say_count(size, *CARDS),
            )
