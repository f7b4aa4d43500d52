"""One line per finding, for grep and wc: `file:line:column: level: code: message [team]`.

This is the format of compiler messages (GNU Coding Standards, 4.4), which editors and CI systems
can parse. Allowed and known findings are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from headjudge.cli.findings.finding import CheckedTeam
from headjudge.cli.reports.run import Run, first_spot, sentence, spot_position
from headjudge.cli.terminal import printable


def report(run: Run) -> str:
    """All findings that count, in order; those common to all teams come last."""
    of_teams = (line for team in run.teams for line in _lines(run, team))
    of_all = (
        f"{finding.level}: {finding.code}: {finding.message} [all teams]" for finding in run.common
    )
    return printable((*of_teams, *of_all))


def _lines(run: Run, team: CheckedTeam) -> Iterator[str]:
    for finding in run.own(team):
        spot = first_spot(team, finding)
        place = spot_position(spot, finding.card)
        yield f"{place}: {finding.level}: {finding.code}: {sentence(finding)} [{team.name}]"
