"""Numbers of decks, and sizes of main decks and sideboards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import formats
from formats import companion_condition
from messages import say_count, say_list, template
from validator.case import SIDEBOARD_OF_OLD, Case, Group
from validator.decks import Deck
from validator.definition import Rule
from validator.model import COMMANDER, DECKS, MAIN, SIDEBOARD, Entry, Place
from validator.violation import MTR, Source, Violation, Words

COMMANDER_SIZE = Source("Comprehensive Rules", "903.5a")
MORE_HEADS = Source("Comprehensive Rules", "810.11")


DECK_COUNT: Rule[Case] = Rule(
    "deck-count",
    MTR("8.2"),
    says=template("The team has {have}; {team} has {take}."),
    fix=template("Register {take}."),
)


@DECK_COUNT.rule
def deck_count(case: Case) -> Iterator[Violation]:
    # A Two-Headed Giant team consists of two players, a Team Constructed team of two or three (MTR
    # 8.2); or a team has more heads if the event allows them (CR 810.11).
    count, limit = len(case.decks), case.team_size
    if count == limit:
        return
    structure = formats.structure(case.structure)
    has_more_heads = case.structure == "two-headed-giant" and limit > 2
    yield DECK_COUNT.violation(
        MORE_HEADS if has_more_heads else Source(structure.source, structure.clause),
        count=count,
        limit=limit,
        have=say_count(count, *DECKS),
        take=say_count(limit, *DECKS),
        team=structure.team,
    )


MAIN_TOO_SMALL: Rule[Case] = Rule(
    "main-too-small",
    MTR("6.1"),
    says=template("The main deck of {deck} has {cards}, at least {limit} are required."),
    fix=template("Add {missing} to the main deck of {deck}."),
    variants={
        "list": Words(template("The list of {deck} is missing."), template("Send the list.")),
        "pool": Words(
            template("The main deck of {deck} has no cards yet."),
            template("Build it from the pool."),
        ),
    },
)


@MAIN_TOO_SMALL.rule
def main_too_small(case: Case) -> Iterator[Violation]:
    # Constructed decks must contain a minimum of sixty cards (MTR 6.1), Limited decks a minimum
    # of forty (MTR 7.1). Only some formats have a maximum, such as Commander, whose decks
    # have a hundred cards with the commander (CR 903.5a).
    for group in case.groups:
        limit = group.ruleset.format.main_min
        for deck in group.decks:
            count = main_size(group, deck)
            if count < limit:
                variant = ("pool" if case.pool else "list") if deck.is_missing else ""
                yield _size_violation(MAIN_TOO_SMALL, case, group, deck, count, limit, variant)


MAIN_TOO_LARGE: Rule[Case] = Rule(
    "main-too-large",
    COMMANDER_SIZE,
    says=template("The main deck of {deck} has {cards}, at most {limit} are allowed."),
    fix=template("Remove {excess} from the main deck of {deck}."),
)


@MAIN_TOO_LARGE.rule
def main_too_large(case: Case) -> Iterator[Violation]:
    # A Commander deck has a hundred cards, the commander among them (CR 903.5a).
    for group in case.groups:
        limit = group.ruleset.format.main_max
        for deck in [] if limit is None else group.decks:
            count = main_size(group, deck)
            if limit is not None and count > limit:
                yield _size_violation(MAIN_TOO_LARGE, case, group, deck, count, limit)


def main_size(group: Group, deck: Deck) -> int:
    """Cards in the main deck, including the commanders in formats that have some."""
    has_commanders = group.ruleset.format.command_zone is not None
    return deck.sizes[MAIN] + (deck.sizes[COMMANDER] if has_commanders else 0)


def _size_violation(
    rule: Rule[Case],
    case: Case,
    group: Group,
    deck: Deck,
    count: int,
    limit: int,
    variant: str = "",
) -> Violation:
    return rule.violation(
        _size_source(group, case),
        variant=variant,
        count=count,
        limit=limit,
        places=[Place(deck.index, MAIN)],
        deck=deck.label,
    )


SIDEBOARD_NOT_ALLOWED: Rule[Case] = Rule(
    "sideboard-not-allowed",
    MTR("9.5"),
    says=template(
        "The sideboard of {deck} has {cards}; Two-Headed Giant Constructed is played without one."
    ),
    fix=template("Remove the sideboard of {deck}."),
    variants={
        "zone": template(
            "The sideboard of {deck} has {cards}; a deck with a commander is played without one."
        ),
        "format": template("The sideboard of {deck} has {cards}; {format} is played without one."),
        "companion": Words(
            template(
                "{companion} is the companion of {deck}; Two-Headed Giant Constructed is played"
                " without a sideboard, so there is none to bring it from."
            ),
            template("Remove the companion of {deck}."),
        ),
        "companion/others": template(
            "The sideboard of {deck} has {cards}, its companion {companion} among them;"
            " Two-Headed Giant Constructed is played without a sideboard, so there is none to bring"
            " a companion from."
        ),
    },
)


@SIDEBOARD_NOT_ALLOWED.rule
def sideboard_not_allowed(case: Case) -> Iterator[Violation]:
    # Sideboards are not allowed in Constructed Two-Headed Giant tournaments (MTR 9.5).
    for group in case.groups:
        if group.sideboard_max != 0:
            continue
        has_own = group.ruleset.format.sideboard_max == 0
        for deck in [deck for deck in group.decks if deck.sizes[SIDEBOARD]]:
            # In formats with commanders a companion is outside the deck, in no sideboard.
            companions = deck.companions if group.zone else ()
            outside = [each for each in companions if companion_condition(each[1].title, case.day)]
            count = deck.sizes[SIDEBOARD] - _copies_beside(deck, outside)
            if count > 0:
                yield SIDEBOARD_NOT_ALLOWED.violation(
                    variant=_sideboard_variant(group, deck, count),
                    source=_size_source(group, case) if has_own else None,
                    count=count,
                    limit=0,
                    places=_sideboard_places(deck, left_out=outside),
                    deck=deck.label,
                    companion=say_list([card.title for _, card in deck.companions]),
                    format=group.ruleset.format.name,
                )


SIDEBOARD_TOO_LARGE: Rule[Case] = Rule(
    "sideboard-too-large",
    MTR("6.1"),
    says=template("The sideboard of {deck} has {cards}, at most {limit} are allowed."),
    fix=template("Remove {excess} from the sideboard of {deck}."),
)


@SIDEBOARD_TOO_LARGE.rule
def sideboard_too_large(case: Case) -> Iterator[Violation]:
    # A player may have a sideboard of up to fifteen cards (MTR 6.1).
    for group in case.groups:
        limit = group.sideboard_max
        if not limit:
            continue
        for deck in group.decks:
            count = deck.sizes[SIDEBOARD]
            if count > limit:
                yield SIDEBOARD_TOO_LARGE.violation(
                    count=count, limit=limit, places=_sideboard_places(deck), deck=deck.label
                )


SIDEBOARD_SIZE: Rule[Case] = Rule(
    "sideboard-size",
    MTR("6.1"),
    says=template(
        "The sideboard of {deck} has {cards}; until {until} a sideboard had exactly {limit} cards"
        " or none."
    ),
    fix=template("Add {missing} to the sideboard of {deck}, or remove all of it."),
)


@SIDEBOARD_SIZE.rule
def sideboard_size(case: Case) -> Iterator[Violation]:
    # A sideboard contained exactly fifteen cards until the Magic 2014 rules; since then up to
    # fifteen. Formats with rules of their own never had that.
    small = [deck for group in case.groups for deck in group.sideboards_of_old]
    if not small or case.day >= case.smaller_sideboards_since:
        return
    for deck in small:
        yield SIDEBOARD_SIZE.violation(
            count=deck.sizes[SIDEBOARD],
            limit=SIDEBOARD_OF_OLD,
            places=_sideboard_places(deck),
            deck=deck.label,
            until=case.smaller_sideboards_since,
        )


def _sideboard_variant(group: Group, deck: Deck, count: int) -> str:
    """The sentence variant for a forbidden sideboard: by the format, or the companion in it."""
    if group.zone:
        return "zone"
    if group.ruleset.format.sideboard_max == 0:
        return "format"
    if not deck.companions:
        return ""
    is_alone = _copies_beside(deck, deck.companions) == count == 1
    return "companion" if is_alone else "companion/others"


def _copies_beside(deck: Deck, companions: Iterable[Entry]) -> int:
    """Copies of companions in the sideboard, where many programs list them again."""
    sideboard = deck.copies[SIDEBOARD]
    return sum(min(line.copies, sideboard.get(card.title, 0)) for line, card in companions)


def _sideboard_places(deck: Deck, *, left_out: Iterable[Entry] = ()) -> list[Place]:
    titles = {card.title for _, card in left_out}
    places = [
        deck.place(line)
        for line, card in deck.in_order()
        if line.section == SIDEBOARD and not (card and card.title in titles)
    ]
    return sorted(places, key=lambda place: place.line or 0)


def _size_source(group: Group, case: Case) -> Source:
    play_format = group.ruleset.format
    if play_format.command_zone:
        return COMMANDER_SIZE
    if play_format.source:
        return Source(play_format.source)
    if group.ruleset.format.main_max is not None or group.ruleset.format.singleton:
        return Source(f"Rules of {group.ruleset.format.name}")
    return MTR("7.1" if case.is_limited else "6.1")
