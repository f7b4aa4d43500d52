"""Arguments shared by commands for teams and their event."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from headjudge.cli.configuration import SETTINGS, Place
from headjudge.cli.options import add_day, name_option
from headjudge.cli.settings import Settings
from validator import questions

OPTIONS = ("format", "as_of", "structure", "policy")
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
    command.add_argument(
        "--structure", help="team-constructed, emperor, individual or (default) two-headed-giant"
    )
    command.add_argument("--policy", help=f"team construction rules ({questions.DEFAULT_POLICY})")
    add_config(command)


def add_config(command: argparse.ArgumentParser) -> None:
    """The option that names the configuration."""
    command.add_argument(
        "--config",
        metavar="FILE",
        help="the configuration (the outermost headjudge.toml); COMMIT:FILE reads that of a commit",
    )


def settings_of(options: argparse.Namespace, keys: Sequence[str] = OPTIONS) -> Settings:
    """The settings given by the options of these keys; raises CommandError."""
    settings = {}
    for key in keys:
        value = getattr(options, key)
        if value is not None:
            with name_option(f"--{key.replace('_', '-')}"):
                settings[key] = SETTINGS[key].read(value, Place(Path.cwd()))
    return Settings(**settings)
