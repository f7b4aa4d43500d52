"""Which cards may be played at all: banned cards, and cards outside the format."""

from __future__ import annotations

from collections.abc import Iterator

from validator.case import Case
from validator.decks import Held
from validator.legality.reasons import explain, explain_ban
from validator.legality.ruleset import Ruleset
from validator.legality.standing import Refusal, Ruling
from validator.violation import Source, Violation, violation

SOURCES = {
    "not-a-deck-card": Source("Magic Tournament Rules", "6.1"),
    "digital-only": Source("Magic Tournament Rules", "3.3"),
    "unsanctioned": Source("Magic Tournament Rules", "6.3"),
    "unreleased": Source("Magic Tournament Rules", "6.2"),
}
FORMAT_LEGALITY = Source("Magic Tournament Rules", "6.3")


def banned_card(case: Case) -> Iterator[Violation]:
    # "Banned cards may not be included in a deck or sideboard in a tournament."
    for group in case.groups:
        for title, standing in group.standings.items():
            if standing.ban:
                yield _banned(group.titles[title], standing.ban, group.ruleset)


def not_legal(case: Case) -> Iterator[Violation]:
    # "Format-specific card legality": a deck holds cards of the format's sets alone.
    for group in case.groups:
        for title, standing in group.standings.items():
            if standing.refusal:
                yield _not_legal(group.titles[title], standing.refusal, group.ruleset)


def format_inactive(case: Case) -> Iterator[Violation]:
    # A format has a first day and may have a last one; outside it nothing can be judged.
    reported = set()
    for group in case.groups:
        ruleset = group.ruleset
        if ruleset.is_active or ruleset.format.id in reported:
            continue
        reported.add(ruleset.format.id)
        life = ruleset.format.life
        began = case.day >= life.start
        yield violation(
            "format-inactive",
            Source(ruleset.format.name, f"from {life.start}" + f" until {life.end}" * began),
            words="format-inactive/past" if began else "format-inactive/future",
            format=ruleset.format.name,
            as_of=case.day,
            day=life.end if began else life.start,
        )


def _banned(held: Held, ban: Ruling, ruleset: Ruleset) -> Violation:
    return violation(
        "banned-card",
        Source(ban.source, ban.clause),
        words=explain_ban(ban, ruleset),
        card=held.card.title,
        count=held.count,
        banlist=ban.version.isoformat() if ban.version else None,
        places=held.places(),
        list=ban.list_name,
        since=ban.since,
        began=ruleset.format.life.start,
        cited=ban.cited,
    )


def _not_legal(held: Held, refusal: Refusal, ruleset: Ruleset) -> Violation:
    why = explain(held.card, refusal, ruleset)
    return violation(
        "not-legal",
        SOURCES.get(refusal.reason, FORMAT_LEGALITY),
        words=why.words,
        card=held.card.title,
        count=held.count,
        reason=refusal.reason,
        places=held.places(),
        format=ruleset.format.name,
        as_of=ruleset.day,
        **why.details,
    )
