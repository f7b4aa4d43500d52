"""A JSON document a line and team (NDJSON, https://github.com/ndjson/ndjson-spec), in order.

Each line has the same fields, however many teams there are: see
`headjudge.cli.reports.json.team_document`.
"""

from __future__ import annotations

from headjudge.cli.output import Data, as_json
from headjudge.cli.reports.json import team_document
from headjudge.cli.reports.run import Run


def report(run: Run) -> str:
    """A line for each team."""
    return Data("".join(as_json(team_document(team)) for team in run.teams))
