"""Judges a case: resolves the lists, collects formats and rulesets, runs the rules, reports."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import cast

import formats
from cards import Card, Catalogue, IsLegal, catalogue
from formats import Format
from validator.case import SEARCHED, Case, Group
from validator.commander_lists import settle_commanders
from validator.decks import Deck
from validator.definition import Rule
from validator.legality.ruleset import Ruleset, ruleset
from validator.model import Decklist, Event, Structure
from validator.notices import notices_of
from validator.report import Reading, Report
from validator.rules import LIST_RULES, rules_for
from validator.rules.lists import ListsAlone
from validator.titles import resolve
from validator.violation import Violation

AFTER_ALL_DECKS = sys.maxsize
"""The position of the card pool in the order of the decks."""


def validate(
    event: Event,
    decks: Sequence[Decklist],
    pool: Decklist | None = None,
    facts: Catalogue | None = None,
    searched: int = SEARCHED,
) -> Report:
    """Judge one team's decks (and card pool, in Limited) at an event.

    `facts` is the card catalogue, by default the shipped one. `searched` limits how many unknown
    names get suggestions. Raises formats.UnknownFormat or formats.UnknownPolicy (both
    LookupError) if the event names an unknown one; faults of the lists are part of the report.
    """
    case = gather(event, decks, pool, facts or catalogue())
    case.searched = searched
    violations = case.violations = judge(case, rules_for(case))
    variants = {policy_id: case.under(policy_id) for policy_id in event.also}
    also = {policy_id: judge(other, rules_for(other)) for policy_id, other in variants.items()}
    return Report(case, violations, tuple(notices_of(case)), also)


def read_alone(*decklists: Decklist, is_pool: bool = False, searched: int = SEARCHED) -> Reading:
    """The content of at least one list without an event: its cards and the faults of reading.

    A card pool is always a single list. `searched` is as in `validate`.
    """
    facts = catalogue()
    indexes = (None,) if is_pool else range(len(decklists))
    decks = tuple(
        resolve(text, index, facts) for index, text in zip(indexes, decklists, strict=True)
    )
    read, pool = ((), decks[0]) if is_pool else (decks, None)
    alone = ListsAlone(read, facts, pool, searched=searched)
    faults = (fault for rule in LIST_RULES for fault in rule.find(alone))
    return Reading(decks, tuple(faults), tuple(chain(*(deck.notices for deck in decks))))


def gather(
    event: Event, decks: Sequence[Decklist], pool: Decklist | None, facts: Catalogue
) -> Case:
    """The case of one team: its cards, formats and rulesets."""
    play_format, structure = _format_and_structure(event)
    day = event.day
    policy = formats.resolve_policy(event.policy, day)
    is_legal = _legality(event, play_format, structure, facts)
    resolved = [resolve(decklist, index, facts, is_legal) for index, decklist in enumerate(decks)]
    players = [decklist.player for decklist in decks]
    for deck in resolved:
        deck.has_namesake = players.count(deck.decklist.player) > 1
    pooled = resolve(pool, None, facts) if pool else None
    case = Case(event, day, play_format, structure, policy, resolved, pooled, facts)
    case.groups = _groups(case)
    return case


def on_day(case: Case, day: datetime.date) -> Case:
    """The same team and event on another day; the lists are not resolved again."""
    moved = case.on(day)
    moved.groups = _groups(moved)
    return moved


def judge(case: Case, rules: Iterable[Rule[Case]]) -> tuple[Violation, ...]:
    """The violations, ordered by rule, deck, line and card."""
    numbered = [(order, fault) for order, rule in enumerate(rules) for fault in rule.find(case)]
    return tuple(fault for _, fault in sorted(numbered, key=_position))


def _position(entry: tuple[int, Violation]) -> tuple[int, int, int, str]:
    order, violation = entry
    if not violation.places:
        return (order, -1, 0, violation.card or "")
    first = min(
        (AFTER_ALL_DECKS if place.deck is None else place.deck, place.line or 0)
        for place in violation.places
    )
    return (order, *first, violation.card or "")


def _format_and_structure(event: Event) -> tuple[Format, Structure]:
    """The play format and the structure; an event kind such as team-sealed determines both."""
    if event.house and event.house.format.id == event.format:
        return event.house.format, event.structure
    named = formats.load(event.format)
    if named.base is None:
        return named, event.structure
    return formats.load(named.base), cast(Structure, named.structure or event.structure)


def _groups(case: Case) -> list[Group]:
    """Group decks that are judged together: a team's, if all have the same format.

    Team rules bind decks of one format (MTR 8.4); otherwise, and for single players, each deck is
    judged on its own.
    """
    format_ids = [deck.decklist.format or case.format.id for deck in case.decks]
    if case.structure != "individual" and len(set(format_ids)) == 1:
        return [_group(case, format_ids[0], case.decks, is_team=True)]
    return [
        _group(case, format_id, [deck], is_team=False)
        for format_id, deck in zip(format_ids, case.decks, strict=True)
    ]


def legality_at(event: Event, facts: Catalogue) -> IsLegal:
    """A predicate: is a card legal in the event's format on the day? formats.UnknownFormat."""
    return _legality(event, *_format_and_structure(event), facts)


def _legality(event: Event, play_format: Format, structure: Structure, facts: Catalogue) -> IsLegal:
    def is_legal(card: Card) -> bool:
        rules = _ruleset(event, event.day, play_format.id, structure, facts)
        return not rules.standing(card).is_refused

    return is_legal


def _ruleset(
    event: Event, day: datetime.date, format_id: str, structure: Structure, facts: Catalogue
) -> Ruleset:
    house = event.house if event.house and event.house.format.id == format_id else None
    two_headed = structure == "two-headed-giant"
    return ruleset(format_id, day, facts, two_headed=two_headed, house=house)


def _group(case: Case, format_id: str, decks: list[Deck], *, is_team: bool) -> Group:
    two_headed = case.structure == "two-headed-giant"
    rules = _ruleset(case.event, case.day, format_id, case.structure, case.catalogue)
    sideboard_max = rules.format.sideboard_max
    if two_headed and rules.format.kind == "constructed":
        sideboard_max = case.policy.two_headed_giant_sideboard_max
    zone = rules.format.command_zone if rules.is_active else None
    if zone and sideboard_max == 0:
        for deck in decks:
            settle_commanders(deck, rules.format, zone, case.day)
    return Group(rules, decks, is_team=is_team, sideboard_max=sideboard_max)
