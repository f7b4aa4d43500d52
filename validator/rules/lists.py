"""What a list says that could not be understood; nothing of a list is passed over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from cards import Catalogue
from messages import listed
from validator.case import SEARCHED
from validator.decks import Deck
from validator.model import LONGEST_LINE, MAIN, POOL, Place
from validator.violation import Source, Violation, violation

REGISTRATION = Source("Magic Tournament Rules", "2.7")
"""A decklist names each card by its full English title, or so that it is unmistakable."""
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
            newer = "/newer" * case.is_newer_than_facts
            yield violation(
                "unknown-card",
                REGISTRATION,
                words=f"unknown-card{newer}{'/suggestions' * bool(suggestions)}",
                places=[deck.place(line)],
                suggestions=suggestions,
                name=quoted(line.name),
                meant=listed(suggestions, "or"),
                day=case.catalogue.as_of,
            )


def ambiguous_card(case: Lists) -> Iterator[Violation]:
    for deck in decks_and_pool(case):
        for _, line, cards in deck.unresolved:
            if cards:
                suggestions = sorted(card.title for card in cards)[:SUGGESTED]
                yield violation(
                    "ambiguous-card",
                    REGISTRATION,
                    places=[deck.place(line)],
                    suggestions=suggestions,
                    name=quoted(line.name),
                    meant=listed(suggestions, "or"),
                )


def unreadable_line(case: Lists) -> Iterator[Violation]:
    for deck in decks_and_pool(case):
        section = POOL if deck.index is None else MAIN
        for number, text in deck.decklist.unreadable:
            is_long = len(" ".join(text.split())) > LONGEST_LINE
            yield violation(
                "unreadable-line",
                REGISTRATION,
                words="unreadable-line/long" if is_long else None,
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


LIST_RULES = (unknown_card, ambiguous_card, unreadable_line)
