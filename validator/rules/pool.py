"""Limited: the team's decks against its card pool, and the pool against the product."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import formats
from cards import Card
from messages import listed, say
from validator.case import Case
from validator.legality.standing import FREE
from validator.limited.pack_origins import passes
from validator.violation import Source, Violation, violation


def pool_exceeded(case: Case) -> Iterator[Violation]:
    # Decks are built from the cards opened or drafted; players may add any number of cards
    # named Plains, Island, Swamp, Mountain or Forest (MTR 7.2).
    if not case.is_pool_bound:
        return
    for title, held in case.used.items():
        limit = case.pooled[title].count if title in case.pooled else 0
        if held.count > limit and not _is_free(title, case) and not _is_refused(title, case):
            yield violation(
                "pool-exceeded",
                Source("Magic Tournament Rules", "7.2"),
                card=title,
                count=held.count,
                limit=limit,
                places=held.places(),
            )


def pool_unassigned(case: Case) -> Iterator[Violation]:
    # Team Sealed: every card of the pool is assigned to one player's deck or sideboard and
    # stays there for the tournament (MTR 8.6).
    if not case.is_pool_bound or case.structure != "team-constructed":
        return
    for title, pooled in case.pooled.items():
        assigned = case.used[title].count if title in case.used else 0
        if pooled.count > assigned and not _is_free(title, case):
            yield violation(
                "pool-unassigned",
                Source("Magic Tournament Rules", "8.6"),
                card=title,
                count=pooled.count - assigned,
                places=pooled.places(),
            )


def pool_product(case: Case) -> Iterator[Violation]:
    # A pool holds cards of the sets that were opened, and of the sets whose cards come in
    # their boosters (MTR 7.2).
    if not case.is_pool_bound or not case.product.packs:
        return
    for held, origins in case.pool_origins:
        if not origins:
            words, details = _nearest(held.card, case)
            yield violation(
                "pool-product",
                Source("Magic Tournament Rules", "7.2"),
                words=words,
                card=held.card.title,
                places=held.places(),
                product=listed(list(case.product.sets)),
                **details,
            )


def _nearest(card: Card, case: Case) -> tuple[str, dict[str, Any]]:
    """The words for a card of no set opened, and what they name: why, where a companion has it."""
    sets = {code for code, _ in card.printings}
    companions = (one for code in case.product.sets for one in formats.companions(code))
    for companion in companions:
        if companion.companion in sets:
            named = {
                "set": companion.set_code,
                "companion": case.catalogue.sets[companion.companion].name,
                "note": say(companion.note) if companion.note else say("so the facts say"),
            }
            if not companion.in_limited:
                return "pool-product/closed", named
            if not passes(card, companion):
                return "pool-product/filtered", named
            return "pool-product/over", named | {"end": companion.life.end}
    return "pool-product", {}


def _is_free(title: str, case: Case) -> bool:
    return title in case.format.always_legal


def _is_refused(title: str, case: Case) -> bool:
    """Whether `not_legal` speaks of the card already."""
    return any(group.standings.get(title, FREE).is_refused for group in case.groups)
