"""Annotations of GitHub Actions: a workflow command for each finding.

The form is documented in
https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands, the escaping
in actions/toolkit, packages/core/src/command.ts. File names are relative to the repository, so the
run belongs at its root. Allowed and known findings are left out, as GitHub shows only ten
annotations of each kind and step.
"""

from __future__ import annotations

from collections.abc import Iterator

from headjudge.cli.findings.finding import CheckedTeam, Finding, Level, Spot
from headjudge.cli.output import Data, escaped, visible
from headjudge.cli.reports.run import Run, column, elsewhere, first_spot, posix
from messages import say_short_list

COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


def report(run: Run) -> str:
    """One command per line, in order; findings common to all teams come last."""
    commands = [
        *(
            _command(finding, team, spot)
            for team, finding in run.findings
            for spot in _spots(team, finding)
        ),
        *map(_command, run.of_all),
    ]
    return Data("".join(f"{command}\n" for command in commands))


def _spots(team: CheckedTeam, finding: Finding) -> Iterator[Spot]:
    """The first place of the finding in each of its files."""
    by_file = {spot.file: spot for spot in reversed(finding.spots)}
    first = first_spot(team, finding)
    yield first
    yield from (spot for spot in reversed(by_file.values()) if spot.file != first.file)


def _lines(finding: Finding) -> Iterator[str]:
    yield finding.message
    if finding.fix:
        yield finding.fix
    if finding.rule and finding.rule.url:
        yield finding.rule.url
    if more := elsewhere(finding):
        yield f"Also in {say_short_list(more)}."


def _command(finding: Finding, team: CheckedTeam | None = None, spot: Spot | None = None) -> str:
    properties = {}
    if spot:
        properties["file"] = posix(spot.file)
        if spot.line is not None:
            properties["line"] = str(spot.line)
        if place := column(spot, finding.card):
            properties["col"] = str(place)
    properties["title"] = f"{finding.code} ({team.name})" if team else finding.code
    parts = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    data = "%0A".join(visible(line).replace("%", "%25") for line in _lines(finding))
    return f"::{COMMANDS[finding.level]} {parts}::{data}"


def _property(value: str) -> str:
    # `escaped` leaves no line ends, which are not allowed in paths and titles.
    return escaped(value).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
