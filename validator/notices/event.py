"""Notices on an event: its policy, its day, its formats, and the sizes of decks."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from functools import cache

import formats
from messages import say, say_count, say_list, say_short_list, template
from validator.case import Case
from validator.definition import NoticeKind
from validator.model import CARDS, MAIN, Notice, Place, Severity
from validator.rules import COPY_RULES

POLICY_DIFFERS = NoticeKind(
    "policy-differs",
    "warning",
    says=template(
        "The tournament rules of the day would not allow {cards} as the team plays it."
        " They are: {policy}."
    ),
    scope="copies",
)


@POLICY_DIFFERS.check
def policy_differs(case: Case) -> Iterator[Notice]:
    # The tournament policy of the day would reject decks that the chosen one allows.
    if case.structure == "individual" or case.is_limited or case.formats_differ:
        return
    # Formats and structures with a team rule of their own do not follow the tournament policy.
    if case.policy.id in (case.format.policy, formats.structure(case.structure).policy):
        return
    if formats.resolve_policy(formats.TOURNAMENT, case.day) is case.policy:
        return
    under_it = case.under(formats.TOURNAMENT)
    faults = [fault for rule in COPY_RULES for fault in rule.find(under_it)]
    chosen = {(fault.code, fault.card) for fault in case.violations}
    # Copies in one deck are too many under any policy, by whatever rule.
    shared = [fault for fault in faults if len({place.deck for place in fault.places}) > 1]
    if added := [fault for fault in shared if (fault.code, fault.card) not in chosen]:
        cards = sorted({fault.card for fault in added if fault.card})
        places = dict.fromkeys(place for fault in added for place in fault.places)
        notice = POLICY_DIFFERS.notice(
            places=places,
            about=cards,
            cards=say_short_list(cards),
            policy=say(under_it.policy.name),
        )
        yield notice._replace(policy=formats.TOURNAMENT)


FACTS_OLDER = NoticeKind("facts-older", "info")


@FACTS_OLDER.check
def facts_older(case: Case) -> Iterator[Notice]:
    if case.day <= case.facts_until:
        return
    cards = case.catalogue.as_of
    rulesets = [group.ruleset for group in case.groups]
    is_rotating = any(ruleset.rotates for ruleset in rulesets)
    severity: Severity = "warning" if is_rotating else "info"
    lists = [ruleset for ruleset in rulesets if ruleset.banlist_until]
    if not lists:
        yield FACTS_OLDER.notice(say(_CARDS_OLDER, cards=cards), severity=severity)
        return
    oldest = min(lists, key=lambda ruleset: ruleset.banlist_until or cards)
    words = say(_LIST_OLDER, cards=cards, format=oldest.format.name, list=oldest.banlist_until)
    yield FACTS_OLDER.notice(words, severity=severity)


_CARDS_OLDER = template(
    "The card facts are known up to {cards}; later sets are unknown here. `headjudge update` renews"
    " them."
)
_LIST_OLDER = template(
    "The card facts are known up to {cards}, the list of {format} up to {list}; later sets and"
    " rulings are unknown here. `headjudge update` renews them."
)


NOT_YET_SANCTIONED = NoticeKind("not-yet-sanctioned", "info")


@NOT_YET_SANCTIONED.check
def not_yet_sanctioned(case: Case) -> Iterator[Notice]:
    # Two-Headed Giant, and with it unified construction, has a first day of its own.
    is_unified = (
        case.structure == "team-constructed"
        and case.event.policy == formats.TOURNAMENT
        and not case.is_limited
    )
    if case.structure != "two-headed-giant" and not is_unified:
        return
    is_draft = case.format.id == "booster-draft"
    first = _first_day(is_draft)
    if case.day < first:
        yield NOT_YET_SANCTIONED.notice(say(_SANCTIONED[is_draft], day=first))


@cache
def _first_day(is_draft: bool) -> datetime.date:
    """That of Two-Headed Giant drafts, or sealed events; Constructed shares the latter."""
    return formats.load(f"two-headed-giant-{'draft' if is_draft else 'sealed'}").life.start


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


FORMATS_DIFFER = NoticeKind(
    "formats-differ",
    "info",
    says=template(
        "The decks are of several formats ({formats}), so no team rule binds and each deck is"
        " judged alone."
    ),
)


@FORMATS_DIFFER.check
def formats_differ(case: Case) -> Iterator[Notice]:
    if len(case.groups) > 1 and case.formats_differ:
        names = [group.ruleset.format.name for group in case.groups]
        yield FORMATS_DIFFER.notice(formats=say_list(list(dict.fromkeys(names))))


POOL_IGNORED = NoticeKind(
    "pool-ignored",
    "warning",
    says=template("{format} is Constructed: the card pool and the product were left out."),
)


@POOL_IGNORED.check
def pool_ignored(case: Case) -> Iterator[Notice]:
    if not case.is_limited and (case.pool or case.event.product):
        yield POOL_IGNORED.notice(format=case.format.name)


MOST_TO_SHUFFLE = 250
"""Cards. Decks have no maximum size, but the player must shuffle unaided (MTR 6.1)."""

HARD_TO_SHUFFLE = NoticeKind(
    "hard-to-shuffle",
    "warning",
    says=template(
        "The main deck of {deck} has {cards}; its player must be able to shuffle it without help."
    ),
)


@HARD_TO_SHUFFLE.check
def hard_to_shuffle(case: Case) -> Iterator[Notice]:
    for deck in case.decks:
        size = deck.sizes[MAIN]
        if size > MOST_TO_SHUFFLE:
            yield HARD_TO_SHUFFLE.notice(
                places=[Place(deck.index, MAIN)], deck=deck.label, cards=say_count(size, *CARDS)
            )


SNOW_AS_BASIC = NoticeKind(
    "snow-as-basic",
    "info",
    says=template(
        "{titles} are not legal in {format}; they count as the basic lands with the same land type,"
        " which is no infraction."
    ),
)


@SNOW_AS_BASIC.check
def snow_as_basic(case: Case) -> Iterator[Notice]:
    for group in case.groups:
        if group.ruleset.format.snow_as_basic and group.ruleset.is_active:
            titles = [
                title for title, card in group.cards.items() if group.ruleset.counts_as_basic(card)
            ]
            if titles:
                yield SNOW_AS_BASIC.notice(
                    places=[place for title in titles for place in group.titles[title].places()],
                    about=titles,
                    titles=say_list(titles),
                    format=group.ruleset.format.name,
                )
