"""`headjudge convert`: convert a deck to another syntax."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from headjudge import decklists
from headjudge.cli.errors import CommandError
from headjudge.cli.files import add_syntax, add_wanted_syntax, display_name, read_decks, write_text
from headjudge.cli.output import Data
from headjudge.cli.terminal import remarks
from validator import read_alone
from validator.conversion import convert
from validator.decks import Deck

EPILOG = """\
exit status: 0 written; 1 written, but parts of the file could not be read (see standard error);
2 wrong usage (no such file, no such syntax...).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge convert`."""
    command.description = "Convert a deck to another syntax, with full English card titles."
    command.epilog = EPILOG
    command.add_argument("file", metavar="FILE", help="a decklist or a link; - is standard input")
    add_wanted_syntax(command, "--to")
    add_syntax(command)
    command.add_argument(
        "--deck", type=int, metavar="N", help="which deck to write, if the file has several"
    )
    command.add_argument(
        "-o", "--output", metavar="FILE", help="write to this file (standard output)"
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The deck's text and the exit code (1 if something is unreadable); raises CommandError."""
    name = display_name(options.file)
    reading = read_alone(*read_decks(options.file, options.syntax))
    conversion = convert(
        [_choose(reading.decks, options.deck, name)],
        write=partial(decklists.write, syntax=options.to),
        read=partial(decklists.read, syntax=options.to, main_min=1),
    )
    (text,) = conversion.texts
    sys.stderr.write(remarks(reading.faults, (*reading.notices, *conversion.notices), name))
    if options.output:
        write_text(options.output, text)
        text = ""
    return Data(text), 1 if reading.faults else 0


def _choose(decks: tuple[Deck, ...], number: int | None, name: str) -> Deck:
    if number is None and len(decks) > 1:
        raise CommandError(
            f"{name} holds {len(decks)} decks; choose one with --deck 1 to --deck {len(decks)}."
        )
    if number is not None and not 1 <= number <= len(decks):
        count = "1 deck" if len(decks) == 1 else f"{len(decks)} decks"
        raise CommandError(f"--deck: {name} holds {count}, so there is no deck {number}.")
    return decks[(number or 1) - 1]
