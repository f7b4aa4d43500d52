"""`headjudge init`: create a configuration from the files found."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from headjudge.cli.errors import CommandError
from headjudge.cli.files import write_text
from headjudge.cli.options import add_day, today
from headjudge.cli.teams import configuration_schema
from headjudge.cli.teams.configuration import FILE
from headjudge.cli.teams.event_arguments import settings_of
from headjudge.cli.teams.groups import discover
from headjudge.cli.teams.settings import Settings, event_of
from headjudge.cli.teams.teams import Team, resolve
from headjudge.cli.terminal import printable
from messages import say_count
from validator import questions

SCHEMA = "headjudge.schema.json"
"""The file with the JSON Schema of a configuration, beside it."""
NO_TEAMS = ("{number} that can be no team", "{number} that can be no teams")
EPILOG = """\
The file sets the format and the structure, and lists the teams that were found as comments. An
existing file is never overwritten.

exit status: 0 the configuration is written, 2 wrong usage (no such format, a configuration
exists...).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge init`."""
    command.description = "Write a headjudge.toml for a folder of decks."
    command.epilog = EPILOG
    command.add_argument("path", nargs="?", default=".", metavar="PATH", help="the folder (.)")
    command.add_argument("--format", help="what is played: modern, sealed... (never guessed)")
    command.add_argument(
        "--structure", help="team-constructed, emperor, individual or (default) two-headed-giant"
    )
    add_day(command, "--as-of", "the day of the event")
    command.add_argument("--schema", action="store_true", help=f"also write {SCHEMA}, for editors")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The summary and the exit code; raises CommandError."""
    folder = Path(options.path)
    file = folder / FILE
    if not folder.is_dir():
        raise CommandError(f"{folder} is no folder.")
    for path in [file, folder / SCHEMA] if options.schema else [file]:
        if path.exists():
            raise CommandError(f"{path.as_posix()} exists, and is not written over.")
    settings = settings_of(options, ("format", "structure", "as_of"))
    if settings.format:
        event_of(settings, today())  # raises CommandError if they do not fit together
    discovery = discover([options.path], settings)
    teams = [team for group in discovery.groups for team in resolve(group).teams]
    head = [f"#:schema ./{SCHEMA}"] if options.schema else []
    write_text(str(file), "".join(f"{line}\n" for line in [*head, *_lines(settings, teams)]))
    if options.schema:
        write_text(str(folder / SCHEMA), configuration_schema.schema_text())
    whole = sum(not team.fault for team in teams)
    line = f"{file.as_posix()}: {say_count(whole, '{number} team', '{number} teams')} found"
    if others := len(teams) - whole:
        line += f", and {say_count(others, *NO_TEAMS)}"
    missing = [] if settings.format else ["Name the format that is played in it."]
    return printable([line, *missing]), 0


def _lines(settings: Settings, teams: Sequence[Team]) -> Iterator[str]:
    yield "# The settings of `headjudge check` for the decks in this folder."
    yield f"format = {json.dumps(settings.format)}" if settings.format else '# format = "modern"'
    yield f"structure = {json.dumps(settings.structure or questions.DEFAULT_STRUCTURE)}"
    yield f"as_of = {settings.as_of}" if settings.as_of else "# as_of = 2026-01-31"
    yield ""
    whole = sum(not team.fault for team in teams)
    yield f"# Teams found: {whole or 'none'}"
    for team in sorted(teams, key=lambda team: team.name):
        files = ", ".join(dict.fromkeys(file.name for file in team.files))
        yield f"#   {_comment(team.name)}: {_comment(team.fault or files)}"


def _comment(text: str) -> str:
    """The text without control characters, as a TOML comment requires."""
    return printable([text]).rstrip("\n")
