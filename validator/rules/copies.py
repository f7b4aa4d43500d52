"""How many copies of a title a team or a deck may hold: Unified Deck Construction.

Copies are counted by English card title. Titles that are banned or outside the format are
left out: every copy of those has to go. A restricted title over its limit is reported as
that alone, in place of `combined-copies` and `deck-copies`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Literal

from cards import Card
from messages import listed, say
from validator.case import Case, Group
from validator.decks import Deck, Held
from validator.legality.standing import Ruling
from validator.violation import Source, Violation, violation

RESTRICTED = 1
GENERAL_LIMIT = Source("Magic Tournament Rules", "6.1")


def combined_copies(case: Case) -> Iterator[Violation]:
    # "The combined decks of a team may have no more than four of any individual card, counted
    # by its English card title, with the exception of basic land cards."
    policy = case.policy
    if policy.copies_in_team is None:
        return
    for group in case.team_groups:
        # House rules may set a lower limit.
        limit = min(policy.copies_in_team, group.ruleset.format.copies_max or sys.maxsize)
        for title in group.over(limit):
            if _is_limited_by_own_text(group.cards[title], case):
                continue
            held = group.titles[title]
            if not _is_over_restriction(held, group, case):
                yield violation(
                    "combined-copies",
                    _limit_source(limit, group, case),
                    card=title,
                    count=held.count,
                    limit=limit,
                    places=held.places(),
                    where=say("either deck") if len(group.decks) == 2 else say("the team's decks"),
                )


def deck_copies(case: Case) -> Iterator[Violation]:
    # "A deck and sideboard together may not contain more than four of any individual card,
    # except for cards with the basic supertype or cards with text that specifies otherwise."
    for group in case.copy_groups:
        general = _general_limit(group, case)
        over = [] if general is None else group.over(general)
        for title in dict.fromkeys((*over, *group.limited_by_text)):
            card, copies = group.cards[title], group.accepted[title]
            limit = _own_limit(card, group, case) or general
            if limit is None or limit == "any" or copies <= limit or card.is_basic:
                continue
            held = group.titles[title]
            if _is_over_restriction(held, group, case):
                continue
            for index, in_deck in held.by_deck().items():
                if in_deck.count > limit:
                    yield _in_deck(in_deck, limit, case.decks[index])


def shared_card(case: Case) -> Iterator[Violation]:
    # "No two decks on a team may contain the same card, based on its English card title."
    policy = case.policy
    if policy.titles_shared:
        return
    for group in case.team_groups:
        for title in group.shared_titles & group.accepted.keys():
            if not _is_limited_by_own_text(group.cards[title], case):
                held = group.titles[title]
                yield violation(
                    "shared-card",
                    Source(policy.source, policy.clause),
                    card=title,
                    count=held.count,
                    places=held.places(),
                    decks=listed([case.decks[index].label for index in held.by_deck()]),
                )


def restricted_copies(case: Case) -> Iterator[Violation]:
    # "If a card is restricted in a particular format, no more than one of that card may be
    # used by the team"; for a single player, one in deck and sideboard together.
    for group in case.copy_groups:
        for title, ruling in group.restricted.items():
            held = group.titles[title]
            if _restricts_team(group, case):
                if held.count > RESTRICTED:
                    yield _restricted("team", held, ruling)
                continue
            for index, in_deck in held.by_deck().items():
                if in_deck.count > RESTRICTED:
                    yield _restricted("deck", in_deck, ruling, case.decks[index].label)


def _limit_source(limit: int, group: Group, case: Case) -> Source:
    """What sets the limit of the team's combined decks: the policy, or house rules below it."""
    policy, house = case.policy, group.ruleset.house
    if house and limit != policy.copies_in_team:
        return Source(f"House rules of {house.name}")
    return Source(policy.copies_source, policy.copies_clause)


def _general_limit(group: Group, case: Case) -> int | None:
    """Copies of a title in one deck; None where the team's combined limit is the stricter one."""
    if group.is_team and case.policy.copies_in_team is not None:
        return None
    return group.ruleset.format.copies_max


def _own_limit(card: Card, group: Group, case: Case) -> int | Literal["any"] | None:
    """The limit that the card's own text sets for a deck, where the policy lets it."""
    if group.is_team and case.policy.own_limit == "none":
        return None
    return card.copy_limit


def _is_limited_by_own_text(card: Card, case: Case) -> bool:
    """Whether the card's own text takes the place of the team's limit, in every deck."""
    return card.copy_limit is not None and case.policy.own_limit == "every-deck"


def _restricts_team(group: Group, case: Case) -> bool:
    return group.is_team and case.policy.restricted_scope == "team"


def _is_over_restriction(held: Held, group: Group, case: Case) -> bool:
    """Whether `restricted_copies` speaks of the title already."""
    if held.count <= RESTRICTED or held.card.title not in group.restricted:
        return False
    if _restricts_team(group, case):
        return True
    return any(in_deck.count > RESTRICTED for in_deck in held.by_deck().values())


def _in_deck(held: Held, limit: int, deck: Deck) -> Violation:
    return violation(
        "deck-copies",
        GENERAL_LIMIT,
        card=held.card.title,
        count=held.count,
        limit=limit,
        places=held.places(),
        deck=deck.label,
    )


def _restricted(scope: str, held: Held, ruling: Ruling, deck: str = "") -> Violation:
    return violation(
        "restricted-copies",
        Source(ruling.source, ruling.clause),
        words=f"restricted-copies/{scope}" + "/house" * ruling.is_of_house,
        card=held.card.title,
        count=held.count,
        limit=RESTRICTED,
        banlist=ruling.version.isoformat() if ruling.version else None,
        places=held.places(),
        format=ruling.list_name,
        since=ruling.since,
        cited=ruling.cited,
        deck=deck,
    )
