"""Judging the teams of a run."""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from headjudge.cli.configuration import WARNING, Settings, event_of
from headjudge.cli.discovery import Discovery, Problem, Team, texts
from headjudge.cli.errors import CommandError
from headjudge.cli.files import display_name, read_pool
from headjudge.cli.findings import (
    CANNOT_BE_READ,
    CheckedTeam,
    FilePlace,
    Finding,
    Level,
    findings_of,
    places_of,
)
from headjudge.cli.git import Changes
from headjudge.cli.options import TODAY
from headjudge.cli.output import tell_failure
from validator import Event, Report, Violation, questions, validate
from validator.case import Case
from validator.engine import judge, on_day
from validator.rules import LIST_RULES, RULES
from validator.validity import card_spans, validity


class RunOptions(NamedTuple):
    """The parts of a result that a run needs."""

    today: datetime.date
    with_documents: bool = False
    """Whether to keep the reports as in the API."""
    changes: Changes | None = None
    """Only check teams with a file among these."""
    warn_before: datetime.timedelta | None = None
    allow_comments: bool = False
    """Whether comments in the files may allow faults."""


def check_all(discovery: Discovery, options: RunOptions) -> tuple[CheckedTeam, ...]:
    """Every team, by name.

    One process judges 2,000 teams per second; starting several would take longer than that.
    """
    return arrange(
        [check(team, options) for team in discovery.teams() if is_wanted(team, options.changes)]
    )


def arrange(teams: Sequence[CheckedTeam]) -> tuple[CheckedTeam, ...]:
    """The teams by name, with the findings on allowances in files that they share."""
    if any(finding.code.startswith("allowance") for team in teams for finding in team.findings):
        from headjudge.cli import allowances

        teams = allowances.settle(teams)
    return tuple(sorted(teams, key=lambda team: (team.name, team.files)))


def check(team: Team, options: RunOptions) -> CheckedTeam:
    """The result for one team, including why it could not be judged; never an exception."""
    try:
        event = event_of(team.settings, options.today)
    except CommandError as error:
        return _with_problems(team, [Problem(str(error))], is_usage_error=True)
    if team.problems:
        return _with_problems(team, team.problems)
    try:
        return _judge(team, event, options)
    except CommandError as error:
        return _with_problems(team, [Problem(str(error), team.pool)])
    except Exception as error:  # it costs this team alone
        return _with_problems(team, [Problem(tell_failure(error, "team"))])


def _with_problems(
    team: Team, problems: Sequence[Problem], *, is_usage_error: bool = False
) -> CheckedTeam:
    """The team with the reasons why it cannot be judged, at the file at fault or the first one."""
    checked = _without_answer(team)
    findings = tuple(
        Finding(
            CANNOT_BE_READ,
            Level.ERROR,
            problem.message,
            tuple(map(FilePlace, [problem.file] if problem.file else checked.files[:1])),
            fix=problem.fix,
        )
        for problem in problems
    )
    return checked._replace(findings=findings, is_usage_error=is_usage_error)


def _without_answer(team: Team) -> CheckedTeam:
    files = tuple(dict.fromkeys(file.name for file in team.files))
    pool = [display_name(team.pool)] if team.pool else []
    return CheckedTeam(team.name, (*files, *pool), question="")


def _judge(team: Team, event: Event, options: RunOptions) -> CheckedTeam:
    settings = team.settings
    pool = display_name(team.pool) if team.pool else None
    pool_list = read_pool(team.pool, settings.syntax, team.root) if team.pool else None
    if pool_list is not None and not pool_list.lines:
        raise CommandError(f"{pool} holds no card pool.")
    report = validate(event, team.decks, pool_list)
    findings = findings_of(report, team.deck_names, pool)
    if options.warn_before:
        last = until(event.day, options.warn_before)
        findings = (*findings, *forecast(report, last, team.deck_names, pool))
    checked = _without_answer(team)._replace(
        findings=findings,
        report=report.as_dict() if options.with_documents else None,
        question=event_summary(event, settings),
    )
    weighed = checked.with_findings([*weigh(findings, settings)])
    by_file = texts(team)
    if not any("headjudge" in text.lower() for text in by_file.values()):
        return weighed
    from headjudge.cli import allowances  # rarely needed

    allowed = allowances.apply(
        weighed, by_file, event.day, settings.syntax, may_allow=options.allow_comments
    )
    return allowed.with_findings([*weigh(allowed.findings, settings)])


def event_summary(event: Event, settings: Settings) -> str:
    """`modern, two-headed-giant, combined-four, as of 2026-11-21`, with the origin of the day."""
    day = "" if settings.as_of else f" ({TODAY})"
    # Policies only apply to teams.
    policy = "" if event.structure == "individual" else f"{event.policy}, "
    return f"{event.format}, {event.structure}, {policy}as of {event.as_of}{day}"


def weigh(findings: Iterable[Finding], settings: Settings) -> Iterator[Finding]:
    """The findings, with the severity of notices changed by the settings."""
    ignored, failing = settings.ignore or (), settings.fail_on or ()
    for finding in findings:
        codes = {finding.code, WARNING if finding.level is Level.WARNING else finding.code}
        if finding.level is Level.ERROR:
            yield finding
        elif not codes.isdisjoint(failing):
            yield finding._replace(level=Level.ERROR)
        elif codes.isdisjoint(ignored):
            yield finding


def is_wanted(team: Team, changes: Changes | None) -> bool:
    """Whether the branch changes the team's files or settings; every team is without changes."""
    names: Iterable[str | None] = (
        *(file.name for file in team.files), team.pool, *team.settings.sources
    )  # fmt: skip
    if changes is None or not team.files:  # a folder that cannot be read may hold anything
        return True
    return changes.touch(Path(name) for name in names if name)


# Known announcements and rotations that will make decks illegal


ILLEGAL_SOON = "illegal-soon"
REFUSED = frozenset({"banned-card", "not-legal"})
"""Codes of cards that may not be played at all."""

DAY_RULES = tuple(rule for rule in RULES if rule not in LIST_RULES)
"""The rules that depend on the day; faults of reading do not."""

_SPAN = r"([1-9][0-9]{0,2})([dw])"
_DAYS = {"d": 1, "w": 7}


def read_span(text: str) -> datetime.timedelta:
    """Parse `30d` (days) or `6w` (weeks), at most 999 of them; raises InvalidQuestion."""
    match = re.fullmatch(_SPAN, text.strip().lower())
    if match is None:
        raise questions.InvalidQuestion(
            f"“{questions.shorten(text)}” is not a time span such as 30d (days) or 6w (weeks),"
            " from 1 to 999."
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
                    ILLEGAL_SOON,
                    Level.WARNING,
                    f"Not legal from {span.end} on: {_why(violation, case, later)}",
                    places_of(violation.places, decks, pool),
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
