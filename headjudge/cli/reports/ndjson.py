"""NDJSON (https://github.com/ndjson/ndjson-spec): one document per line and team, in order.

Each line has the same fields, whatever the number of teams: see
`headjudge.cli.reports.json.team_document`.
"""

from __future__ import annotations

from headjudge.cli.output import Data, as_json
from headjudge.cli.reports.json import team_document
from headjudge.cli.reports.run import Run


def report(run: Run) -> str:
    """One line per team."""
    return Data("".join(as_json(team_document(team)) for team in run.teams))
