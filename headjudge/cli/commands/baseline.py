"""`headjudge baseline`: the faults of today as known, so that a run fails for new ones alone."""

from __future__ import annotations

import argparse
from pathlib import Path

from headjudge.cli.commands.check import check_teams, found_teams
from headjudge.cli.errors import CannotBeAsked
from headjudge.cli.findings import baselines
from headjudge.cli.teams.event_arguments import add_event_arguments
from headjudge.cli.terminal import printable
from messages import counted

EPILOG = """\
`headjudge check --baseline FILE` then fails for other faults alone, and tells which of these are
gone. What a comment in a deck file allows is not in the baseline.

exit status: 0 the baseline is written, 2 that cannot be asked (no such file, no such format, a
team that cannot be asked about...).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge baseline` takes."""
    command.description = "Write the faults that the teams have now into a baseline."
    command.epilog = EPILOG
    add_event_arguments(command)
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=f"the baseline (the configuration's, or {baselines.FILE})",
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """What was written, and the exit code; raises CannotBeAsked."""
    found = found_teams(options)
    path = Path(options.output or found.baseline or baselines.FILE)
    before = _before(path)
    after = baselines.of(check_teams(options, found), path.as_posix())
    baselines.write(path, after)
    added, gone = after.without(before), before.without(after)
    changes = f" ({added} added, {gone} removed)" if before.known else ""
    known = counted(after.faults, "{number} fault", "{number} faults")
    teams = counted(len(after.teams), "{number} team", "{number} teams")
    line = f"{path.as_posix()}: {known} of {teams}{changes}"
    return printable([line]), 0


def _before(path: Path) -> baselines.Baseline:
    """The baseline that is written anew. What is none is not written over."""
    try:
        exists = path.exists()
    except ValueError:  # a NUL in the name
        raise CannotBeAsked(f"{path.as_posix()} cannot be written.") from None
    return baselines.read(path) if exists else baselines.Baseline(path.as_posix())
