"""`headjudge diff`: the differences between two lists."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from headjudge.cli.files import (
    add_syntax,
    check_standard_input,
    display_name,
    read_decks,
    read_pool,
)
from headjudge.cli.output import as_json
from headjudge.cli.terminal import printable, remarks
from validator import Reading, read_alone
from validator.comparison import DeckComparison, compare

EPILOG = """\
exit status: 0 the lists are equal, 1 they differ, 2 wrong usage (no such file...).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge diff`."""
    command.description = (
        "Compare two lists by title, count and section, in any syntax and language."
    )
    command.epilog = EPILOG
    command.add_argument("before", metavar="A", help="a decklist or a link; - is standard input")
    command.add_argument("after", metavar="B", help="the list to compare it with")
    command.add_argument(
        "--pool", action="store_true", help="both are card pools, without sections"
    )
    add_syntax(command)
    command.add_argument("--json", action="store_true", help="print the answer as the API gives it")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The changes and the exit code (0 none, 1 some); raises CommandError."""
    names = (options.before, options.after)
    check_standard_input(names)
    before, after = (_reading(name, options) for name in names)
    comparison = compare(before.decks, after.decks)
    if options.json:
        document = comparison.as_dict() | {"earlier": before.as_dict(), "later": after.as_dict()}
        text: str = as_json(document)
    else:
        for name, reading in zip(names, (before, after), strict=True):
            sys.stderr.write(remarks(reading.faults, reading.notices, display_name(name)))
        is_one_deck = len(before.decks) == len(after.decks) == 1
        text = printable(_lines(comparison, *map(display_name, names), is_one_deck=is_one_deck))
    return text, 0 if comparison.same else 1


def _reading(name: str, options: argparse.Namespace) -> Reading:
    if options.pool:
        return read_alone(read_pool(name, options.syntax), is_pool=True)
    return read_alone(*read_decks(name, options.syntax))


def _lines(
    comparison: DeckComparison, before: str, after: str, *, is_one_deck: bool
) -> Iterator[str]:
    """The differences in the style of `diff`; empty if there are none."""
    if comparison.changes:
        yield from (f"--- {before}", f"+++ {after}")
    for deck, changes in groupby(comparison.changes, attrgetter("deck")):
        if not is_one_deck:
            yield f"@@ deck {deck + 1} @@"
        yield from map(str, changes)
