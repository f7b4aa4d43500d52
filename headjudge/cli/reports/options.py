"""Options for the choice of reports and their verbosity."""

from __future__ import annotations

import argparse

from headjudge.cli.errors import CommandError
from headjudge.cli.options import name_option
from headjudge.cli.reports import REPORTS
from headjudge.cli.reports.run import Show
from headjudge.cli.terminal import has_colour
from validator import questions

LENGTHS = {
    "--verbose": "show each finding's line, other places and fix",
    "--show-source": "show each finding's line",
    "--quiet": "only show what fails the run",
    "--statistics": "only show the number of findings by code",
}
"""The verbosity options of the text report."""


def add_report_arguments(command: argparse.ArgumentParser) -> None:
    """The reports, and the verbosity of the text report."""
    printed = command.add_argument_group("what is printed")
    printed.add_argument(
        "--report",
        action="append",
        metavar="NAME[=FILE]",
        help=f"{', '.join(REPORTS)}; may be repeated, with files (text)",
    )
    length = printed.add_mutually_exclusive_group()
    for option, meaning in LENGTHS.items():
        length.add_argument(option, action="store_true", help=meaning)
    printed.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 even if teams may not play"
    )
    printed.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours (%(default)s)"
    )


def show_of(options: argparse.Namespace, *, is_printed: bool) -> Show:
    """The verbosity of a report; only printed text may have colors."""
    return Show(
        is_printed and has_colour(options.color),
        with_source=options.show_source or options.verbose,
        with_details=options.verbose,
        errors_alone=options.quiet,
        counts_alone=options.statistics,
    )


def wanted_reports(options: argparse.Namespace) -> dict[str, str | None]:
    """The requested reports by name, each with its file; None is standard output."""
    reports: dict[str, str | None] = {}
    for text in options.report or ["text"]:
        name, _, target = text.partition("=")
        with name_option("--report"):
            questions.check_choice('There is no report "{text}".', name, tuple(REPORTS))
            if name in reports:
                raise questions.InvalidQuestion(f"{name} is asked for twice.")
        reports[name] = target or None
    if list(reports.values()).count(None) > 1:
        raise CommandError("--report: one report is printed; name a file for the others.")
    return reports
