"""`headjudge batch`: one request per line in, one answer per line out."""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING

from headjudge.cli.errors import ILLEGAL, INVALID, LEGAL, CommandError, file_errors
from headjudge.cli.files import STDIN
from headjudge.cli.options import add_day, read_day, today
from headjudge.cli.output import Data, write

if TYPE_CHECKING:
    from headjudge.web.api.batch import LineAnswer

EPILOG = """\
Each line is a request to POST /v1/validate, with an optional `id`; answers
are those of POST /v1/validate/batch, in the order of the lines. An invalid
line does not stop the others. Memory use does not grow with the file.

exit status: 0 every team may play its decks, 1 some may not, 2 a line is no
valid request, or the file cannot be read.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge batch`."""
    command.description = "Judge many teams, one line of JSON each (NDJSON)."
    command.epilog = EPILOG
    command.add_argument(
        "file", nargs="?", default=STDIN, metavar="FILE", help="the requests; - is stdin (-)"
    )
    add_day(command, "--as-of", "the day of lines that name none (today in UTC)")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Print the answers as they are computed and return an empty text. Raises CommandError."""
    day = read_day("--as-of", options.as_of) or today()
    code = LEGAL
    with ExitStack() as stack:
        file: IO[bytes] = sys.stdin.buffer
        if options.file != STDIN:
            with file_errors(options.file):
                file = stack.enter_context(Path(options.file).open("rb"))
        for answer in _answers(file, day):
            write(Data(answer.line.decode()))
            code = max(code, _code(answer.codes))
    return "", code


def _answers(file: IO[bytes], day: datetime.date) -> Iterator[LineAnswer]:
    """The answers of the service; raises CommandError if its settings are wrong."""
    try:  # late import: takes some tenths of a second
        from headjudge.web import facts_in_force, fetched_lists, http
        from headjudge.web.api import batch

        facts_in_force.houses()
        fetched_lists.links()
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from None
    return batch.judge_all(file, day, http.ENGLISH)


def _code(codes: tuple[str, ...] | None) -> int:
    if codes is None:
        return INVALID
    return ILLEGAL if codes else LEGAL
