"""`headjudge service batch`: one request per line in, one answer per line out."""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cards import catalogue
from headjudge.cli.errors import ILLEGAL, INVALID, LEGAL, CommandError, file_errors
from headjudge.cli.files import STDIN
from headjudge.cli.options import add_day, read_day, today
from headjudge.cli.output import Data, write

if TYPE_CHECKING:
    from headjudge.web.api.batch.lines import LineAnswer

EPILOG = """\
Each line is a request to POST /v1/validate, with an optional `id`; answers are those of POST
/v1/validate/batch, in the order of the lines. An invalid line does not stop the others. Memory use
does not grow with the file.

exit status: 0 every team may play its decks, 1 some may not, 2 a line is no valid request, or
the file cannot be read.
"""
PIECE = 64 * 1024


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge service batch`."""
    command.description = "Judge many teams, one line of JSON each (NDJSON)."
    command.epilog = EPILOG
    command.add_argument(
        "file", nargs="?", default=STDIN, metavar="FILE", help="the requests; - is stdin (-)"
    )
    add_day(command, "--as-of", "the day of lines that name none (today in UTC)")
    command.add_argument(
        "-j", "--jobs", type=int, metavar="N", help="processes for many lines (all cores)"
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Print the answers as they are computed and return an empty text. Raises CommandError."""
    jobs = options.jobs
    if jobs is not None and jobs < 1:
        raise CommandError("--jobs: there must be one process at least.")
    day = read_day("--as-of", options.as_of) or today()
    code = LEGAL
    for answer in _answers(_pieces(options.file), day, jobs):
        write(Data(answer.line.decode()))
        code = max(code, _code(answer.codes))
    return "", code


def _answers(pieces: Iterable[bytes], day: datetime.date, jobs: int | None) -> Iterator[LineAnswer]:
    """The answers of the service; raises CommandError if its settings are wrong."""
    try:  # late import: takes some tenths of a second
        from headjudge.web.api.batch import answers, lines, pool
        from headjudge.web.inputs import fetched_lists
        from headjudge.web.service import house_folder, languages

        house_folder.houses()
        fetched_lists.links()
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from None
    terms = lines.Terms(day, languages.ENGLISH, catalogue().path)
    return answers.judge_all(pieces, terms, jobs or pool.cores())


def _code(codes: tuple[str, ...] | None) -> int:
    if codes is None:
        return INVALID
    return ILLEGAL if codes else LEGAL


def _pieces(name: str) -> Iterator[bytes]:
    """The bytes of a file or of standard input, as a stream; raises CommandError."""
    with file_errors(name), ExitStack() as stack:
        file: Any = sys.stdin.buffer
        if name != STDIN:
            file = stack.enter_context(Path(name).open("rb"))
        yield from iter(lambda: file.read1(PIECE), b"")
