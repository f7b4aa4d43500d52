"""The entry point of the `headjudge` command."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from importlib import import_module
from itertools import chain
from types import MappingProxyType
from typing import Any, NoReturn

from headjudge import __version__
from headjudge.cli import output
from headjudge.cli.errors import INVALID, CommandError
from headjudge.import_path import BESIDE

USUAL_WIDTH = 80
INTERRUPTED = 130
READER_LEFT = 141
"""128 plus the numbers of SIGINT and SIGPIPE, as in shells."""

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "check": "check the decks of teams",
        "init": "write a configuration for a folder of decks",
        "banlist": "show a banned and restricted list, its changes, or a card's history",
        "explain": "explain a code: its meaning, source, an example and a fix",
        "serve": "start the service",
        "batch": "judge many teams, one line of JSON each",
        "facts": "show and check the facts",
        "update": "bring the facts up to date",
        "completion": "print a shell completion script",
    }
)
"""The commands with their summaries. A command's module in `commands` has `add_arguments`, and
`run`, which returns the text to print and the exit code."""

EXTRAS: Mapping[str, str] = MappingProxyType({"batch": "service", "serve": "service"})
"""The extra of the package required by a command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code. Failures never look like a verdict."""
    with output.guard_streams():
        try:
            try:
                return _run_command(sys.argv[1:] if arguments is None else arguments)
            finally:
                sys.stdout.flush()
        except CommandError as error:
            output.tell(*error.args)
            return INVALID
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            return READER_LEFT
        except Exception as error:
            if isinstance(error, OSError) and error.filename is not None:
                output.tell(f"{error.filename}: {error.strerror}.")
                return INVALID
            if foreign := _foreign_package(error):
                output.tell(foreign)
                return INVALID
            output.tell(output.tell_failure(error, "command"))
            return INVALID


def _foreign_package(error: Exception) -> str | None:
    """A sentence about a package of another program that lies over one of ours, if that is why."""
    name = (error.name or "").partition(".")[0] if isinstance(error, ImportError) else ""
    if name not in BESIDE:
        return None
    return (
        f"Another program's package is called {name}, like one of Headjudge's: install Headjudge in"
        " an environment of its own, with pipx or uv tool."
    )


def _run_command(arguments: Sequence[str]) -> int:
    """Run the command; raises CommandError for missing packages, SystemExit for usage and help."""
    # Imported objects are permanent: collecting them would take a tenth of a run.
    gc.disable()
    try:
        options = parser(arguments).parse_args(arguments)
        gc.freeze()
        gc.enable()
        # The choice of facts is local to this command, even if others run in the same process.
        return copy_context().run(run, options)
    except ModuleNotFoundError as error:
        extra = EXTRAS.get(arguments[0])
        if extra is None:
            raise
        raise CommandError(
            f"headjudge {arguments[0]} needs further packages ({error.name}): "
            f'python -m pip install "headjudge[{extra}]"'
        ) from None


def run(options: argparse.Namespace) -> int:
    """Run the command and print its text; returns the exit code. A closed pipe is no error."""
    from headjudge.cli import (
        facts_in_force,  # late: it imports the cards, which --help and --version do not need
    )

    with facts_in_force.readable():
        facts_in_force.choose()
        text, code = options.run(options)
    with suppress(BrokenPipeError):
        output.write(text)
    return int(code)


class Parser(argparse.ArgumentParser):
    """A parser without abbreviations, and with suggestions for typing errors."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "allow_abbrev": False})
        self.commands: Any = None

    def add_subparsers(self, **options: Any) -> Any:
        """As in argparse; keeps the subparsers accessible."""
        self.commands = super().add_subparsers(**options)
        return self.commands

    @property
    def parameters(self) -> list[argparse.Action]:
        """All positionals and options, including those of groups, without help."""
        # argparse has no public name for this list.
        return [
            action
            for action in self._actions
            if action is not self.commands and action.dest != "help"
        ]

    def subcommands(self) -> Iterator[Parser]:
        """The parsers of all nested commands."""
        for command in self.commands.choices.values() if self.commands else ():
            yield command
            yield from command.subcommands()

    def error(self, message: str) -> NoReturn:
        """Exit with a one-line message."""
        super().error(output.visible(message))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As in argparse, but unknown options are errors here."""
        values, others = super().parse_known_args(args, namespace)
        for other in others:
            if other.startswith("-"):
                name = other.partition("=")[0]
                options = chain(*(action.option_strings for action in self.parameters))
                self.error(f"there is no option {name}{_suggest(name, options)}")
        return values, others


def _suggest(word: str, words: Iterable[str]) -> str:
    from difflib import get_close_matches  # only needed for typing errors

    return "".join(f"; did you mean {match}?" for match in get_close_matches(word, words, 1))


def parser(arguments: Sequence[str] | None = None) -> Parser:
    """The parser for the command named by `arguments`; for all commands if None."""
    # argparse determines the terminal's width for each argument, but only help needs it.
    width = None if {"-h", "--help"}.intersection(arguments or ()) else USUAL_WIDTH
    formatter: Any = partial(argparse.RawDescriptionHelpFormatter, width=width)
    top = Parser(
        prog="headjudge",
        description="May this team play these decks in this event?",
        formatter_class=formatter,
    )
    top.add_argument("--version", action="version", version=f"headjudge {__version__}")
    _add_commands(top, COMMANDS, arguments, formatter)
    return top


def _add_commands(
    above: Parser,
    summaries: Mapping[str, str],
    arguments: Sequence[str] | None,
    formatter: Any,
) -> None:
    """Add the command named by the first argument, or the names of all commands."""
    word = "".join(arguments[:1]) if arguments else ""
    if word and not word.startswith("-") and word not in summaries:
        above.error(f"there is no command {word}{_suggest(word, summaries)}")
    commands = above.add_subparsers(required=True, metavar="COMMAND", prog=above.prog)
    for name, summary in summaries.items():
        if word in summaries and name != word:
            continue
        command = commands.add_parser(name, help=summary, formatter_class=formatter)
        if arguments is None or name == word:
            _add_arguments(name, command, is_needed=name == word)


def _add_arguments(name: str, command: argparse.ArgumentParser, *, is_needed: bool) -> None:
    """Add a command's arguments, importing only what that command needs."""
    try:
        module = import_module(f"headjudge.cli.commands.{name}")
    except ModuleNotFoundError:
        if is_needed or name not in EXTRAS:
            raise
        return
    module.add_arguments(command)
    command.set_defaults(run=module.run)
