"""`headjudge check`: decks of one team or of a whole repository, to a verdict."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from cli import __version__
from cli.discovery import Discovery, discover
from cli.errors import CannotBeAsked
from cli.files import add_syntax, write_text
from cli.findings import CheckedTeam
from cli.keys import SETTINGS
from cli.options import said_of, today
from cli.reports import REPORTS, Run
from cli.run import Checked, Demand, check_all
from cli.settings import Settings, play_format_of
from validator import asking

OK, ILLEGAL, CANNOT_BE_ASKED = 0, 1, 2

EPILOG = """\
PATHs are files and folders (.). Files that are as many as a team has players are one team, in
their order. In a folder these are teams: a file of several lists; name.a.txt and name.b.txt; the
other files, if they are as many as a team has players. pool.txt and name.pool.txt are card pools.
headjudge.toml names teams and settings; options win over it. `headjudge init` writes one.

exit status: 0 every team may play its decks, 1 some may not, 2 something cannot be asked (no such
file, no such format, a file that is no text...), whatever else was found.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge check` takes."""
    command.description = "Check the decks of teams: of files that are named, or of folders."
    command.epilog = EPILOG
    add_event_arguments(command)
    printed = command.add_argument_group("what is printed")
    printed.add_argument(
        "--report",
        action="append",
        metavar="NAME[=FILE]",
        help=f"{', '.join(REPORTS)}; may be repeated, with files (text)",
    )
    printed.add_argument(
        "--json", action="store_true", help="--report json: of one team what the API answers"
    )
    printed.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours (%(default)s)"
    )


def add_event_arguments(command: argparse.ArgumentParser) -> None:
    """What names the teams, and what is asked of them."""
    command.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or folders of decklists (.); - is stdin"
    )
    command.add_argument("--format", help="what is played: modern, sealed...")
    command.add_argument(
        "--house", metavar="FILE.toml", help="house rules, which name the format that they change"
    )
    command.add_argument(
        "--as-of", metavar="YYYY-MM-DD", help="the day of the event (today in UTC)"
    )
    command.add_argument(
        "--structure", help="team-constructed, individual or (default) two-headed-giant"
    )
    command.add_argument(
        "--policy", help=f"team construction rules ({asking.DEFAULT_POLICY})"
    )
    command.add_argument("--team-size", type=int, metavar="N", help="players, 1 to 8")
    command.add_argument("--pool", metavar="FILE", help="the card pool of one team, in Limited")
    add_syntax(command)
    command.add_argument(
        "--product",
        action="append",
        default=[],
        metavar="SET=N",
        help="what was opened, in Limited: DOM=8, RAV:tournament-pack=1, promo=2; may be repeated",
    )
    command.add_argument(
        "--config", metavar="FILE", help="the configuration (the nearest headjudge.toml)"
    )
    command.add_argument(
        "--jobs", type=int, metavar="N", help="processes for many teams (all cores)"
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The text of the report and the exit code; raises CannotBeAsked."""
    reports = _reports(options)
    found = found_teams(options)
    checked = check_found(options, found, with_reports="json" in " ".join(reports))
    teams = checked.teams
    for skipped in checked.skipped:
        print(f"headjudge: {skipped}", file=sys.stderr)
    if not teams and not options.changed_since:
        raise CannotBeAsked(f"No decklists in {', '.join(options.paths or ['.'])}.")
    text = _report(reports, teams, options)
    return text, _exit_code(teams)
