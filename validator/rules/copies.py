"""Limits on copies of a title in a team or deck: Unified Deck Construction.

Copies are counted by English card title. Banned titles and those outside the format are left
out, since every copy has to go. A restricted title over its limit is only reported as such,
not also by `combined-copies` or `deck-copies`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Literal

from cards import Card
from formats import Format
from messages import say, say_list, template
from validator.case import Case, Group
from validator.decks import CardCopies
from validator.definition import Rule
from validator.legality.ruleset import Ruling
from validator.violation import MTR, Source, Violation, Words

RESTRICTED = 1
SINGLETON = Source("Comprehensive Rules", "903.5b")
UNIFIED_DECK_CONSTRUCTION = Source(
    "DCI Two-Headed Giant FAQ, 2005-09-05", "Unified Deck Construction"
)


COMBINED_COPIES: Rule[Case] = Rule(
    "combined-copies",
    UNIFIED_DECK_CONSTRUCTION,
    says=template("{copies} of {card} in the team's combined decks, at most {limit} are allowed."),
    fix=template("Remove {excess} of {card} from {where}."),
)


@COMBINED_COPIES.rule
def combined_copies(case: Case) -> Iterator[Violation]:
    # Unified Deck Construction, as first published: all decks of the team together hold at most
    # four of a title, basic lands aside.
    for group in case.team_groups:
        limit = _team_limit(case.policy.copies_in_team, group.ruleset.format)
        for title in () if limit is None else group.over(limit):
            if _is_limited_by_own_text(group.cards[title], case):
                continue
            copies = group.titles[title]
            if not _is_over_restriction(copies, group, case):
                yield COMBINED_COPIES.violation(
                    _limit_source(limit, group, case),
                    card=title,
                    count=copies.count,
                    limit=limit,
                    places=copies.places(),
                    where=_where(copies, copies.count - (limit or 0), group, case),
                )


REMOVE_FROM_DECK = template("Remove {excess} of {card} from {deck}.")
DECK_COPIES: Rule[Case] = Rule(
    "deck-copies",
    MTR("6.1"),
    says=template("{copies} of {card} in {deck}, at most {limit} are allowed."),
    fix=REMOVE_FROM_DECK,
)


@DECK_COPIES.rule
def deck_copies(case: Case) -> Iterator[Violation]:
    # A player's deck and sideboard together hold at most four of a title, unless it is a basic land
    # or its own text says otherwise (MTR 6.1).
    for group in case.copy_groups:
        general = _general_limit(group, case)
        over = [] if general is None else group.over(general)
        for title in dict.fromkeys((*over, *group.limited_by_text)):
            card, count = group.cards[title], group.accepted[title]
            limit = _own_limit(card, group, case) or general
            if limit is None or limit == "any" or count <= limit or card.is_basic:
                continue
            copies = group.titles[title]
            if _is_over_restriction(copies, group, case):
                continue
            for index, in_deck in copies.by_deck().items():
                if in_deck.count > limit:
                    yield DECK_COPIES.violation(
                        _deck_source(group),
                        card=title,
                        count=in_deck.count,
                        limit=limit,
                        places=in_deck.places(),
                        deck=case.decks[index].label,
                    )


SHARED_CARD: Rule[Case] = Rule(
    "shared-card",
    MTR("8.4"),
    says=template("{card} is in {decks}; no two decks of a team may hold the same card."),
    fix=template("Keep {card} in one deck and replace it in the others."),
)


@SHARED_CARD.rule
def shared_card(case: Case) -> Iterator[Violation]:
    # A title is in one deck of the team alone (MTR 8.4, since 2016-07-22).
    policy = case.policy
    if policy.titles_shared:
        return
    for group in case.team_groups:
        # Ordered by `accepted`, as the order of a set differs between processes.
        for title in filter(group.shared_titles.__contains__, group.accepted):
            if not _is_limited_by_own_text(group.cards[title], case):
                copies = group.titles[title]
                yield SHARED_CARD.violation(
                    Source(policy.source, policy.clause),
                    card=title,
                    count=copies.count,
                    places=copies.places(),
                    decks=say_list([case.decks[index].label for index in copies.by_deck()]),
                )


RESTRICTED_COPIES: Rule[Case] = Rule(
    "restricted-copies",
    UNIFIED_DECK_CONSTRUCTION,
    fix=template("Remove {excess} of {card} from {where}."),
    variants={
        "team": template(
            "{copies} of {card} in the team; it has been restricted in {format} since {since}, so"
            " the team may play one."
        ),
        "deck": Words(
            template(
                "{copies} of {card} in {deck}; it has been restricted in {format} since {since},"
                " so a deck may hold one."
            ),
            REMOVE_FROM_DECK,
        ),
        "team/seen": template(
            "{copies} of {card} in the team; it is restricted in {format} (as listed by"
            " {source_name} on {since}), so the team may play one."
        ),
        "deck/seen": Words(
            template(
                "{copies} of {card} in {deck}; it is restricted in {format} (as listed by"
                " {source_name} on {since}), so a deck may hold one."
            ),
            REMOVE_FROM_DECK,
        ),
        "team/house": template(
            "{copies} of {card} in the team; the house rules of {format} restrict it, so the team"
            " may play one."
        ),
        "deck/house": Words(
            template(
                "{copies} of {card} in {deck}; the house rules of {format} restrict it, so a deck"
                " may hold one."
            ),
            REMOVE_FROM_DECK,
        ),
    },
)


@RESTRICTED_COPIES.rule
def restricted_copies(case: Case) -> Iterator[Violation]:
    # Of a restricted title the team plays one copy; a single player one in deck and sideboard
    # together.
    for group in case.copy_groups:
        for title, ruling in group.restricted.items():
            copies = group.titles[title]
            if _restricts_team(group, case):
                if copies.count > RESTRICTED:
                    where = _where(copies, copies.count - RESTRICTED, group, case)
                    yield _restriction_violation("team", copies, ruling, where=where)
                continue
            for index, in_deck in copies.by_deck().items():
                if in_deck.count > RESTRICTED:
                    label = case.decks[index].label
                    yield _restriction_violation("deck", in_deck, ruling, deck=label)


def _where(copies: CardCopies, excess: int, group: Group, case: Case) -> str:
    """The decks to remove copies from: the only holder, either of two, or several together."""
    holders = copies.by_deck()
    if len(holders) == 1:
        return case.decks[next(iter(holders))].label
    able = sum(holder.count >= excess for holder in holders.values())
    if len(group.decks) > 2 or able == 1:
        return say("the team's decks")
    return say("either deck") if able else say("both decks")


def _team_limit(of_policy: int | None, play_format: Format) -> int | None:
    """Copies of a title in the team's decks; house rules may lower the policy's limit."""
    if play_format.singleton == "team":
        return 1
    if of_policy is None or play_format.singleton:
        return of_policy
    return min(of_policy, play_format.copies_max or sys.maxsize)


def _limit_source(limit: int | None, group: Group, case: Case) -> Source:
    """The source of the team's limit: the policy, or house rules with a lower one."""
    policy, house = case.policy, group.ruleset.house
    if house and limit != policy.copies_in_team:
        return Source(f"House rules of {house.name}")
    return Source(policy.copies_source, policy.copies_clause)


