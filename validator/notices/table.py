"""What is worth knowing although it breaks no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import formats
from messages import counted, listed, say, shortlisted, template
from validator.case import Case
from validator.limited.products import mix_words
from validator.limited.recommended import for_sets, is_as_recommended, recommended
from validator.model import MAIN, SIDEBOARD, Notice, Place
from validator.notices.pools import pool_improbable, pool_incomplete, product_unknown
from validator.nouns import CARDS
from validator.rules import COPY_RULES
from validator.rules.lists import decks_and_pool
from validator.violation import Violation

HARD_TO_SHUFFLE = 250
"""Cards. A deck has no maximum size, but its player must shuffle it without help (MTR 6.1)."""


def notices_of(case: Case, violations: Sequence[Violation]) -> Iterator[Notice]:
    """All notices on a case with the violations found: on the event, then on single lines."""
    yield from policy_differs(case, violations)
    for notice in (*LIMITED_NOTICES, *NOTICES) if case.is_limited else NOTICES:
        yield from notice(case)
    for deck in decks_and_pool(case):
        yield from deck.notices


def policy_differs(case: Case, violations: Sequence[Violation]) -> Iterator[Notice]:
    """The tournament policy of the day would reject what the chosen one allows."""
    if not case.may_break_limits or not _plays_unified(case):
        return
    if formats.resolve_policy(formats.TOURNAMENT, case.day) is case.policy:
        return
    under_it = case.under(formats.TOURNAMENT)
    faults = [fault for rule in COPY_RULES for fault in rule(under_it)]
    found = {(violation.code, violation.card) for violation in violations}
    if added := [fault for fault in faults if (fault.code, fault.card) not in found]:
        cards = sorted({fault.card for fault in added if fault.card})
        yield Notice(
            "policy-differs",
            "warning",
            say(
                "The tournament rules of the day would not allow {cards} as the team plays it."
                " They are: {policy}.",
                cards=shortlisted(cards),
                policy=under_it.policy.name,
            ),
            cards=tuple(cards),
        )


def pool_absent(case: Case) -> Iterator[Notice]:
    if case.pool is None:
        yield Notice(
            "pool-absent",
            "warning",
            say("No card pool was sent, so only sizes and titles were checked."),
        )


def product_not_recommended(case: Case) -> Iterator[Notice]:
    """Other products than those of the tournament rules are allowed; the notice names these."""
    product = case.product
    if not product.packs:
        return
    named = formats.load(case.event.format)
    offered = recommended(named, case.structure, case.team_size, case.day)
    mixes = for_sets(offered, product)
    if mixes and not any(is_as_recommended(mix, product) for mix in mixes):
        words = _RECOMMENDED_FOR[mixes[0].event in formats.INDIVIDUAL]
        said = [say("{product} ({source})", product=mix_words(m), source=m.source) for m in mixes]
        yield Notice(
            "product-not-recommended",
            "info",
            say(words, products=listed(said, "or"), opened=product.words),
        )


_RECOMMENDED_FOR = (
    template("Recommended for a team on that day: {products}. This one opened {opened}."),
    template("Recommended for a player on that day: {products}. This one opened {opened}."),
)
"""For a team, and for a player who plays alone."""


def hard_to_shuffle(case: Case) -> Iterator[Notice]:
    for deck in case.decks:
        size = deck.sizes[MAIN]
        if size > HARD_TO_SHUFFLE:
            yield Notice(
                "hard-to-shuffle",
                "warning",
                say(
                    "The main deck of {deck} has {cards}; its player must be able to shuffle it"
                    " without help.",
                    deck=deck.label,
                    cards=counted(size, *CARDS),
                ),
                (Place(deck.index, MAIN),),
            )


def catalogue_older(case: Case) -> Iterator[Notice]:
    if case.is_newer_than_facts:
        yield Notice(
            "catalogue-older",
            "info",
            say(
                "The card facts are of {day}; sets and changes since then are unknown here.",
                day=case.catalogue.as_of,
            ),
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
                    say(
                        "The sideboard of {deck} has {cards}; on that date a sideboard had exactly"
                        " fifteen cards or none.",
                        deck=deck.label,
                        cards=counted(size, *CARDS),
                    ),
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
        words = _SANCTIONED[event == "two-headed-giant-draft"]
        yield Notice("not-yet-sanctioned", "info", say(words, day=first))


_SANCTIONED = (
    template(
        "Unified team events were sanctioned from {day} on; the first sanctioned Two-Headed Giant"
        " events were at Gen Con in August 2005."
    ),
    template(
        "Two-Headed Giant drafts were sanctioned from {day} on; the first sanctioned Two-Headed"
        " Giant events were at Gen Con in August 2005."
    ),
)
"""In Constructed and Sealed, and in drafts."""


def formats_differ(case: Case) -> Iterator[Notice]:
    if case.formats_differ:
        names = [group.ruleset.format.name for group in case.groups]
        yield Notice(
            "formats-differ",
            "info",
            say(
                "The decks are of several formats ({formats}), so no team rule binds and each deck"
                " is judged alone.",
                formats=listed(list(dict.fromkeys(names))),
            ),
        )


Noticing = Callable[[Case], Iterator[Notice]]

LIMITED_NOTICES: tuple[Noticing, ...] = (
    pool_absent,
    pool_improbable,
    pool_incomplete,
    product_unknown,
    product_not_recommended,
)
"""On card pools and products, in order; they come first."""
NOTICES: tuple[Noticing, ...] = (
    hard_to_shuffle,
    catalogue_older,
    sideboard_of_its_day,
    not_yet_sanctioned,
    formats_differ,
)


def _plays_unified(case: Case) -> bool:
    return not (case.structure == "individual" or case.is_limited or case.formats_differ)
