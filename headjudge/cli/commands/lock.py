"""`headjudge lock`: pin the facts that decks are checked against."""

from __future__ import annotations

import argparse
from pathlib import Path

from headjudge.cli.facts_in_force import add_facts
from headjudge.cli.findings import locks
from headjudge.cli.options import add_day, read_day
from headjudge.cli.terminal import printable

EPILOG = """\
`headjudge check --locked` fails if the facts differ from those in the lock: cards, formats,
policies, banlists or rules. A day in the lock is the default day of locked runs.

exit status: 0 the lock is written, 2 wrong usage.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge lock`."""
    command.description = "Pin the facts that decks are checked against."
    command.epilog = EPILOG
    command.add_argument(
        "-o", "--output", metavar="FILE", default=locks.FILE, help="the lock (%(default)s)"
    )
    add_facts(command)
    add_day(command, "--as-of", "also pin the day of the runs")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The summary and the exit code; raises CommandError."""
    as_of = read_day("--as-of", options.as_of)
    lock = locks.current(as_of)
    path = Path(options.output)
    locks.write(path, lock)
    day = f", as of {as_of}" if as_of else ""
    line = (
        f"{path.as_posix()}: card facts of {lock.catalogue}, banlists of {lock.banlists},"
        f" rules {lock.rules}{day}"
    )
    return printable([line, f"  {lock.facts}"]), 0