def _deck_source(group: Group) -> Source | None:
    """The source of the limit for one deck; None for the Magic Tournament Rules."""
    play_format = group.ruleset.format
    if play_format.command_zone and play_format.singleton:
        return SINGLETON
    if play_format.source:
        return Source(play_format.source)
    return Source(f"Rules of {play_format.name}") if play_format.singleton else None


def _general_limit(group: Group, case: Case) -> int | None:
    """Copies of a title in one deck; None if the team's combined limit is stricter."""
    if group.ruleset.format.singleton == "deck":
        return 1
    if group.is_team and (case.policy.copies_in_team is not None or group.ruleset.format.singleton):
        return None
    return group.ruleset.format.copies_max


def _own_limit(card: Card, group: Group, case: Case) -> int | Literal["any"] | None:
    """The limit for a deck set by the card's own text, if the policy respects it."""
    if group.is_team and case.policy.own_limit == "none":
        return None
    return card.copy_limit


def _is_limited_by_own_text(card: Card, case: Case) -> bool:
    """Whether the card's own text replaces the team's limit, in every deck."""
    return card.copy_limit is not None and case.policy.own_limit == "every-deck"


def _restricts_team(group: Group, case: Case) -> bool:
    return group.is_team and case.policy.restricted_scope == "team"


def _is_over_restriction(copies: CardCopies, group: Group, case: Case) -> bool:
    """Whether `restricted_copies` already reports the title."""
    if copies.count <= RESTRICTED or copies.card.title not in group.restricted:
        return False
    if _restricts_team(group, case):
        return True
    return any(in_deck.count > RESTRICTED for in_deck in copies.by_deck().values())


def _restriction_violation(
    scope: str, copies: CardCopies, ruling: Ruling, *, deck: str = "", where: str = ""
) -> Violation:
    return RESTRICTED_COPIES.violation(
        Source(ruling.source, ruling.clause),
        variant=f"{scope}/{ruling.basis}" if ruling.basis else scope,
        card=copies.card.title,
        count=copies.count,
        limit=RESTRICTED,
        banlist=ruling.version.isoformat() if ruling.version else None,
        places=copies.places(),
        format=ruling.list_name,
        since=ruling.since,
        source_name=ruling.source,
        deck=deck,
        where=where,
    )
