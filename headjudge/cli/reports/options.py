"""Options for the choice of reports and their verbosity."""

from __future__ import annotations

import argparse

from headjudge.cli.errors import CommandError
from headjudge.cli.options import name_option
from headjudge.cli.reports import REPORTS
from headjudge.cli.reports.run import Show
from headjudge.cli.terminal import has_colour
from validator import questions


def add_report_arguments(command: argparse.ArgumentParser) -> None:
    """The reports, and the verbosity of the text report."""
    command.add_argument(
        "--report",
        action="append",
        metavar="NAME[=FILE]",
        help=f"{', '.join(REPORTS)}; may be repeated, with files (text)",
    )
    command.add_argument(
        "--verbose", action="store_true", help="show each finding's line, other places and rule"
    )


def show_of(options: argparse.Namespace, *, is_printed: bool) -> Show:
    """The verbosity of a report; only printed text may have colors."""
    return Show(is_printed and has_colour(), with_details=options.verbose)


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
