"""Faults of reading: every line of a list that was not understood is reported."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from cards import Card, Catalogue, fold, is_beyond_latin
from cards.lookup import MOST_BEGINNINGS
from cards.titles import goes_on
from messages import say, say_list, say_short_list, template
from validator.case import SEARCHED, Case
from validator.decks import Deck
from validator.definition import Rule
from validator.model import LONGEST_LINE, MAIN, POOL, Line, Place
from validator.violation import MTR, Violation, Words

SUGGESTED = 3
LEAST_TOGETHER = 3
"""Titles newer than their translations that are told together."""
LONGEST_QUOTE = 80
"""Characters of a line quoted in a message; the place holds the whole line."""


class ListsAlone(NamedTuple):
    """Lists without an event: decks, or a pool."""

    decks: tuple[Deck, ...]
    catalogue: Catalogue
    pool: Deck | None = None
    is_newer_than_facts: bool = False
    may_lack_translations: bool = True
    searched: int = SEARCHED

    def is_legal(self, deck: Deck, card: Card) -> bool:
        """Always true, as there is no event."""
        return card.status == "paper"


Lists = Case | ListsAlone
"""The input of these rules: lists with their cards resolved."""


class Abbreviated(NamedTuple):
    """The cards whose titles begin with a name, most printed first."""

    legal: Sequence[Card] = ()
    other: Sequence[Card] = ()

    @property
    def titles(self) -> list[str]:
        """Their titles, legal ones first."""
        return [card.title for card in chain(self.legal, self.other)]

    @property
    def is_one(self) -> bool:
        """Whether exactly one legal card qualifies; only some candidates are examined."""
        return len(self.legal) == 1 and len(self.titles) < MOST_BEGINNINGS

    @property
    def is_several(self) -> bool:
        """Whether several cards qualify; only legal ones if there is any."""
        return not self.is_one and len(self.titles) > 1


NO_CARD = {
    "": template("No card is titled “{name}”."),
    "newer": template(
        "No card is titled “{name}”. It may be newer than the card facts, which are of {day}."
    ),
    "translated": template(
        "No card is titled “{name}”. Titles in other languages are known of cards up to"
        " {translated} only."
    ),
}
"""By why the title may exist although the facts lack it."""
CORRECT = {
    "": template("Correct the title."),
    "suggestions": template("Correct the title; perhaps {meant} is meant."),
    "unsearched": template(
        "Correct the title. No suggestions were looked for, as many titles are unknown."
    ),
}
TRANSLATE = {
    "": template("Write the English card title."),
    "suggestions": template("Write the English card title; perhaps {meant} is meant."),
    "unsearched": template(
        "Write the English card title. No suggestions were looked for, as many titles are unknown."
    ),
}
"""By what is known of nearer titles."""
UNKNOWN_CARD: Rule[Lists] = Rule(
    "unknown-card",
    MTR("2.7"),
    fix=CORRECT[""],
    variants={
        **{
            "/".join(filter(None, (why, how))): Words(fault, fix)
            for why, fault in NO_CARD.items()
            for how, fix in (TRANSLATE if why == "translated" else CORRECT).items()
        },
        "abbreviated": Words(
            template(
                "“{name}” is not a full title but an abbreviation, which only one legal card"
                " matches: {meant}."
            ),
            template("Write the full English title, {meant}."),
        ),
        "beyond": Words(
            template("“{name}” exists, but these card facts do not describe it."),
            template(
                "Look it up: it may be a token or another object that no deck contains, a card that"
                " exists only on MTG Arena, or a card with a different English title."
            ),
        ),
        "translated/several": Words(
            template(
                "{number} titles in other languages are unknown: {names}. Such titles are known of"
                " cards up to {translated} only."
            ),
            template("Write the English card titles."),
        ),
    },
)


@UNKNOWN_CARD.rule
def unknown_card(case: Lists) -> Iterator[Violation]:
    # A decklist identifies each card by its name, without ambiguity (MTR 2.7).
    facts, lists = case.catalogue, decks_and_pool(case)
    abroad = {deck.index for deck in lists if deck.unresolved and deck.is_translated(facts)}
    new = {id(line): deck.place(line) for deck, line in _newer_than_translations(case)}
    if len(new) >= LEAST_TOGETHER:
        names = {quote(line.name): None for _, line in _newer_than_translations(case)}
        yield UNKNOWN_CARD.violation(
            variant="translated/several",
            places=new.values(),
            suggestions=(),
            doubt="",
            number=len(new),
            names=say_short_list([say("“{name}”", name=name) for name in names]),
            translated=facts.translated_until,
        )
    else:
        new = {}
    for deck, line, cards, is_searched in _unresolved_lines(case):
        if id(line) in new:
            continue
        abbreviated = _abbreviated(case, deck, line) if is_searched else Abbreviated()
        if cards or abbreviated.is_several:
            continue
        is_beyond = not abbreviated.is_one and facts.is_beyond(line.name)
        suggestions: tuple[str, ...] = ()
        if is_searched and not is_beyond:
            suggestions = facts.suggest(line.name, SUGGESTED, partial(case.is_legal, deck))
        if abbreviated.is_one or is_beyond:
            variant = "abbreviated" if abbreviated.is_one else "beyond"
        else:
            is_foreign = deck.index in abroad or is_beyond_latin(line.name)
            why = _why_unknown(case, is_foreign=is_foreign)
            searched = "" if is_searched or not case.searched else "unsearched"
            variant = "/".join(filter(None, (why, "suggestions" if suggestions else searched)))
        yield UNKNOWN_CARD.violation(
            variant=variant,
            places=[deck.place(line)],
            suggestions=suggestions,
            # What is not known is said in the sentence of these variants.
            doubt="" if variant.startswith(("newer", "translated")) else None,
            name=quote(line.name),
            meant=say_list(suggestions[: 1 if abbreviated.is_one else None], "or"),
            day=facts.as_of,
            translated=facts.translated_until,
        )


def _newer_than_translations(case: Lists) -> Iterator[tuple[Deck, Line]]:
    """The unknown titles in scripts beyond Latin, if translations of newer cards are missing.

    Each is a title of a new card rather than a misspelt one, as the lists are pasted from
    elsewhere; suggestions would be of other cards.
    """
    if case.may_lack_translations:
        for deck, line, cards, _ in _unresolved_lines(case):
            if not cards and is_beyond_latin(line.name) and not case.catalogue.is_beyond(line.name):
                yield deck, line


def _why_unknown(case: Lists, *, is_foreign: bool) -> str:
    """Why the title may exist although the facts lack it; empty if it cannot."""
    if is_foreign and case.may_lack_translations:
        return "translated"
    return "newer" if case.is_newer_than_facts else ""


def _abbreviated(case: Lists, deck: Deck, line: Line) -> Abbreviated:
    """The cards whose titles begin with the name.

    Other existing names ("Teferi" is also the name of an emblem) only count if they are a
    character's: followed by a comma in titles.
    """
    facts = case.catalogue
    cards = facts.starting_with(line.name)
    if cards and facts.is_beyond(line.name):
        name = f"{fold(line.name)},"
        if not any(fold(card.title).startswith(name) for card in cards):
            return Abbreviated()
    legal: list[Card] = []
    other: list[Card] = []
    for card in cards:
        (legal if case.is_legal(deck, card) else other).append(card)
    return Abbreviated(legal, other)


def _unresolved_lines(case: Lists) -> Iterator[tuple[Deck, Line, Sequence[Card], bool]]:
    """The unresolved lines, each with its candidates and whether to search for suggestions."""
    searched = 0
    for deck in decks_and_pool(case):
        for _, line, cards in deck.unresolved:
            searched += not cards
            yield deck, line, cards, not cards and searched <= case.searched


AMBIGUOUS_CARD: Rule[Lists] = Rule(
    "ambiguous-card",
    MTR("2.7"),
    says=template("“{name}” may be any of several cards: {meant}."),
    fix=template("Write the full English title of the card that is meant."),
    variants={"begun": template("Several card titles begin with “{name}”, such as {meant}.")},
)


@AMBIGUOUS_CARD.rule
def ambiguous_card(case: Lists) -> Iterator[Violation]:
    # A name that fits several cards identifies none (MTR 2.7).
    for deck, line, cards, is_searched in _unresolved_lines(case):
        titles = sorted(card.title for card in cards)
        if is_searched and (abbreviated := _abbreviated(case, deck, line)).is_several:
            best = case.catalogue.complete(line.name, 1, partial(case.is_legal, deck))
            titles = [title for title in best if goes_on(line.name, title)] + [*abbreviated.titles]
        if titles:
            suggestions = titles[:SUGGESTED]
            yield AMBIGUOUS_CARD.violation(
                variant="" if cards else "begun",
                places=[deck.place(line)],
                suggestions=suggestions,
                name=quote(line.name),
                meant=say_list(suggestions, "or"),
            )


UNREADABLE_LINE: Rule[Lists] = Rule(
    "unreadable-line",
    MTR("2.7"),
    says=template("“{name}” is not a card, comment or heading."),
    fix=template("Write the line as a count and a card title, such as “4 Forest”, or remove it."),
    variants={
        "long": Words(
            template(
                "“{name}” is longer than {most} characters, so no card is looked for in the line."
            ),
            template("Write each card on a line of its own, as a count and a title, or remove it."),
        ),
        "several": Words(
            template("“{name}” may hold a card that was not read for certain: {meant}."),
            template(
                "Write each card on a line of its own, as a count and a title, and make the rest a"
                " comment (“# ...”)."
            ),
        ),
    },
)


@UNREADABLE_LINE.rule
def unreadable_line(case: Lists) -> Iterator[Violation]:
    # Whatever may be a card has to be legible on the list (MTR 2.7).
    for deck in decks_and_pool(case):
        section = POOL if deck.index is None else MAIN
        for number, text, readings in deck.decklist.unreadable:
            is_long = len(" ".join(text.split())) > LONGEST_LINE
            yield UNREADABLE_LINE.violation(
                variant="several" if readings else "long" if is_long else "",
                places=[Place(deck.index, section, number, None, text)],
                name=quote(text),
                most=LONGEST_LINE,
                meant=say_list([quote(reading) for reading in readings], "or"),
            )


def quote(text: str) -> str:
    """The text as quoted in a message: on one line, shortened if very long."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def decks_and_pool(case: Lists) -> Iterator[Deck]:
    """Every list that was sent, the pool last."""
    return chain(case.decks, [case.pool] if case.pool else [])
