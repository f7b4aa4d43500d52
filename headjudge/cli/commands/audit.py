"""`headjudge service audit`: every team of a corpus of any size, on one machine or on many."""

from __future__ import annotations

import argparse

from headjudge.cli.facts_in_force import add_facts
from headjudge.cli.options import add_day
from validator import questions

EPILOG = """\
CORPUS is a file, a folder or a pattern of NDJSON (.ndjson, .jsonl) or Parquet (.parquet, .pq),
packed or not, on a disk or at an address such as s3://bucket/decks. A row is a team: a request as
POST /v1/validate/batch takes it.

Results are kept: an interrupted run continues where it stopped, and a run over a corpus that grew
only judges the new rows.

exit status: 0 all teams are legal (with --impact: none is affected), 1 some are not, 2 wrong usage,
or parts of the corpus could not be judged.
"""
OUT = "audit"
BLOCK = 16


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge service audit`."""
    command.description = "Judge every team of a corpus, and keep the results as Parquet."
    command.epilog = EPILOG
    command.add_argument("corpus", metavar="CORPUS", help="a file, a folder, a pattern")
    command.add_argument("--format", required=True, help="what is played: modern, sealed...")
    add_day(command, "--as-of", "the day on which they would play")
    command.add_argument(
        "--structure", help="team-constructed, emperor, individual or (default) two-headed-giant"
    )
    command.add_argument(
        "--policy", default=questions.DEFAULT_POLICY, help="team construction rules (%(default)s)"
    )
    command.add_argument("--team-size", type=int, metavar="N", help="players of a team, 1 to 8")
    command.add_argument(
        "--impact",
        nargs=2,
        metavar=("FROM", "TO"),
        help="the teams that the change between two days touches, by the index of an audit",
    )
    command.add_argument(
        "--out", metavar="FOLDER", default=OUT, help="where results are kept (%(default)s)"
    )
    command.add_argument(
        "--scheduler", metavar="ADDRESS", help="a running Dask scheduler: tcp://..."
    )
    command.add_argument(
        "--jobs", type=int, metavar="N", help="processes (one per core); 0 for none but this"
    )
    command.add_argument(
        "--block",
        type=float,
        metavar="MB",
        default=BLOCK,
        help="approximate size of the part of a file per task (%(default)s)",
    )
    add_facts(command)
    command.add_argument("--quiet", action="store_true", help="show no progress")
    command.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The summary and the exit code (0 all legal, 1 some not)."""
    from headjudge.cli.audit import request  # late: pyarrow alone takes 0.4 s

    if options.jobs != 0:
        import distributed  # noqa: F401, fail before anything is read
    return request.answer(options)
