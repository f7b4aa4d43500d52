"""The `headjudge` command: its commands, and its exit codes."""

from __future__ import annotations

import argparse
import gc
import sys
import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, NoReturn

from headjudge import __version__
from headjudge.cli import output
from headjudge.cli.errors import CannotBeAsked

CANNOT_BE_ASKED = 2
USUAL_WIDTH = 80
INTERRUPTED = 130
READER_LEFT = 141
"""128 and the numbers of SIGINT and SIGPIPE, as shells have them."""

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
        "conformance": "hold another program to the conformance suite",
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
"""Each command and what it does. Its module in `commands` has `add_arguments`, and `run`, which
returns the text to print and the exit code."""

EXTRAS: Mapping[str, str] = MappingProxyType(
    {"audit": "audit", "batch": "service", "receipt": "service", "serve": "service"}
)
"""The extra of the package that a command needs."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code. What fails is never taken for a verdict."""
    with output.guarded():
        try:
            try:
                return _answered(sys.argv[1:] if arguments is None else arguments)
            finally:
                sys.stdout.flush()
        except CannotBeAsked as error:
            output.tell(*error.args)
            return CANNOT_BE_ASKED
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            return READER_LEFT
        except Exception:
            traceback.print_exc()
            output.tell("This is a fault of Headjudge, and says nothing of any deck.")
            return CANNOT_BE_ASKED


def _answered(arguments: Sequence[str]) -> int:
    """Run the command of the arguments, or say which packages it lacks, as CannotBeAsked.

    SystemExit where the arguments are wrong, or ask for help.
    """
    try:
        return _run(arguments)
    except ModuleNotFoundError as error:
        if arguments[0] not in EXTRAS:
            raise
        raise CannotBeAsked(
            f"headjudge {arguments[0]} needs further packages ({error.name}): "
            f'python -m pip install "headjudge[{EXTRAS[arguments[0]]}]"'
        ) from None


def _run(arguments: Sequence[str]) -> int:
    # What is imported stays: to look through it for what nobody holds takes a tenth of a run.
    gc.disable()
    options = parser(arguments).parse_args(arguments)
    gc.freeze()
    gc.enable()
    # The facts are chosen for this command alone, whoever else runs in the process.
    return copy_context().run(run, options)


def run(options: argparse.Namespace) -> int:
    """Run the command, and print its text; the exit code. A reader that leaves has seen enough."""
    from headjudge.cli import (
        facts_in_force,  # it brings the cards, which help and the version need not
    )

    with facts_in_force.readable():
        facts_in_force.choose(getattr(options, "facts", None))
        text, code = options.run(options)
    with suppress(BrokenPipeError):
        output.write(text)
    return int(code)


class Parser(argparse.ArgumentParser):
    """A parser that knows no abbreviations, and says what may have been meant."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        """End the program with the message in one line, as argparse does."""
        super().error(output.visible(message))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does it; an option that there is not ends the program here."""
        found, others = super().parse_known_args(args, namespace)
        for other in others:
            if other.startswith("-"):
                name = other.partition("=")[0]
                self.error(
                    f"there is no option {name}{_suggest(name, self._option_string_actions)}"
                )
        return found, others


def _suggest(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # only where something is wrong

    return "".join(f"; did you mean {one}?" for one in get_close_matches(word, known, 1))


def parser(arguments: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The arguments of the commands that `arguments` name; where they name none, all names."""
    # The terminal's width is asked for with each argument, and only help needs it.
    width = None if {"-h", "--help"}.intersection(arguments) else USUAL_WIDTH
    formatter: Any = partial(argparse.RawDescriptionHelpFormatter, width=width)
    top = Parser(
        prog="headjudge",
        description="May this team play these decks in this event?",
        formatter_class=formatter,
    )
    top.add_argument("--version", action="version", version=f"headjudge {__version__}")
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        top.error(f"there is no command {arguments[0]}{_suggest(arguments[0], COMMANDS)}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", prog=top.prog)
    is_named = arguments[:1] and arguments[0] in COMMANDS
    for name, summary in COMMANDS.items():
        if is_named and name not in arguments:
            continue
        command = commands.add_parser(name, help=summary, formatter_class=formatter)
        if name in arguments:
            # Each brings what it needs of the engine, so that no command waits for another's.
            try:
                module = import_module(f"headjudge.cli.commands.{name}")
            except ModuleNotFoundError:
                if name == arguments[0] or name not in EXTRAS:
                    raise
                continue
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return top
