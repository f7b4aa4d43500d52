"""Judging the teams of a run."""

import datetime
import logging
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from headjudge.cli.errors import CommandError
from headjudge.cli.files import display_name, read_pool
from headjudge.cli.findings.codes import CODES
from headjudge.cli.findings.finding import (
    CANNOT_BE_READ,
    CheckedTeam,
    Finding,
    Level,
    Spot,
    findings_of,
)
from headjudge.cli.teams.configuration_keys import WARNING
from headjudge.cli.teams.groups import Discovery, Group
from headjudge.cli.teams.settings import Settings, event_of, event_summary
from headjudge.cli.teams.teams import LeftOut, Team, resolve, texts
from validator import Event, validate

logger = logging.getLogger(__name__)
FAILED = "Headjudge failed on this team ({error}); this is a fault of Headjudge, and was logged."


class Demand(NamedTuple):
    """The parts of a result that a run needs."""

    today: datetime.date
    with_documents: bool = False
    """Whether to keep the reports as in the API."""
    changed: frozenset[Path] | None = None
    """Only check teams with a file among these."""
    warn_before: datetime.timedelta | None = None


def check_all(discovery: Discovery, demand: Demand) -> tuple[CheckedTeam, ...]:
    """Every team, by name, with the files that belong to none.

    One process judges 2,000 teams per second; starting several would take longer than that.
    """
    teams, left_out = teams_of(discovery.groups, demand)
    return arrange([*(check(team, demand) for team in teams), *left_out])


def arrange(teams: Sequence[CheckedTeam]) -> tuple[CheckedTeam, ...]:
    """The teams by name, with the findings on allowances in files that they share."""
    if any(finding.code.startswith("allowance") for team in teams for finding in team.findings):
        from headjudge.cli.findings import allowances

        teams = allowances.settle(teams)
    return tuple(sorted(teams, key=lambda team: (team.name, team.files)))


def teams_of(groups: Iterable[Group], demand: Demand) -> tuple[list[Team], list[CheckedTeam]]:
    """The teams of these groups to be checked, and the files without a team."""
    teams: list[Team] = []
    left_out: list[CheckedTeam] = []
    for group in groups:
        resolved = resolve(group)
        teams += (team for team in resolved.teams if _is_wanted(team, demand))
        left_out += (
            _left_out_team(file, group.settings)
            for file in resolved.left_out
            if _is_touched([file.file, *group.settings.sources], demand)
        )
    return teams, left_out


def _left_out_team(left_out: LeftOut, settings: Settings) -> CheckedTeam:
    """The finding on a file without a team, as if it were a team."""
    level = Level.ERROR if left_out.fails else Level.INFO
    message = f"{left_out.reason}, and was left out."
    finding = Finding("left-out", level, message, (Spot(left_out.file),), fix=CODES["left-out"].fix)
    checked = CheckedTeam(left_out.file, (left_out.file,), "", is_left_out=True)
    return checked.with_findings([*weigh([finding], settings)])


def check(team: Team, demand: Demand) -> CheckedTeam:
    """The result for one team, including why it could not be judged."""
    event = event_or_problem(team, demand)
    if isinstance(event, CheckedTeam):
        return event
    try:
        return _judge(team, event, demand)
    except CommandError as error:
        return team_with_problem(team, str(error))
    except Exception as error:  # one team must not cost the others
        logger.exception("unexpected error in the team %s", team.name)
        return team_with_problem(team, FAILED.format(error=type(error).__name__))


def without_answer(team: Team) -> CheckedTeam:
    """The team without a result."""
    files = tuple(dict.fromkeys(file.name for file in team.files))
    pool = [display_name(team.pool)] if team.pool else []
    return CheckedTeam(team.name, (*files, *pool), question="")


def team_with_problem(team: Team, problem: str, *, is_usage_error: bool = False) -> CheckedTeam:
    """The team with the reason why it cannot be judged, at the unreadable or first file."""
    checked = without_answer(team)
    unreadable = [file.name for file in team.files if file.problem]
    spots = tuple(map(Spot, (unreadable or checked.files)[:1]))
    fix = CODES[CANNOT_BE_READ].fix
    finding = Finding(CANNOT_BE_READ, Level.ERROR, problem, spots, fix=fix)
    return checked._replace(findings=(finding,), is_usage_error=is_usage_error)


def event_or_problem(team: Team, demand: Demand) -> Event | CheckedTeam:
    """The event of the team, or the result if the question or the files are at fault."""
    try:
        event = event_of(team.settings, demand.today)
    except CommandError as error:
        return team_with_problem(team, str(error), is_usage_error=True)
    return team_with_problem(team, team.fault) if team.fault else event


def _judge(team: Team, event: Event, demand: Demand) -> CheckedTeam:
    settings = team.settings
    pool = display_name(team.pool) if team.pool else None
    pool_list = read_pool(team.pool, settings.syntax, team.root) if team.pool else None
    report = validate(event, team.decks, pool_list)
    findings = findings_of(report, team.deck_names, pool)
    if demand.warn_before:
        from headjudge.cli.findings import forecast  # rarely needed

        last = forecast.until(event.day, demand.warn_before)
        findings = (*findings, *forecast.forecast(report, last, team.deck_names, pool))
    document = report.as_dict() if demand.with_documents else None
    checked = without_answer(team)._replace(findings=findings, report=document)
    return team_with_findings(team, checked, event)


def team_with_findings(team: Team, checked: CheckedTeam, event: Event) -> CheckedTeam:
    """The team with its findings, as weighed by its settings and allowed by its files."""
    findings = tuple(weigh(checked.findings, team.settings))
    question = event_summary(event, team.settings)
    weighed = checked._replace(question=question).with_findings(findings)
    by_file = texts(team)
    if not any("headjudge" in text.lower() for text in by_file.values()):
        return weighed
    from headjudge.cli.findings import allowances  # rarely needed

    allowed = allowances.apply(weighed, by_file, event.day, team.settings.syntax)
    return allowed.with_findings([*weigh(allowed.findings, team.settings)])


def weigh(findings: Sequence[Finding], settings: Settings) -> Iterator[Finding]:
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


def _is_wanted(team: Team, demand: Demand) -> bool:
    """Whether the branch changes the team's files or settings."""
    names = (*(file.name for file in team.files), team.pool, *team.settings.sources)
    return _is_touched(filter(None, names), demand)


def _is_touched(names: Iterable[str], demand: Demand) -> bool:
    if demand.changed is None:
        return True
    from headjudge.cli.teams import git

    return git.touches(demand.changed, [Path(name) for name in names])
