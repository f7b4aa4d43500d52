"""The `headjudge` command: its commands, and its exit codes."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from contextvars import copy_context
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any

from cli import __version__
from cli.errors import CannotBeAsked

CANNOT_BE_ASKED = 2
USUAL_WIDTH = 80
INTERRUPTED = 130
"""128 and the number of SIGINT, as shells have it."""

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "check": "check a team's decks",
        "init": "write a configuration for the decks of a folder",
        "convert": "write a deck in another syntax",
        "diff": "compare two lists",
        "banlist": "show a banned and restricted list, its changes, a card's history",
        "impact": "show which teams a change of banlist or rotation touches",
        "batch": "judge many teams, a line of JSON each",
        "audit": "judge a corpus of teams of any size, on many machines",
        "explain": "show what a code means, its source, an example, how to mend it",
        "baseline": "take the faults of today as known",
        "lock": "pin the facts that decks are checked by",
        "serve": "start the service",
        "apikey": "make a key for the API of a service",
        "facts": "show the facts, choose among them, check and compare them",
        "update": "bring the card facts up to date",
        "fix": "correct what is certain in deck files",
        "fmt": "bring lists into the usual form of their syntax",
        "receipt": "check signed verdicts offline, and keep the keys that sign them",
        "completion": "print the script that completes headjudge in a shell",
    }
)
"""Each command and what it does. Its module `cli.<command>` has `add_arguments`, and `run`, which
returns the text to print and the exit code."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    # What is imported stays: to look through it for what nobody holds takes a tenth of a run.
    gc.disable()
    options = parser(arguments).parse_args(arguments)
    gc.freeze()
    gc.enable()
    try:
        # The facts are chosen for this command alone, whoever else runs in the process.
        return copy_context().run(run, options)
    except CannotBeAsked as error:
        print(f"headjudge: {error}", file=sys.stderr)
        return CANNOT_BE_ASKED
    except KeyboardInterrupt:
        return INTERRUPTED


def run(options: argparse.Namespace) -> int:
    """Run the command, and print its text to an output that may be closed or know few letters."""
    sys.stderr.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    from cli import in_use  # it brings the cards, which help and the version need not

    code = 0
    try:
        with in_use.readable():
            in_use.choose(getattr(options, "facts", None))
            text, code = options.run(options)
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough; nothing more is to be written, at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return int(code)


def parser(arguments: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The arguments of the commands that `arguments` name; where they name none, all names."""
    # The terminal's width is asked for with each argument, and only help needs it.
    width = None if {"-h", "--help"}.intersection(arguments) else USUAL_WIDTH
    formatter: Any = partial(argparse.RawDescriptionHelpFormatter, width=width)
    top = argparse.ArgumentParser(
        prog="headjudge",
        description="May this team play these decks in this event?",
        formatter_class=formatter,
    )
    top.add_argument("--version", action="version", version=f"headjudge {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", prog=top.prog)
    is_named = arguments[:1] and arguments[0] in COMMANDS
    for name, summary in COMMANDS.items():
        if is_named and name not in arguments:
            continue
        command = commands.add_parser(name, help=summary, formatter_class=formatter)
        if name in arguments:
            # Each brings what it needs of the engine, so that no command waits for another's.
            module = import_module(f"cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return top
