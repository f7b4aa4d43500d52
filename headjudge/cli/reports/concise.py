"""One line per finding, for grep and wc: `file:line:column: level: code: message [team]`.

This is the format of compiler messages (GNU Coding Standards, 4.4), which editors and CI systems
can parse. Allowed and known findings are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from headjudge.cli.reports.run import Run, first_spot, sentence, spot_position
from headjudge.cli.terminal import printable


def report(run: Run) -> str:
    """All findings that count, in order; those common to all teams come last."""
    return printable(_lines(run))


def _lines(run: Run) -> Iterator[str]:
    for team, finding in run.findings:
        place = spot_position(first_spot(team, finding), finding.card)
        yield f"{place}: {finding.level}: {finding.code}: {sentence(finding)} [{team.name}]"
    for finding in run.common:
        yield f"{finding.level}: {finding.code}: {finding.message} [all teams]"
