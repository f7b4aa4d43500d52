"""What a list says that could not be understood; nothing of a list is passed over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from cards import Catalogue
from messages import listed, say, template
from validator.case import SEARCHED
from validator.decks import Deck
from validator.definition import example
from validator.model import LONGEST_LINE, MAIN, POOL, Place
from validator.rules.rule import Rule
from validator.violation import MTR, Violation, Words

SUGGESTED = 3
LONGEST_QUOTE = 80
"""Characters of a line that a message repeats; the place holds the whole line."""


@dataclass(frozen=True)
class ListsAlone:
    """Lists without an event: decks, or a pool."""

    decks: tuple[Deck, ...]
    catalogue: Catalogue
    pool: Deck | None = None
    is_newer_than_facts: bool = False
    searched: int = SEARCHED


class Lists(Protocol):
    """What these rules ask about: lists with their cards resolved."""

    @property
    def decks(self) -> Sequence[Deck]: ...
    @property
    def pool(self) -> Deck | None: ...
    @property
    def catalogue(self) -> Catalogue: ...
    @property
    def is_newer_than_facts(self) -> bool: ...
    @property
    def searched(self) -> int: ...


UNKNOWN_CARD: Rule[Lists] = Rule(
    "unknown-card",
    MTR("2.7"),
    when=say("No card has that title, in any language."),
    says=template("No card is titled “{name}”."),
    fix=template("Correct the title."),
    variants={
        "suggestions": Words(
            template("No card is titled “{name}”."),
            template("Correct the title; perhaps {meant} is meant."),
        ),
        "newer": template(
            "No card is titled “{name}”. It may be newer than the card facts, which are of {day}."
        ),
        "newer/suggestions": Words(
            template(
                "No card is titled “{name}”. It may be newer than the card facts, which are of"
                " {day}."
            ),
            template("Correct the title; perhaps {meant} is meant."),
        ),
    },
    explains=(
        "A decklist names each card by its full English title, or so that it cannot be mistaken."
        " This text is no title in any language, nor one but for punctuation. The copies count for"
        " the size of the deck."
    ),
    mend=(
        "Correct the title; the suggestions are the nearest ones. A card newer than the card facts"
        " is unknown until they are renewed (`headjudge facts` tells their date)."
    ),
    example=example("4 Natralize\n56 Forest", "60 Island"),
)


@UNKNOWN_CARD.rule
def unknown_card(case: Lists) -> Iterator[Violation]:
    searched = 0
    for deck in decks_and_pool(case):
        for _, line, cards in deck.unresolved:
            if cards:
                continue
            searched += 1
            suggestions: tuple[str, ...] = ()
            if searched <= case.searched:
                suggestions = case.catalogue.suggest(line.name, SUGGESTED)
            yield UNKNOWN_CARD.violation(
                variant="/".join(
                    ("newer",) * case.is_newer_than_facts + ("suggestions",) * bool(suggestions)
                ),
                places=[deck.place(line)],
                suggestions=suggestions,
                name=quoted(line.name),
                meant=listed(suggestions, "or"),
                day=case.catalogue.as_of,
            )


AMBIGUOUS_CARD: Rule[Lists] = Rule(
    "ambiguous-card",
    MTR("2.7"),
    when=say("The text names several cards."),
    says=template("“{name}” may be any of several cards: {meant}."),
    fix=template("Write the full English title of the card that is meant."),
    explains=(
        "A decklist names each card so that it cannot be mistaken. This text is the title of"
        " several cards: in another language, or as what two cards meld into."
    ),
    mend="Write the full English title of the card that is meant.",
    example=example("1 Brisela, Voice of Nightmares\n59 Plains", "60 Island"),
)


@AMBIGUOUS_CARD.rule
def ambiguous_card(case: Lists) -> Iterator[Violation]:
    for deck in decks_and_pool(case):
        for _, line, cards in deck.unresolved:
            if cards:
                suggestions = sorted(card.title for card in cards)[:SUGGESTED]
                yield AMBIGUOUS_CARD.violation(
                    places=[deck.place(line)],
                    suggestions=suggestions,
                    name=quoted(line.name),
                    meant=listed(suggestions, "or"),
                )


UNREADABLE_LINE: Rule[Lists] = Rule(
    "unreadable-line",
    MTR("2.7"),
    when=say("A line is no card, comment or heading."),
    says=template("“{name}” is no card, comment or heading."),
    fix=template("Write the line as a count and a card title, such as “4 Forest”, or remove it."),
    variants={
        "long": Words(
            template(
                "“{name}” is longer than {most} characters, so that no card is looked for in the"
                " line."
            ),
            template("Write each card on a line of its own, as a count and a title, or remove it."),
        ),
    },
    explains=(
        "A decklist shows what is in the deck. Of this line it is not known: it is no card with a"
        " count, no comment and no heading. Nothing of a list is passed over in silence."
    ),
    mend=(
        "Write the line as a count and a title (`4 Forest`), make it a comment (`# ...` or `//"
        " ...`), or remove it."
    ),
    example=example("60 Forest\n4 ?? see the other page", "60 Island"),
)


@UNREADABLE_LINE.rule
def unreadable_line(case: Lists) -> Iterator[Violation]:
    for deck in decks_and_pool(case):
        section = POOL if deck.index is None else MAIN
        for number, text in deck.decklist.unreadable:
            is_long = len(" ".join(text.split())) > LONGEST_LINE
            yield UNREADABLE_LINE.violation(
                variant="long" if is_long else "",
                places=[Place(deck.index, section, number, None, text)],
                name=quoted(text),
                most=LONGEST_LINE,
            )


def quoted(text: str) -> str:
    """The text as a message repeats it: on one line, shortened where it is very long."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def decks_and_pool(case: Lists) -> Iterator[Deck]:
    """Every list that was sent, the pool last."""
    return chain(case.decks, [case.pool] if case.pool else [])


def has_faults(case: Lists) -> bool:
    """Whether any of these rules finds something."""
    return any(deck.unresolved or deck.decklist.unreadable for deck in decks_and_pool(case))
