"""The `headjudge` command: its arguments and its exit codes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from cli import __version__
from cli.errors import CannotBeAsked

CANNOT_BE_ASKED = 2
INTERRUPTED = 130
"""128 and the number of SIGINT, as shells have it."""

EPILOG = """\
exit status: 0 the team may play these decks, 1 it may not, 2 that cannot be asked
(no such file, no such format...).
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = parser().parse_args(arguments)
    try:
        return run(options)
    except CannotBeAsked as error:
        print(f"headjudge: {error}", file=sys.stderr)
        return CANNOT_BE_ASKED
    except KeyboardInterrupt:
        return INTERRUPTED


def run(options: argparse.Namespace) -> int:
    """Check, and print the report to an output that may be closed or know few letters."""
    from cli.check import check  # the engine's facts are opened only for a question

    sys.stderr.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    text, code = check(options)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough; nothing more is to be written, at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def parser() -> argparse.ArgumentParser:
    """The command's arguments."""
    top = argparse.ArgumentParser(
        prog="headjudge", description="May this team play these decks in this event?"
    )
    top.add_argument("--version", action="version", version=f"headjudge {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="check a team's decks",
        description="Check the decks of one team, a file each.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    check.add_argument("decks", nargs="+", metavar="FILE", help="a decklist; - is standard input")
    check.add_argument("--format", required=True, help="what is played: modern, sealed...")
    check.add_argument("--as-of", metavar="YYYY-MM-DD", help="the day of the event (today in UTC)")
    check.add_argument(
        "--structure", help="team-constructed, individual or (default) two-headed-giant"
    )
    check.add_argument(
        "--policy", default="combined-four", help="team construction rules (%(default)s)"
    )
    check.add_argument("--team-size", type=int, metavar="N", help="players, 1 to 8")
    check.add_argument("--pool", metavar="FILE", help="the card pool, in Limited")
    check.add_argument("--json", action="store_true", help="print the report as the API gives it")
    return top
