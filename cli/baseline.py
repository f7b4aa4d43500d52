"""`headjudge baseline`: the faults of today as known, so that a run fails for new ones alone."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from cli import allowances, baselines
from cli.errors import CannotBeAsked
from cli.files import read_text
from cli.findings import CheckedTeam, findings_of
from cli.options import said_of, today
from cli.team_files import TeamFiles, team_files
from cli.terminal import printable
from validator import Event, asking, validate
from validator.violation import counted

EPILOG = """\
`headjudge check --baseline FILE` then fails for other faults alone, and tells which of these are
gone. What a comment in a deck file allows is not in the baseline.

exit status: 0 the baseline is written, 2 that cannot be asked (no such file, no such format, a
team that cannot be asked about...).
"""

Check = Callable[[argparse.Namespace], Sequence[CheckedTeam]]
"""Checks every team that the options name, with what comments allow, without a baseline."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge baseline` takes."""
    command.description = "Write the faults that the teams have now into a baseline."
    command.epilog = EPILOG
    command.add_argument("decks", nargs="*", metavar="PATH", help="files or folders (.)")
    command.add_argument(
        "-o", "--output", metavar="FILE", default=baselines.FILE, help="the baseline (%(default)s)"
    )
    command.add_argument("--format", required=True, help="what is played: modern, sealed...")
    command.add_argument(
        "--as-of", metavar="YYYY-MM-DD", help="the day of the event (today in UTC)"
    )
    command.add_argument(
        "--structure", help="team-constructed, individual or (default) two-headed-giant"
    )
    command.add_argument(
        "--policy", default=asking.DEFAULT_POLICY, help="team construction rules (%(default)s)"
    )
    command.add_argument("--team-size", type=int, metavar="N", help="players of a team, 1 to 8")


def run(options: argparse.Namespace, check: Check | None = None) -> tuple[str, int]:
    """What was written, and the exit code; raises CannotBeAsked."""
    path = Path(options.output)
    before = _before(path)
    after = baselines.of((check or _check)(options), path.as_posix())
    baselines.write(path, after)
    added, gone = after.without(before), before.without(after)
    changes = f" ({added} added, {gone} removed)" if before.known else ""
    known, teams = counted(after.faults, "fault", "faults"), len(after.teams)
    line = f"{path.as_posix()}: {known} of {counted(teams, 'team', 'teams')}{changes}"
    return printable([line]), 0


def _before(path: Path) -> baselines.Baseline:
    """The baseline that is written anew. What is none is not written over."""
    try:
        exists = path.exists()
    except ValueError:  # a NUL in the name
        raise CannotBeAsked(f"{path.as_posix()} cannot be written.") from None
    return baselines.read(path) if exists else baselines.Baseline(path.as_posix())


def _check(options: argparse.Namespace) -> Sequence[CheckedTeam]:
    with said_of("--format"):
        play_format = asking.known_format(options.format)
    with said_of("--structure"):
        structure = asking.structure_at(play_format, options.structure)
    with said_of("--policy"):
        policy = asking.known_policy(options.policy)
    with said_of("--team-size"):
        asking.check_team_size(structure, options.team_size)
    with said_of("--as-of"):
        as_of = asking.day(options.as_of) if options.as_of else today()
    event = Event(play_format.id, as_of, structure, policy, options.team_size)
    teams = team_files(options.decks or ["."], event, main_min=play_format.main_min)
    return [_checked(team, event) for team in teams]


def _checked(team: TeamFiles, event: Event) -> CheckedTeam:
    findings = findings_of(validate(event, team.decks), team.files, None)
    files = tuple(dict.fromkeys(team.files))
    asked = f"{event.format}, {event.structure}, {event.policy}, as of {event.as_of}"
    checked = CheckedTeam(team.name, files, asked, findings)
    texts = {file: read_text(file) for file in files if file != "<stdin>"}
    return allowances.apply(checked, texts, event.day)
