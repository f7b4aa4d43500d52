"""Arguments that commands share, and their parsing."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from headjudge.cli.configuration import SETTINGS, Place, Settings
from headjudge.cli.errors import CommandError
from validator import questions

TODAY = "today in UTC; --as-of names another day"


def today() -> datetime.date:
    """The current day in UTC: the command line's only clock."""
    return datetime.datetime.now(datetime.UTC).date()


def add_day(command: argparse.ArgumentParser, option: str, purpose: str) -> None:
    """An option for a day."""
    command.add_argument(option, metavar="YYYY-MM-DD", help=purpose)


def read_day(option: str, text: str | None) -> datetime.date | None:
    """The day given by an option, if any; raises CommandError."""
    with name_option(option):
        return questions.day(text) if text else None


@contextmanager
def name_option(option: str) -> Iterator[None]:
    """Prefix InvalidQuestion with the option's name, as CommandError."""
    try:
        yield
    except questions.InvalidQuestion as error:
        raise CommandError(f"{option}: {error}") from None


# The arguments that name teams and their event


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
