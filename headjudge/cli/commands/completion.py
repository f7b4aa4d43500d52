"""`headjudge completion`: a shell completion script for commands, options and files."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

import shtab

import formats
from headjudge.cli.commands.check import REPORTS
from headjudge.cli.main import parser
from headjudge.cli.output import Data
from validator.questions import STRUCTURES

SHELLS = ("bash", "zsh", "fish")
FILES = frozenset({"FILE", "PATH"})
"""Metavars of parameters that are files or folders."""
CHOICES: Mapping[str, Callable[[], Sequence[str]]] = MappingProxyType(
    {
        "--format": formats.ids,
        "--policy": formats.policy_ids,
        "--report": lambda: tuple(REPORTS),
        "--structure": lambda: STRUCTURES,
    }
)
"""Options with a fixed set of values that is checked by the engine instead of the parser."""
EPILOG = """\
Put the script where the shell looks for it:

  headjudge completion bash > ~/.local/share/bash-completion/completions/headjudge
  headjudge completion zsh > ~/.zfunc/_headjudge    # where fpath has ~/.zfunc
  headjudge completion fish > ~/.config/fish/completions/headjudge.fish

exit status: 0 printed, 2 wrong usage (no such shell).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge completion`."""
    command.description = "Print a shell completion script."
    command.epilog = EPILOG
    command.add_argument("shell", choices=SHELLS, help="bash, zsh or fish")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The script and the exit code, 0."""
    whole = parser()
    for action in chain(*(command.parameters for command in (whole, *whole.subcommands()))):
        names = [name for name in action.option_strings if name in CHOICES]
        if names and action.choices is None:
            action.choices = CHOICES[names[0]]()
        elif action.metavar in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    return Data(shtab.complete(whole, options.shell).rstrip() + "\n"), 0
