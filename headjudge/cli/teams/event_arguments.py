"""Arguments shared by commands for teams and their event."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from headjudge.cli.files import add_syntax
from headjudge.cli.options import add_day, name_option
from headjudge.cli.teams.configuration_keys import SETTINGS
from headjudge.cli.teams.settings import Settings
from validator import questions

OPTIONS = ("format", "as_of", "structure", "policy", "team_size", "syntax")
"""The settings that are also options."""
NO_FORMAT = (
    "--format: name the format that is played. `headjudge init` writes it into a headjudge.toml."
)


def add_event_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments that name teams and the question about them."""
    command.add_argument(
        "paths",
        nargs="*",
        default=["."],
        metavar="PATH",
        help="files, folders (.) or links; - is standard input",
    )
    command.add_argument("--format", help="what is played: modern, sealed...")
    add_day(command, "--as-of", "the day of the event (today in UTC)")
    add_team_arguments(command)
    add_syntax(command)
    _add_config(command)


def add_team_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments for the structure and the policy."""
    command.add_argument(
        "--structure", help="team-constructed, emperor, individual or (default) two-headed-giant"
    )
    command.add_argument("--policy", help=f"team construction rules ({questions.DEFAULT_POLICY})")
    command.add_argument("--team-size", type=int, metavar="N", help="players, 1 to 8")


def add_change_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `banlist`: its format, days and output."""
    command.add_argument("--format", help="modern, pauper... (from the configuration)")
    _add_config(command)
    command.add_argument(
        "--between", nargs=2, metavar=("FROM", "TO"), help="what changed from one day to another"
    )
    command.add_argument("--json", action="store_true", help="print the answer as the API gives it")


def _add_config(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--config", metavar="FILE", help="the configuration (the nearest headjudge.toml)"
    )


def settings_of(options: argparse.Namespace, keys: Sequence[str] = OPTIONS) -> Settings:
    """The settings given by the options of these keys; raises CommandError."""
    settings = {}
    for key in keys:
        value = getattr(options, key)
        if value is not None:
            with name_option(f"--{key.replace('_', '-')}"):
                settings[key] = SETTINGS[key].read(value, Path.cwd())
    return Settings(**settings)
