"""Limited: the decks against the team's card pool, and the pool against the product."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import formats
from cards import Card
from messages import say, say_list, template
from validator.case import Case
from validator.definition import Rule
from validator.legality.ruleset import FREE
from validator.limited.products import passes
from validator.violation import MTR, Violation

POOL_EXCEEDED: Rule[Case] = Rule(
    "pool-exceeded",
    MTR("7.2"),
    says=template(
        "{copies} of {card} in the team's decks and sideboards, the card pool has {limit}."
    ),
    fix=template("Remove {excess} of {card}, or correct the pool."),
)


@POOL_EXCEEDED.rule
def pool_exceeded(case: Case) -> Iterator[Violation]:
    # Decks are built from the opened or drafted cards; players may add any number of cards
    # named Plains, Island, Swamp, Mountain or Forest (MTR 7.2).
    if not case.is_pool_bound:
        return
    for title, copies in case.deck_titles.items():
        limit = case.pool_titles[title].count if title in case.pool_titles else 0
        is_free = _is_free(copies.card, case)
        if copies.count > limit and not is_free and not _is_refused(title, case):
            yield POOL_EXCEEDED.violation(
                card=title, count=copies.count, limit=limit, places=copies.places()
            )


POOL_UNASSIGNED: Rule[Case] = Rule(
    "pool-unassigned",
    MTR("8.6"),
    says=template("{copies} of {card} in the card pool, but in nobody's deck or sideboard."),
    fix=template("Assign {card} to the deck or sideboard of one player."),
)


@POOL_UNASSIGNED.rule
def pool_unassigned(case: Case) -> Iterator[Violation]:
    # Team Sealed: every card of the pool is assigned to one player's deck or sideboard and
    # stays there for the tournament (MTR 8.6).
    if not case.is_pool_bound or case.structure != "team-constructed":
        return
    for title, pooled in case.pool_titles.items():
        assigned = case.deck_titles[title].count if title in case.deck_titles else 0
        if pooled.count > assigned and not _is_free(pooled.card, case):
            yield POOL_UNASSIGNED.violation(
                card=title, count=pooled.count - assigned, places=pooled.places()
            )


POOL_PRODUCT: Rule[Case] = Rule(
    "pool-product",
    MTR("7.2"),
    says=template("{card} is in the card pool, but none of its printings comes from {product}."),
    fix=template("Check the pool and the product."),
    variants={
        "closed": template(
            "{card} is in the card pool, but of the sets that go with {set} only {companion} has"
            " it, whose cards are not in the boosters opened in Limited ({note})."
        ),
        "filtered": template(
            "{card} is in the card pool; boosters of {set} hold cards of {companion}, but not this"
            " one ({note})."
        ),
        "over": template(
            "{card} is in the card pool; boosters of {set} held cards of {companion} only until"
            " {end} ({note})."
        ),
    },
)


@POOL_PRODUCT.rule
def pool_product(case: Case) -> Iterator[Violation]:
    # A pool contains cards of the opened sets, and of sets whose cards are included in their
    # boosters (MTR 7.2).
    if not case.is_pool_bound or not case.product.packs or case.incomplete_sets:
        return
    for copies, origins in case.pool_origins:
        if not origins:
            variant, details = _nearest(copies.card, case)
            yield POOL_PRODUCT.violation(
                variant=variant,
                card=copies.card.title,
                places=copies.places(),
                product=say_list(list(case.product.sets)),
                **details,
            )


def _nearest(card: Card, case: Case) -> tuple[str, dict[str, Any]]:
    """The variant and details for a card of no set opened: why it does not belong."""
    sets = {code for code, _ in card.printings}
    companions = (companion for code in case.product.sets for companion in formats.companions(code))
    for companion in companions:
        if companion.companion in sets:
            named = {
                "set": companion.set_code,
                "companion": case.catalogue.sets[companion.companion].name,
                "note": say(companion.note) if companion.note else say("according to the facts"),
            }
            if not companion.in_limited:
                return "closed", named
            if not passes(card, companion):
                return "filtered", named
            return "over", named | {"end": companion.life.end}
    return "", {}


def _is_free(card: Card, case: Case) -> bool:
    """Whether players may take any number: basic lands, and dungeons, which no booster holds."""
    return card.title in case.format.always_legal or not card.printings


def _is_refused(title: str, case: Case) -> bool:
    """Whether `not_legal` already reports the card."""
    return any(group.standings.get(title, FREE).is_refused for group in case.groups)
