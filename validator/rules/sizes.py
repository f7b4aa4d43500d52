"""How many decks, and how many cards in main decks and sideboards."""

from __future__ import annotations

from collections.abc import Iterator

from messages import counted, say
from validator.case import Case
from validator.decks import Deck
from validator.model import MAIN, SIDEBOARD, Place
from validator.nouns import DECKS
from validator.violation import Source, Violation, violation

STRUCTURES = {
    "two-headed-giant": say("a Two-Headed Giant team"),
    "team-constructed": say("a team of this event"),
    "individual": say("a single player"),
}


def deck_count(case: Case) -> Iterator[Violation]:
    # A Two-Headed Giant team consists of two players (MTR 9.1), of more in an event with more
    # heads (CR 810.11); a Team Constructed team of two or three (MTR 8.1).
    count, limit = len(case.decks), case.team_size
    if count == limit:
        return
    yield violation(
        "deck-count",
        _source(case, "Team size"),
        count=count,
        limit=limit,
        have=counted(count, *DECKS),
        take=counted(limit, *DECKS),
        team=STRUCTURES[case.structure],
    )


def main_too_small(case: Case) -> Iterator[Violation]:
    # Constructed decks must contain a minimum of sixty cards (MTR 6.1), Limited decks of
    # forty (MTR 7.1). There is no maximum deck size.
    for group in case.groups:
        limit = group.ruleset.format.main_min
        for deck in group.decks:
            count = deck.sizes[MAIN]
            if count < limit:
                yield violation(
                    "main-too-small",
                    Source("Magic Tournament Rules", "7.1" if case.is_limited else "6.1"),
                    count=count,
                    limit=limit,
                    places=[Place(deck.index, MAIN)],
                    deck=deck.label,
                )


def sideboard_not_allowed(case: Case) -> Iterator[Violation]:
    # Sideboards are not allowed in Constructed Two-Headed Giant tournaments (MTR 9.5).
    for group in case.groups:
        if group.sideboard_max != 0:
            continue
        for deck in group.decks:
            count = deck.sizes[SIDEBOARD]
            if count:
                yield violation(
                    "sideboard-not-allowed",
                    Source("Magic Tournament Rules", "9.5"),
                    count=count,
                    limit=0,
                    places=_sideboard_places(deck),
                    deck=deck.label,
                )


def sideboard_too_large(case: Case) -> Iterator[Violation]:
    # A player may have a sideboard of up to fifteen cards (MTR 6.1).
    for group in case.groups:
        limit = group.sideboard_max
        if not limit:
            continue
        for deck in group.decks:
            count = deck.sizes[SIDEBOARD]
            if count > limit:
                yield violation(
                    "sideboard-too-large",
                    Source("Magic Tournament Rules", "6.1"),
                    count=count,
                    limit=limit,
                    places=_sideboard_places(deck),
                    deck=deck.label,
                )


def _sideboard_places(deck: Deck) -> list[Place]:
    return sorted(
        (deck.place(line) for line in deck.lines() if line.section == SIDEBOARD),
        key=lambda place: place.line or 0,
    )


def _source(case: Case, clause: str) -> Source:
    if case.structure == "two-headed-giant" and case.team_size > 2:
        return Source("Comprehensive Rules", "810.11")
    clauses = {"two-headed-giant": "9.1", "team-constructed": "8.1", "individual": "1.1"}
    return Source("Magic Tournament Rules", clauses[case.structure])
