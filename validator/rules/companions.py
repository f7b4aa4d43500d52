"""Whether a main deck meets the condition of its companion."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import formats
from cards import Card
from formats import CompanionCondition
from messages import plural, say, say_count, say_short_list, template
from validator.case import Case, Group
from validator.decks import Deck
from validator.definition import Rule
from validator.model import CARDS, COMMANDER, MAIN, Entry, Place
from validator.rules.sizes import main_size
from validator.violation import Source, Violation, Words

HALVES = frozenset({"split", "aftermath"})
"""Layouts with the types of both halves; the facts only hold those of the first."""
BREAKS = plural("{number} card breaks that ({titles})", "{number} cards break that ({titles})")


class Finding(NamedTuple):
    """The lines of a main deck that break a condition, and those that the facts cannot decide."""

    breaking: Sequence[Entry] = ()
    doubtful: Sequence[Entry] = ()


CONDITION_BROKEN = template("{card} cannot be the companion of {deck}: {condition}; {breaking}.")
DECK_TOO_SMALL = template(
    "{card} cannot be the companion of {deck}: {condition}; it has {cards}, and {limit} are"
    " required."
)
COMPANION_CONDITION: Rule[Case] = Rule(
    "companion-condition",
    Source("Comprehensive Rules", "702.139"),
    says=CONDITION_BROKEN,
    fix=template("Replace {titles} in the main deck of {deck}, or play without the companion."),
    variants={
        "singleton": Words(
            CONDITION_BROKEN,
            template("Keep one copy of {titles} in {deck}, or play without the companion."),
        ),
        "deck-size": Words(
            DECK_TOO_SMALL,
            template("Add {lacking} to the main deck of {deck}, or play without the companion."),
        ),
        "deck-size/never": Words(DECK_TOO_SMALL, template("Play {deck} without the companion.")),
        "banned": Words(
            template(
                "{card} cannot be the companion of {deck}: it is banned as a companion in {format}"
                " since {since}."
            ),
            template("Play {deck} without the companion."),
        ),
        "several": Words(
            template(
                "The companions listed for {deck} are {cards} ({titles}); a deck has at most one."
            ),
            template("Keep only one card as the companion of {deck}."),
        ),
    },
)


@COMPANION_CONDITION.rule
def companion_condition(case: Case) -> Iterator[Violation]:
    # A player may reveal one companion, whose condition the starting deck fulfills (CR 702.139).
    for group, deck in companion_decks(case):
        named = [
            (line, card)
            for line, card in deck.companions
            if formats.companion_condition(card.title, case.day)
        ]
        count = sum(line.copies for line, _ in named)
        if count > 1:
            yield COMPANION_CONDITION.violation(
                variant="several",
                count=count,
                limit=1,
                places=[deck.place(line) for line, _ in named],
                deck=deck.label,
                titles=titles_of(named),
            )
            continue
        for condition in conditions(case, group, deck):
            bans = group.zone.banned_companions if group.zone else ()
            if ban := formats.ban_on(condition.card, bans, case.day):
                yield COMPANION_CONDITION.violation(
                    Source.effective(ban.source, ban.life.start),
                    variant="banned",
                    card=condition.card,
                    places=[deck.place(line) for line, _ in deck.companions],
                    deck=deck.label,
                    format=group.ruleset.format.name,
                    since=ban.life.start,
                )
                continue
            yield from _violations(condition, deck, group)


def companion_decks(case: Case) -> Iterator[tuple[Group, Deck]]:
    """The decks with a companion, in formats with a sideboard or a command zone."""
    for group in case.groups:
        if (group.sideboard_max == 0 and not group.zone) or not group.ruleset.is_active:
            continue
        yield from ((group, deck) for deck in group.decks if deck.companions)


def conditions(case: Case, group: Group, deck: Deck) -> Iterator[CompanionCondition]:
    """The conditions of the deck's companions, except for those refused by the format."""
    for _, card in deck.companions:
        standing = group.standings.get(card.title)
        condition = formats.companion_condition(card.title, case.day)
        if condition and not (standing and standing.is_refused):
            yield condition


