"""How many copies of a title a team or a deck may hold: Unified Deck Construction.

Copies are counted by English card title. Titles that are banned or outside the format are
left out: every copy of those has to go. A restricted title over its limit is reported as
that alone, in place of `combined-copies` and `deck-copies`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cards import Card
from validator.case import Case, Deck, Group, Held
from validator.violation import Source, Violation, counted, listed, violation

RESTRICTED = 1
GENERAL_LIMIT = Source("Magic Tournament Rules", "6.1")


def combined_copies(case: Case) -> Iterator[Violation]:
    # "The combined decks of a team may have no more than four of any individual card, counted
    # by its English card title, with the exception of basic land cards."
    policy = case.policy
    limit = policy.copies_in_team
    if limit is None:
        return
    for group in case.copy_groups:
        if not group.is_team:
            continue
        for held in group.accepted:
            if (
                held.count > limit
                and not held.card.is_basic
                and not _is_limited_by_own_text(held.card, case)
                and not _is_over_restriction(held, group, case)
            ):
                yield violation(
                    "combined-copies",
                    Source(policy.copies_source, policy.copies_clause),
                    card=held.card.title,
                    count=held.count,
                    limit=limit,
                    places=held.places(),
                    where="either deck" if len(group.decks) == 2 else "the team's decks",
                )


def deck_copies(case: Case) -> Iterator[Violation]:
    # "A deck and sideboard together may not contain more than four of any individual card,
    # except for cards with the basic supertype or cards with text that specifies otherwise."
    for group in case.copy_groups:
        for held in group.accepted:
            limit = _deck_limit(held.card, group, case)
            if limit is None or held.count <= limit or _is_over_restriction(held, group, case):
                continue
            for index, in_deck in held.by_deck().items():
                if in_deck.count > limit:
                    yield _in_deck("deck-copies", GENERAL_LIMIT, limit, in_deck, case.decks[index])


def shared_card(case: Case) -> Iterator[Violation]:
    # "No two decks on a team may contain the same card, based on its English card title."
    policy = case.policy
    if policy.titles_shared:
        return
    for group in case.copy_groups:
        if not group.is_team:
            continue
        for held in group.accepted:
            if held.card.is_basic or _is_limited_by_own_text(held.card, case):
                continue
            if len(held.lines) == 1:
                continue
            indices = held.by_deck()
            if len(indices) > 1:
                yield violation(
                    "shared-card",
                    Source(policy.source, policy.clause),
                    card=held.card.title,
                    count=held.count,
                    places=held.places(),
                    decks=listed([case.decks[index].label for index in indices]),
                )


def restricted_copies(case: Case) -> Iterator[Violation]:
    # "If a card is restricted in a particular format, no more than one of that card may be
    # used by the team"; for a single player, one in deck and sideboard together.
    for group in case.copy_groups:
        for held in group.accepted:
            if not _is_over_restriction(held, group, case):
                continue
            if _restricts_team(group, case):
                yield _restricted("team", held, group)
                continue
            for index, in_deck in held.by_deck().items():
                if in_deck.count > RESTRICTED:
                    yield _restricted("deck", in_deck, group, deck=case.decks[index].label)


def _deck_limit(card: Card, group: Group, case: Case) -> int | None:
    """Copies of the card in one deck with its sideboard, or None where nothing limits them."""
    own_text_counts = case.policy.own_limit != "none" or not group.is_team
    own_limit = card.copy_limit if own_text_counts else None
    if card.is_basic or own_limit == "any":
        return None
    if own_limit is not None:
        return own_limit
    if group.is_team and case.policy.copies_in_team is not None:
        return None  # The team's combined limit is the stricter one.
    return group.ruleset.format.copies_max


def _is_limited_by_own_text(card: Card, case: Case) -> bool:
    """Whether the card's own text takes the place of the team's limit, in every deck."""
    return card.copy_limit is not None and case.policy.own_limit == "every-deck"


def _restricts_team(group: Group, case: Case) -> bool:
    return group.is_team and case.policy.restricted_scope == "team"


def _is_over_restriction(held: Held, group: Group, case: Case) -> bool:
    if held.count <= RESTRICTED or group.ruleset.standing(held.card).restriction is None:
        return False
    if _restricts_team(group, case):
        return True
    return any(in_deck.count > RESTRICTED for in_deck in held.by_deck().values())


def _in_deck(code: str, rule: Source, limit: int, held: Held, deck: Deck) -> Violation:
    return violation(
        code,
        rule,
        card=held.card.title,
        count=held.count,
        limit=limit,
        places=held.places(),
        deck=deck.label,
    )


def _restricted(scope: str, held: Held, group: Group, deck: str = "") -> Violation:
    restriction = group.ruleset.standing(held.card).restriction
    assert restriction is not None
    return violation(
        "restricted-copies",
        Source(restriction.source, f"effective {restriction.since}"),
        words=f"restricted-copies/{scope}",
        card=held.card.title,
        count=held.count,
        limit=RESTRICTED,
        banlist=restriction.version.isoformat(),
        places=held.places(),
        format=restriction.list_name,
        deck=deck,
    )
