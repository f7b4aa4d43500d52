"""A run: every team that was found, judged; over many teams by all cores."""

from __future__ import annotations

import datetime
import signal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cards import Catalogue, catalogue, use
from cards.store import SHIPPED
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
from headjudge.cli.options import cores
from headjudge.cli.output import guard_errors
from headjudge.cli.teams.configuration_keys import WARNING
from headjudge.cli.teams.groups import Discovery, Group
from headjudge.cli.teams.settings import Settings, asked_in_words, event_of
from headjudge.cli.teams.teams import LeftOut, Team, resolve, texts
from validator import Event, validate

MANY = 64
"""Groups from which on several processes are faster than one, which need not be started."""
CHUNK = 16
"""Groups that a process takes at once."""


class Demand(NamedTuple):
    """What a run wants to know of each team."""

    today: datetime.date
    with_documents: bool = False
    """Whether the reports are kept as the API gives them."""
    changed: frozenset[Path] | None = None
    """Only teams of which a file is among these are checked."""
    warn_before: datetime.timedelta | None = None


def check_all(
    discovery: Discovery, demand: Demand, jobs: int | None = None
) -> tuple[CheckedTeam, ...]:
    """Every team, by name; `jobs` is how many processes share the work, all cores by default."""
    groups = discovery.groups
    jobs = cores() if jobs is None else jobs
    if jobs > 1 and len(groups) > MANY:
        parts = _in_parallel(groups, demand, jobs)
    else:
        parts = [check_groups(groups, demand)]
    return merge_parts(parts)


def merge_parts(parts: Iterable[Sequence[CheckedTeam]]) -> tuple[CheckedTeam, ...]:
    """The parts of a run as one, by name, with what is to say of allowances in all of them."""
    teams = [team for part in parts for team in part]
    if any(finding.code.startswith("allowance") for team in teams for finding in team.findings):
        from headjudge.cli.findings import allowances

        teams = [*allowances.settle(teams)]
    return tuple(sorted(teams, key=lambda team: (team.name, team.files)))


def check_groups(groups: Iterable[Group], demand: Demand) -> tuple[CheckedTeam, ...]:
    """The teams of these groups, and the files of none."""
    teams, left_out = teams_of(groups, demand)
    return (*(check(team, demand) for team in teams), *left_out)


def teams_of(groups: Iterable[Group], demand: Demand) -> tuple[list[Team], list[CheckedTeam]]:
    """The teams of these groups that are to be checked, and the files of none."""
    teams: list[Team] = []
    left_out: list[CheckedTeam] = []
    for group in groups:
        resolved = resolve(group)
        teams += (team for team in resolved.teams if _is_wanted(team, demand))
        left_out += (
            _left_out(left_out, group.settings)
            for left_out in resolved.left_out
            if _is_touched([left_out.file, *group.settings.sources], demand)
        )
    return teams, left_out


def _left_out(left_out: LeftOut, settings: Settings) -> CheckedTeam:
    """The finding about a file that is of no team, as of a team of its own."""
    level = Level.ERROR if left_out.fails else Level.INFO
    message = f"{left_out.reason}, and was left out."
    finding = Finding("left-out", level, message, (Spot(left_out.file),), fix=CODES["left-out"].fix)
    checked = CheckedTeam(left_out.file, (left_out.file,), "", is_left_out=True)
    return checked.with_findings([*weigh([finding], settings)])


def check(team: Team, demand: Demand) -> CheckedTeam:
    """The answer about one team; what cannot be asked is its problem."""
    checked = without_answer(team)
    try:
        return _judge(team, checked, demand)
    except CommandError as error:
        return unanswered(team, str(error), is_usage_error=has_usage_error(team, demand))


def without_answer(team: Team) -> CheckedTeam:
    """The team without an answer."""
    files = tuple(dict.fromkeys(file.name for file in team.files))
    pool = [display_name(team.pool)] if team.pool else []
    return CheckedTeam(team.name, (*files, *pool), question="")


