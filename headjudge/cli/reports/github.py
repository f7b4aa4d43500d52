"""Annotations of GitHub Actions: a workflow command for each finding.

The form is documented in
https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands, the escaping
in actions/toolkit, packages/core/src/command.ts. File names are relative to the repository, so the
run belongs at its root. Allowed and known findings are left out, as GitHub shows only ten
annotations of each kind and step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from headjudge.cli.findings.finding import CheckedTeam, Finding, Level, Spot
from headjudge.cli.output import Data, escaped, visible
from headjudge.cli.reports.run import Run, column, elsewhere, first_spot, posix
from messages import say_short_list

COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


def report(run: Run) -> str:
    """One command per line, in order; findings common to all teams come last."""
    commands = [command for team in run.teams for command in _of_team(run, team)]
    commands += [_command(each.level, each.code, None, None, _lines(each)) for each in run.common]
    return Data("".join(f"{command}\n" for command in commands))


def _of_team(run: Run, team: CheckedTeam) -> Iterator[str]:
    for finding in run.own(team):
        spot = first_spot(team, finding)
        yield _command(finding.level, finding.code, team, spot, _lines(finding), finding.card)


def _lines(finding: Finding) -> Iterator[str]:
    yield finding.message
    if finding.fix:
        yield finding.fix
    if finding.rule and finding.rule.url:
        yield finding.rule.url
    if more := elsewhere(finding):
        yield f"Also in {say_short_list(more)}."


def _command(
    level: Level,
    code: str,
    team: CheckedTeam | None,
    spot: Spot | None,
    lines: Iterable[str],
    card: str | None = None,
) -> str:
    properties = {}
    if spot:
        properties["file"] = posix(spot.file)
        if spot.line is not None:
            properties["line"] = str(spot.line)
        if place := column(spot, card):
            properties["col"] = str(place)
    properties["title"] = f"{code} ({team.name})" if team else code
    parts = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{COMMANDS[level]} {parts}::{_data(lines)}"


def _data(lines: Iterable[str]) -> str:
    return "%0A".join(visible(line).replace("%", "%25") for line in lines)


def _property(value: str) -> str:
    # `escaped` leaves no line ends, which are not allowed in paths and titles.
    return escaped(value).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
