"""The validity of a report: until the next known change that affects these decks.

A verdict changes with the standing of the team's cards, the life of its format, and under
`tournament` with the policy of the day.
"""

import datetime
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import formats
from cards import BoundedCache, Card, catalogue_cache
from formats import SideDeck
from messages import say, template
from validator.case import Case
from validator.decks import Deck, is_of_kind, side_decks_of
from validator.legality.ruleset import Ruleset, turning_days

CACHED_SPANS = 4_096
CACHED_LIVES = 256
CACHED_RULESETS = 64
NOTHING_KNOWN: str = say("No later announcement or rotation that affects these decks is known.")


class Span(NamedTuple):
    """Days without a change: from `start` up to, but not including, `end`."""

    start: datetime.date
    end: datetime.date | None
    because: str
    """The change on `end`, as a sentence."""


def validity(case: Case) -> Span | None:
    """The span around the event's day in which the report is valid; None without any deck."""
    if not case.groups:
        return None
    start = datetime.date.min
    ends: list[tuple[datetime.date, str]] = []
    for begins, end, because in _spans(case):
        if begins > start:
            start = begins
        if end:
            ends.append((end, because))
    end, because = min(ends) if ends else (None, NOTHING_KNOWN)
    return Span(start, end, because)


def _spans(case: Case) -> list[Span]:
    spans: list[Span] = []
    for group in case.groups:
        spans.append(_life(group.ruleset))
        spans_of_cards = card_spans(group.ruleset)
        spans += map(spans_of_cards.__getitem__, group.cards)
        if group.guessed:
            spans += map(spans_of_cards.__getitem__, group.guessed_titles)
        for side_deck, beside in side_decks_of(group.decks) if case.has_side_decks else ():
            of_kind = [title for title in beside if is_of_kind(beside[title].card, side_deck)]
            spans += map(card_spans(group.ruleset, side_deck).__getitem__, of_kind)
        for deck in group.decks:
            if deck.doubted or deck.unresolved:
                spans += map(spans_of_cards.__getitem__, _doubted_titles(deck, case))
        if group.sideboards_of_old:
            spans.append(_smaller_sideboards(case))
    if case.event.policy == formats.TOURNAMENT and case.policy.life:
        life = case.policy.life
        words = say("The tournament rules for teams change.")
        spans.append(Span(min(life.start, case.day), life.end, words))
    return spans


def _smaller_sideboards(case: Case) -> Span:
    since = case.smaller_sideboards_since
    if case.day >= since:
        return Span(since, None, NOTHING_KNOWN)
    words = say("A sideboard may have any number of cards up to fifteen.")
    return Span(datetime.date.min, since, words)


def _doubted_titles(deck: Deck, case: Case) -> Iterator[str]:
    """The candidates of ambiguous names that legality decides between."""
    yield from (card.title for card in deck.doubted)
    names = [line.name for _, line, cards in deck.unresolved if not cards]
    for name in names[: case.searched]:
        yield from (card.title for card in case.catalogue.starting_with(name))


@catalogue_cache(CACHED_LIVES)
def _life(ruleset: Ruleset) -> Span:
    life, name = ruleset.format.life, ruleset.format.name
    if ruleset.day < life.start:
        return Span(datetime.date.min, life.start, say("{name} begins.", name=name))
    if life.end and ruleset.day >= life.end:
        return Span(life.end, None, NOTHING_KNOWN)
    return Span(life.start, life.end, say("{name} ends.", name=name))


@catalogue_cache(CACHED_RULESETS)
def card_spans(ruleset: Ruleset, side_deck: SideDeck | None = None) -> BoundedCache[str, Span]:
    """The span around the ruleset's day in which a card's standing does not change, by title.

    `side_deck` is where the cards are, if not in the deck.
    """
    return BoundedCache(partial(_card_span, ruleset, side_deck), CACHED_SPANS)


def _card_span(ruleset: Ruleset, side_deck: SideDeck | None, title: str) -> Span:
    if not ruleset.is_active:
        return Span(datetime.date.min, None, NOTHING_KNOWN)
    card = ruleset.catalogue.card(title)
    here = _kind(card, ruleset, side_deck)
    days = sorted(set(turning_days(card, ruleset)))
    start = datetime.date.min
    for day in reversed([day for day in days if day <= ruleset.day]):
        if _kind(card, ruleset.on(day), side_deck) != here:
            break
        start = day
    for day in days:
        if day > ruleset.day and (kind := _kind(card, ruleset.on(day), side_deck)) != here:
            words = say(_CHANGES[kind], card=card.title, name=ruleset.format.name)
            return Span(start, day, words)
    return Span(start, None, NOTHING_KNOWN)


_CHANGES = {
    "banned": template("{card} is banned in {name}."),
    "restricted": template("{card} is restricted in {name}."),
    "refused": template("{card} leaves {name}."),
    "legal": template("{card} becomes legal in {name}."),
    "inactive": template("{name} ends."),
}


def _kind(card: Card, ruleset: Ruleset, side_deck: SideDeck | None) -> str:
    if not ruleset.is_active:
        return "inactive"
    return ruleset.standing(card, side_deck).status
