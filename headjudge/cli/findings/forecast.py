"""Forecast of announced bans and rotations that will make decks illegal."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence

from headjudge.cli.findings.finding import Finding, Level, spots
from validator import Report, Violation, questions
from validator.case import Case
from validator.engine import on_day
from validator.impact import Impact, impact_on
from validator.validity import card_spans, validity

CODE = "illegal-soon"
REFUSED = frozenset({"banned-card", "not-legal"})
"""Codes of cards that may not be played at all."""

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
        change = impact_on(case, span.end)
        refused = {violation.card for violation in change.going if violation.code in REFUSED}
        for violation in change.appearing:
            # A banned card that also rotates has to be replaced anyway.
            if violation.card is None or violation.card not in refused:
                yield Finding(
                    CODE,
                    Level.WARNING,
                    f"Not legal from {span.end} on: {_why(violation, change, case, span.end)}",
                    spots(violation.places, decks, pool),
                    fix=violation.fix,
                    card=violation.card,
                    rule=violation.rule,
                )
        case = on_day(case, span.end)


def _why(violation: Violation, change: Impact, case: Case, day: datetime.date) -> str:
    """The cause of the violation on that day, as a sentence."""
    for group in case.groups:
        if violation.card in group.cards:
            span = card_spans(group.ruleset)[violation.card]
            if span.end == day:
                return span.because
    # Without a change of the card itself, its format ends or the rules for teams change.
    of_all = [cause.words for cause in change.causes if cause.card is None]
    if violation.code == "format-inactive" and of_all:
        return " ".join(of_all)
    return " ".join([violation.message, *of_all])