def unanswered(team: Team, problem: str, *, is_usage_error: bool = False) -> CheckedTeam:
    """The team with why it cannot be asked about, at the file that is unreadable or the first."""
    checked = without_answer(team)
    unreadable = [file.name for file in team.files if file.problem]
    spots = tuple(map(Spot, (unreadable or checked.files)[:1]))
    fix = CODES[CANNOT_BE_READ].fix
    finding = Finding(CANNOT_BE_READ, Level.ERROR, problem, spots, fix=fix)
    return replace(checked, findings=(finding,), is_usage_error=is_usage_error)


def event_at(team: Team, demand: Demand) -> Event:
    """The event that the team is to play in; CommandError, also for a fault of its files."""
    event = event_of(team.settings, demand.today)
    if team.fault:
        raise CommandError(team.fault)
    return event


def has_usage_error(team: Team, demand: Demand) -> bool:
    """Whether nothing could be asked about a team, whatever stood in its files."""
    try:
        event_of(team.settings, demand.today)
    except CommandError:
        return True
    return False


def _judge(team: Team, checked: CheckedTeam, demand: Demand) -> CheckedTeam:
    settings = team.settings
    event = event_at(team, demand)
    pool = display_name(team.pool) if team.pool else None
    pool_list = read_pool(team.pool, settings.syntax, team.root) if team.pool else None
    report = validate(event, team.decks, pool_list)
    findings = findings_of(report, team.deck_names, pool)
    if demand.warn_before:
        from headjudge.cli.findings import forecast  # seldom asked for

        last = forecast.until(event.day, demand.warn_before)
        findings += forecast.forecast(report, last, team.deck_names, pool)
    document = report.as_dict() if demand.with_documents else None
    return answered(team, replace(checked, findings=findings, report=document), event)


def answered(team: Team, checked: CheckedTeam, event: Event) -> CheckedTeam:
    """The team with its findings as its settings weigh them, and its files allow them."""
    weighty = tuple(weigh(checked.findings, team.settings))
    question = asked_in_words(event, team.settings)
    weighed = replace(checked, question=question).with_findings(weighty)
    return _with_allowances(weighed, team, event.day)


def _with_allowances(checked: CheckedTeam, team: Team, day: datetime.date) -> CheckedTeam:
    """The team with what comments in its files allow, and what is wrong with them."""
    written = texts(team)
    if not any("headjudge" in text.lower() for text in written.values()):
        return checked
    from headjudge.cli.findings import allowances  # few files hold any

    allowed = allowances.apply(checked, written, day, team.settings.syntax)
    return allowed.with_findings([*weigh(allowed.findings, team.settings)])


def weigh(findings: Sequence[Finding], settings: Settings) -> Iterator[Finding]:
    """The findings with the weight that the settings give to notices."""
    ignored, failing = settings.ignore or (), settings.fail_on or ()
    for finding in findings:
        if finding.level is Level.ERROR:
            yield finding
        elif finding.code in failing or (WARNING in failing and finding.level is Level.WARNING):
            yield replace(finding, level=Level.ERROR)
        elif not (
            finding.code in ignored or (WARNING in ignored and finding.level is Level.WARNING)
        ):
            yield finding


def _is_wanted(team: Team, demand: Demand) -> bool:
    """Whether the branch touches the team, or what is asked of it."""
    names = (*(file.name for file in team.files), team.pool, *team.settings.sources)
    return _is_touched(filter(None, names), demand)


def _is_touched(names: Iterable[str], demand: Demand) -> bool:
    if demand.changed is None:
        return True
    from headjudge.cli.teams import git

    return git.touches(demand.changed, [Path(name) for name in names])


def _in_parallel(
    groups: Sequence[Group], demand: Demand, jobs: int
) -> list[tuple[CheckedTeam, ...]]:
    from concurrent.futures import ProcessPoolExecutor  # a run over few teams needs none

    chunks = [groups[first : first + CHUNK] for first in range(0, len(groups), CHUNK)]
    processes = min(jobs, len(chunks))
    with ProcessPoolExecutor(processes, None, _begin, (catalogue().path,)) as executor:
        return list(executor.map(partial(check_groups, demand=demand), chunks))


def _begin(facts: Path) -> None:
    """Judge by the same facts. The process that was asked answers Ctrl-C, and ends its helpers."""
    if facts != SHIPPED:
        use(Catalogue(facts))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    guard_errors()
