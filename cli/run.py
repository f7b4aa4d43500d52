"""A run: every team that was found, judged; over many teams by all cores."""

from __future__ import annotations

import datetime
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from cli.discovery import Discovery, Group
from cli.errors import CannotBeAsked
from cli.files import read_pool, shown
from cli.findings import CheckedTeam, Finding, Level, findings_of
from cli.keys import WARNING
from cli.settings import Settings, asked_in_words, event_of
from cli.team_files import Team, check_number, resolve
from validator import validate

MANY = 64
"""Groups from which on several processes are faster than one, which need not be started."""
CHUNK = 16
"""Groups that a process takes at once."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What a run wants to know of each team."""

    today: datetime.date
    with_reports: bool = False
    """Whether the reports are kept as the API gives them."""
    changed: frozenset[Path] | None = None
    """Only teams of which a file is among these are checked."""
    warn_before: datetime.timedelta | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """The teams of some groups, and the files that are no decklists."""

    teams: tuple[CheckedTeam, ...]
    skipped: tuple[str, ...] = ()


def check_all(found: Discovery, demand: Demand, jobs: int | None = None) -> Checked:
    """Every team, by name; `jobs` is how many processes share the work, all cores by default."""
    groups = found.groups
    jobs = jobs or _cores()
    if jobs > 1 and len(groups) > MANY:
        parts = _in_parallel(groups, demand, jobs)
    else:
        parts = [check_groups(groups, demand)]
    teams = [team for part in parts for team in part.teams]
    skipped = tuple(one for part in parts for one in part.skipped)
    return Checked(tuple(sorted(teams, key=lambda team: (team.name, team.files))), skipped)


def check_groups(groups: Iterable[Group], demand: Demand) -> Checked:
    """The teams of these groups, in their order."""
    teams: list[CheckedTeam] = []
    skipped: list[str] = []
    for group in groups:
        resolved = resolve(group)
        teams += (check(team, demand) for team in resolved.teams if _is_wanted(team, demand))
        skipped += resolved.skipped
    return Checked(tuple(teams), tuple(skipped))


def check(team: Team, demand: Demand) -> CheckedTeam:
    """The answer about one team; what cannot be asked is its problem."""
    files = tuple(dict.fromkeys(file.name for file in team.files))
    pool = shown(team.pool) if team.pool else None
    checked = CheckedTeam(team.name, (*files, *([pool] if pool else [])), asked="")
    try:
        return _judged(team, checked, pool, demand)
    except CannotBeAsked as error:
        return replace(checked, problem=str(error))


def _judged(team: Team, checked: CheckedTeam, pool: str | None, demand: Demand) -> CheckedTeam:
    settings = team.settings
    event = event_of(settings, demand.today)
    problems = [team.problem, *(file.problem for file in team.files)]
    for problem in (*problems, check_number(len(team.decks))):
        if problem:
            raise CannotBeAsked(problem)
    pool_list = read_pool(team.pool, settings.syntax) if team.pool else None
    report = validate(event, team.decks, pool_list)
    findings = findings_of(report, team.deck_names, pool)
    return replace(
        checked,
        asked=asked_in_words(event, settings),
        findings=tuple(weighed(findings, settings)),
        report=report.as_dict() if demand.with_reports else None,
    )


def weighed(findings: Sequence[Finding], settings: Settings) -> Iterator[Finding]:
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
    return demand.changed is None


def _in_parallel(groups: Sequence[Group], demand: Demand, jobs: int) -> list[Checked]:
    from concurrent.futures import ProcessPoolExecutor  # a run over few teams needs none

    chunks = [groups[first : first + CHUNK] for first in range(0, len(groups), CHUNK)]
    executor = ProcessPoolExecutor(min(jobs, len(chunks)), initializer=_leave_interrupts)
    try:
        return list(executor.map(partial(check_groups, demand=demand), chunks))
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    finally:
        executor.shutdown()


def _leave_interrupts() -> None:
    """The process that was asked answers Ctrl-C, and ends its helpers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stderr.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
