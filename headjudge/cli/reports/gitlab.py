"""GitLab's Code Quality report, for `artifacts:reports:codequality`.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format: `fingerprint` is
unique in a report and does not change when a line moves, so that a merge request shows the new
faults. Allowed and known findings are left out, as the format cannot mark them, and so are findings
common to all teams, which have no line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from headjudge.cli.findings.finding import CANNOT_BE_READ, CheckedTeam, Level, Spot, State
from headjudge.cli.output import as_json
from headjudge.cli.reports.run import Run, column, first_spot, posix, with_fingerprints

SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.INFO: "info"}
UNREADABLE = "critical"


def report(run: Run) -> str:
    """An array of issues, in order."""
    issues = [issue for team in run.teams for issue in _issues(run, team)]
    return as_json(issues, indent=2)


def _issues(run: Run, team: CheckedTeam) -> Iterator[dict[str, Any]]:
    for finding, fingerprint in with_fingerprints(team):
        if finding.state is State.NEW and finding not in run.common:
            spot = first_spot(team, finding)
            severity = UNREADABLE if finding.code == CANNOT_BE_READ else SEVERITIES[finding.level]
            yield {
                "description": f"{finding.message} {finding.fix or ''}".rstrip(),
                "check_name": finding.code,
                "fingerprint": fingerprint,
                "severity": severity,
                "location": _location(spot, finding.card),
            }


def _location(spot: Spot, card: str | None) -> dict[str, Any]:
    # A line is required: findings on a whole file are shown on the first.
    line = spot.line or 1
    location: dict[str, Any] = {"path": posix(spot.file), "lines": {"begin": line}}
    if place := column(spot, card):
        location["positions"] = {"begin": {"line": line, "column": place}}
    return location
