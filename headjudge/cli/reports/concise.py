"""A finding a line, to search and to count: `file:line:column: level: code: message [team]`.

The form of compilers' messages (GNU Coding Standards, 4.4), which editors and CI systems know how
to follow. Findings that are allowed or known are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from headjudge.cli.findings.finding import CheckedTeam
from headjudge.cli.reports.run import Run, first_spot, pointed, sentence
from headjudge.cli.terminal import printable


def report(run: Run) -> str:
    """All findings that count, in order; last what is to say of all teams."""
    of_teams = (line for team in run.teams for line in _lines(run, team))
    of_all = (
        f"{finding.level}: {finding.code}: {finding.message} [all teams]" for finding in run.common
    )
    return printable((*of_teams, *of_all))


def _lines(run: Run, team: CheckedTeam) -> Iterator[str]:
    for finding in run.own(team):
        spot = first_spot(team, finding)
        place = pointed(spot, finding.card)
        yield f"{place}: {finding.level}: {finding.code}: {sentence(finding)} [{team.name}]"