def check_condition(condition: CompanionCondition, deck: Deck) -> Finding:
    """The lines of the main deck that break, or may break, a condition on its cards."""
    entries = [
        (line, card)
        for line, card in deck.entries
        if line.section in (MAIN, COMMANDER) and not condition.exempt.intersection(card.types)
    ]
    match condition.kind:
        case "singleton":
            return _singleton(entries)
        case "shared-type":
            return _shared_type(entries)
        case "mana-value" | "subtype":
            return _card_by_card(condition, entries)
        case _:
            return Finding()


def titles_of(entries: Iterable[Entry]) -> str:
    """The titles of the lines without repetition, shortened if there are many."""
    return say_short_list(list(dict.fromkeys(card.title for _, card in entries)))


def _violations(condition: CompanionCondition, deck: Deck, group: Group) -> Iterator[Violation]:
    if condition.kind == "deck-size":
        yield from _too_small(condition, deck, group)
        return
    breaking = check_condition(condition, deck).breaking
    if breaking:
        count, titles = sum(line.copies for line, _ in breaking), titles_of(breaking)
        yield COMPANION_CONDITION.violation(
            variant="singleton" if condition.kind == "singleton" else "",
            card=condition.card,
            count=count,
            places=[deck.place(line) for line, _ in breaking],
            deck=deck.label,
            condition=say(condition.words),
            breaking=say_count(count, *BREAKS, titles=titles),
            titles=titles,
        )


def _too_small(condition: CompanionCondition, deck: Deck, group: Group) -> Iterator[Violation]:
    count = main_size(group, deck)
    play_format = group.ruleset.format
    limit, most = play_format.main_min + condition.above_minimum, play_format.main_max
    if count < limit:
        yield COMPANION_CONDITION.violation(
            variant="deck-size" if most is None or limit <= most else "deck-size/never",
            card=condition.card,
            count=count,
            limit=limit,
            places=[Place(deck.index, MAIN)],
            deck=deck.label,
            condition=say(condition.words),
            lacking=say_count(limit - count, *CARDS),
        )


def _singleton(entries: Sequence[Entry]) -> Finding:
    copies: Counter[str] = Counter()
    for line, card in entries:
        copies[card.title] += line.copies
    return Finding([entry for entry in entries if copies[entry[1].title] > 1])


def _shared_type(entries: Sequence[Entry]) -> Finding:
    """The lines without the type that most copies share; empty if all have it."""
    copies: Counter[str] = Counter()
    for line, card in entries:
        copies.update(dict.fromkeys(card.types, line.copies))
    usual = max(copies, key=lambda kind: (copies[kind], kind), default="")
    others = [entry for entry in entries if usual not in entry[1].types]
    doubtful = [entry for entry in others if not _has_all_types(entry[1])]
    return Finding([entry for entry in others if _has_all_types(entry[1])], doubtful)


def _has_all_types(card: Card) -> bool:
    """Whether the facts hold all types of the card."""
    return bool(card.types) and card.layout not in HALVES


def _card_by_card(condition: CompanionCondition, entries: Sequence[Entry]) -> Finding:
    judged = [(entry, _meets(condition, entry[1])) for entry in entries]
    return Finding(
        [entry for entry, meets in judged if meets is False],
        [entry for entry, meets in judged if meets is None],
    )


def _meets(condition: CompanionCondition, card: Card) -> bool | None:
    """Whether the card meets the condition; None if the facts cannot tell."""
    if condition.kind == "mana-value":
        meets = _has_value(condition, card)
    else:
        meets = _has_subtype(condition, card)
    if meets or (card.types and condition.among and condition.among.isdisjoint(card.types)):
        return None if card.title in condition.doubtful else True
    # For a card without types it is unknown whether the condition covers it.
    return meets if card.types and card.title not in condition.doubtful else None


def _has_subtype(condition: CompanionCondition, card: Card) -> bool | None:
    if not condition.subtypes.isdisjoint(card.subtypes):
        return True
    return None if not condition.every_subtype.isdisjoint(card.subtypes) else False


def _has_value(condition: CompanionCondition, card: Card) -> bool | None:
    value = card.mana_value
    if value is None:
        return None
    if condition.parity:
        return value % 2 == (0 if condition.parity == "even" else 1)
    return (condition.least or 0) <= value <= (value if condition.most is None else condition.most)
