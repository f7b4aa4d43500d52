"""Forecast of announced bans and rotations that will make decks illegal."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence

from headjudge.cli.findings.finding import Finding, Level, spots
from validator import Report, Violation, questions
from validator.case import Case
from validator.engine import judge, on_day
from validator.rules import LIST_RULES, RULES
from validator.validity import card_spans, validity

CODE = "illegal-soon"
REFUSED = frozenset({"banned-card", "not-legal"})
"""Codes of cards that may not be played at all."""

DAY_RULES = tuple(rule for rule in RULES if rule not in LIST_RULES)
"""The rules that depend on the day; faults of reading do not."""

_SPAN = re.compile(r"([1-9][0-9]{0,2})([dw])")
_DAYS = {"d": 1, "w": 7}


def read_span(text: str) -> datetime.timedelta:
    """Parse `30d` (days) or `6w` (weeks), at most 999 of them; raises InvalidQuestion."""
    match = _SPAN.fullmatch(text.strip().lower())
    if match is None:
        raise questions.InvalidQuestion(
            f"“{questions.shorten(text)}” is no time as 30d (days) or 6w (weeks), from 1 to 999."
        )
    return datetime.timedelta(days=int(match[1]) * _DAYS[match[2]])


def until(as_of: datetime.date, span: datetime.timedelta) -> datetime.date:
    """The last day of a time span that begins on a day, at the latest in the year 9999."""
    return as_of + min(span, datetime.date.max - as_of)


def forecast(
    report: Report, until: datetime.date, decks: Sequence[str], pool: str | None = None
) -> Iterator[Finding]:
    """Faults that the team will have by the day `until` but does not have yet, by day.

    `decks` and `pool` name the files, as for `findings_of`. Illegal teams are warned too, so
    that they need to fix their decks only once.
    """
    case = report.case
    while (span := validity(case)) and span.end and span.end <= until:
        later = on_day(case, span.end)
        old, new = judge(case, DAY_RULES), judge(later, DAY_RULES)
        refused = {violation.card for violation in old if violation.code in REFUSED}
        known = {_key(violation) for violation in old}
        for violation in new:
            # A banned card that also rotates has to be replaced anyway.
            if _key(violation) not in known and violation.card not in refused - {None}:
                yield Finding(
                    CODE,
                    Level.WARNING,
                    f"Not legal from {span.end} on: {_why(violation, case, later)}",
                    spots(violation.places, decks, pool),
                    fix=violation.fix,
                    card=violation.card,
                    rule=violation.rule,
                )
        case = later


def _key(violation: Violation) -> tuple[object, ...]:
    """What makes a fault the same on two days, even if another list or set causes it."""
    return violation.code, violation.card, violation.count, violation.limit, violation.places


def _why(violation: Violation, case: Case, later: Case) -> str:
    """The cause of the violation on the later day, as a sentence."""
    for group in case.groups:
        if violation.card in group.cards:
            span = card_spans(group.ruleset)[violation.card]
            if span.end == later.day:
                return span.because
    # Without a change of the card itself, its format ends or the rules for teams change.
    ended = [
        f"{group.ruleset.format.name} ends."
        for group in later.groups
        if group.ruleset.format.life.end == later.day
    ]
    if violation.code == "format-inactive" and ended:
        return " ".join(ended)
    if case.policy != later.policy:
        ended.append(f"The tournament rules for teams change: {later.policy.name}.")
    return " ".join([violation.message, *ended])
