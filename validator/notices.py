"""What is worth knowing although it breaks no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import formats
from validator.case import Case
from validator.improbable import pool_improbable, pool_incomplete, product_unknown
from validator.model import MAIN, SIDEBOARD, Notice, Place
from validator.products import mix_words
from validator.recommended import for_sets, is_as_recommended, recommended
from validator.rules import COPY_RULES
from validator.rules.lists import decks_and_pool
from validator.violation import Violation, listed, shortlisted

HARD_TO_SHUFFLE = 250
"""Cards. A deck has no maximum size, but its player must shuffle it without help (MTR 6.1)."""


def notices_of(case: Case, violations: Sequence[Violation]) -> Iterator[Notice]:
    """All notices on a case with the violations found: on the event, then on single lines."""
    yield from policy_differs(case, violations)
    for notice in NOTICES_IN_ORDER:
        yield from notice(case)
    for deck in decks_and_pool(case):
        yield from deck.notices


def policy_differs(case: Case, violations: Sequence[Violation]) -> Iterator[Notice]:
    """The tournament policy of the day would reject what the chosen one allows."""
    if not _plays_unified(case):
        return
    under_it = case.under(formats.TOURNAMENT)
    if under_it.policy.id == case.policy.id:
        return
    found = {(violation.code, violation.card) for violation in violations}
    added = [
        fault
        for rule in COPY_RULES
        for fault in rule(under_it)
        if (fault.code, fault.card) not in found
    ]
    if added:
        cards = sorted({fault.card for fault in added if fault.card})
        yield Notice(
            "policy-differs",
            "warning",
            f"The tournament rules of the day would not allow {shortlisted(cards)} as the team"
            f" plays it. They are: {under_it.policy.name}.",
            cards=tuple(cards),
        )


def pool_absent(case: Case) -> Iterator[Notice]:
    if case.is_limited and case.pool is None:
        yield Notice(
            "pool-absent",
            "warning",
            "No card pool was sent, so only sizes and titles were checked.",
        )


def product_not_recommended(case: Case) -> Iterator[Notice]:
    """Other products than those of the tournament rules are allowed; the notice names these."""
    product = case.product
    if not case.is_limited or not product.packs:
        return
    named = formats.load(case.event.format)
    offered = recommended(named, case.structure, case.team_size, case.day)
    mixes = for_sets(offered, product)
    if mixes and not any(is_as_recommended(mix, product) for mix in mixes):
        whom = "player" if mixes[0].event in formats.INDIVIDUAL else "team"
        said = listed([f"{mix_words(mix)} ({mix.source})" for mix in mixes], "or")
        yield Notice(
            "product-not-recommended",
            "info",
            f"Recommended for a {whom} on that day: {said}. This one opened {product.words}.",
        )


def hard_to_shuffle(case: Case) -> Iterator[Notice]:
    for deck in case.decks:
        size = deck.sizes[MAIN]
        if size > HARD_TO_SHUFFLE:
            yield Notice(
                "hard-to-shuffle",
                "warning",
                f"The main deck of {deck.label} has {size} cards; its player must be able to"
                " shuffle it without help.",
                (Place(deck.index, MAIN),),
            )


def catalogue_older(case: Case) -> Iterator[Notice]:
    if case.is_newer_than_facts:
        yield Notice(
            "catalogue-older",
            "info",
            f"The card facts are of {case.catalogue.as_of}; sets and changes since then are"
            " unknown here.",
        )


def sideboard_of_its_day(case: Case) -> Iterator[Notice]:
    """Until the Magic 2014 rules a sideboard had exactly fifteen cards or none."""
    if case.structure == "two-headed-giant" or case.is_limited:
        return
    side = formats.event_fact("team-constructed-three", "side", case.day)
    # The first of the facts holds before its date as well.
    if side is not None and side.value != "exactly 0 or 15":
        return
    for group in case.copy_groups:
        for deck in group.decks:
            size = deck.sizes[SIDEBOARD]
            if 0 < size < (group.sideboard_max or 0):
                yield Notice(
                    "sideboard-of-its-day",
                    "warning",
                    f"The sideboard of {deck.label} has {size} cards; on that date a sideboard"
                    " had exactly fifteen cards or none.",
                    (Place(deck.index, SIDEBOARD),),
                )


def not_yet_sanctioned(case: Case) -> Iterator[Notice]:
    """Two-Headed Giant, and with it unified construction, has a first day of its own."""
    is_unified = (
        case.structure == "team-constructed"
        and case.event.policy == formats.TOURNAMENT
        and not case.is_limited
    )
    if case.structure != "two-headed-giant" and not is_unified:
        return
    event = case.two_headed_giant_event
    first = formats.load(event).life.start
    if case.day < first:
        is_draft = event == "two-headed-giant-draft"
        what = "Two-Headed Giant drafts were" if is_draft else "Unified team events were"
        yield Notice(
            "not-yet-sanctioned",
            "info",
            f"{what} sanctioned from {first} on; the first sanctioned Two-Headed Giant events were"
            " at Gen Con in August 2005.",
        )


def formats_differ(case: Case) -> Iterator[Notice]:
    if case.formats_differ:
        names = [group.ruleset.format.name for group in case.groups]
        yield Notice(
            "formats-differ",
            "info",
            f"The decks are of several formats ({listed(list(dict.fromkeys(names)))}), so no team"
            " rule binds and each deck is judged alone.",
        )


NOTICES_IN_ORDER: tuple[Callable[[Case], Iterator[Notice]], ...] = (
    pool_absent,
    pool_improbable,
    pool_incomplete,
    product_unknown,
    product_not_recommended,
    hard_to_shuffle,
    catalogue_older,
    sideboard_of_its_day,
    not_yet_sanctioned,
    formats_differ,
)


def _plays_unified(case: Case) -> bool:
    return not (case.structure == "individual" or case.is_limited or case.formats_differ)
