"""`headjudge check`: judge the decks of one team, or of a whole repository."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cards import catalogue
from headjudge import __version__
from headjudge.cli.errors import ILLEGAL, INVALID, LEGAL, CommandError, file_errors
from headjudge.cli.files import STDIN, is_link, write_text
from headjudge.cli.findings.finding import CheckedTeam
from headjudge.cli.options import TODAY, name_option, today
from headjudge.cli.output import tell
from headjudge.cli.reports import REPORTS, Run, Show
from headjudge.cli.reports.options import add_report_arguments, show_of, wanted_reports
from headjudge.cli.teams.event_arguments import NO_FORMAT, add_event_arguments, settings_of
from headjudge.cli.teams.groups import Discovery, discover
from headjudge.cli.teams.judging import Demand, check_all, weigh
from headjudge.cli.teams.settings import Settings, play_format_of
from headjudge.cli.teams.teams import files_with_teams
from headjudge.cli.terminal import printable
from validator.fingerprint import fingerprint

WITH_DOCUMENTS = frozenset({"json"})
"""Reports that contain the API's documents."""

EPILOG = """\
PATHs are files, folders (.) and links (https://...), which are fetched. As many files as a team has
players are one team, in that order. In a folder the teams are: each file with several lists;
name.a.txt and name.b.txt; and the other files, if they are as many as a team has players. pool.txt
and name.pool.txt are card pools.
headjudge.toml holds settings and teams, and what has no option (pools, products, house rules).
Options override it. `headjudge init` writes one.

exit status: 0 every team may play its decks; 1 some may not, or their files cannot be read; 2 wrong
usage (no such path, no such format...), whatever else was found.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge check`."""
    command.description = "Check the decks of teams, in files or folders."
    command.epilog = EPILOG
    add_event_arguments(command)
    command.add_argument(
        "--fix", action="store_true", help="first correct the files where that is certain"
    )
    command.add_argument("--diff", action="store_true", help="only print what --fix would change")
    command.add_argument(
        "--baseline",
        metavar="FILE",
        help="known faults, which do not fail the run (from the configuration)",
    )
    command.add_argument(
        "--write-baseline", action="store_true", help="record the present faults as known"
    )
    command.add_argument(
        "--list", action="store_true", help="list the files with their teams, without checking"
    )
    command.add_argument(
        "--changed-since", metavar="REF", help="only check teams changed on this branch (git)"
    )
    command.add_argument(
        "--warn-before", metavar="30d", help="warn of bans and rotations within this time"
    )
    add_report_arguments(command)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The text of the report and the exit code; raises CommandError."""
    if options.list:
        return printable(files_with_teams(_discover(options).groups)), LEGAL
    if options.diff:
        return _corrections(options)
    reports = wanted_reports(options)
    discovery = _discover_teams(options)
    if options.fix:
        corrections, code = _corrections(options)
        if code == INVALID or STDIN in options.paths:
            return corrections, code
        sys.stderr.write(corrections)
        discovery = _discover_teams(options)
    file = options.baseline or discovery.baseline
    if options.write_baseline:
        return _write_baseline(file, _check_teams(options, discovery)), LEGAL
    if file and not options.baseline and not Path(file).exists():
        raise CommandError(f"baseline: There is no {file}; `--write-baseline` writes it.")
    with_documents = not WITH_DOCUMENTS.isdisjoint(reports)
    teams = _check_teams(options, discovery, with_documents=with_documents)
    if file:
        is_whole = _is_whole(options, discovery)
        teams = _with_baseline(teams, Path(file), discovery.settings, is_whole=is_whole)
    text = ""
    for name, target in reports.items():
        show = show_of(options, is_printed=target is None)
        report = _report(name, teams, discovery, show)
        if target is None:
            text = report
        else:
            write_text(target, report)
    code = exit_code(teams)
    return text, LEGAL if options.exit_zero and code == ILLEGAL else code


def _discover_teams(options: argparse.Namespace) -> Discovery:
    """The files and teams named by the options; raises CommandError."""
    discovery = _discover(options)
    all_settings = [discovery.settings, *(group.settings for group in discovery.groups)]
    if not any(settings.format or settings.house for settings in all_settings):
        raise CommandError(NO_FORMAT)
    if discovery.settings.format or discovery.settings.house:
        play_format_of(discovery.settings)
    return discovery


def _discover(options: argparse.Namespace) -> Discovery:
    _check_paths(options.paths)
    return discover(options.paths, settings_of(options), options.config, list(_outputs(options)))


def _check_paths(paths: Sequence[str]) -> None:
    """Raise CommandError if a file or folder does not exist."""
    for path in paths:
        if path != STDIN and not is_link(path):
            with file_errors(path):
                os.lstat(path)


def _outputs(options: argparse.Namespace) -> Iterator[str]:
    """The files that the run writes, or wrote before."""
    for report in options.report or []:
        yield report.partition("=")[2]
    yield from filter(None, [options.baseline])


def _check_teams(
    options: argparse.Namespace, discovery: Discovery, *, with_documents: bool = False
) -> tuple[CheckedTeam, ...]:
    """Every team of the discovery, with allowances applied; raises CommandError.

    For a single team whose files were named, a wrong question or address is raised as
    CommandError instead of being reported.
    """
    demand = Demand(
        today(), with_documents, _changed_files(options, discovery), _warn_before(options)
    )
    teams = check_all(discovery, demand)
    # Addresses are part of the question, unlike the content of files.
    of_question = [team.is_usage_error or any(map(is_link, team.files)) for team in teams]
    if discovery.is_one_team and any(of_question) and (problem := teams[0].problem):
        raise CommandError(problem)
    if not teams and demand.changed is None:
        places = ["this folder" if path == "." else path for path in options.paths]
        raise CommandError(f"No decklists in {', '.join(places)}.")
    return teams


def exit_code(teams: Iterable[CheckedTeam]) -> int:
    """2 if a question was invalid, 1 if any team fails, else 0."""
    states = [(team.is_usage_error, team.fails) for team in teams]
    if any(is_usage_error for is_usage_error, _ in states):
        return INVALID
    return ILLEGAL if any(fails for _, fails in states) else LEGAL


def _report(
    name: str,
    teams: tuple[CheckedTeam, ...],
    discovery: Discovery,
    show: Show,
) -> str:
    as_of = _day_in_words({group.settings.as_of for group in discovery.groups})
    facts = ""
    if name != "text":  # the text does not show the fingerprint, which takes time
        facts = fingerprint(catalogue())
    return REPORTS[name](Run(teams, __version__, facts, as_of, show))


def _day_in_words(days: set[datetime.date | None]) -> str:
    """The day of the run in words; empty if its folders have different days."""
    if len(days) > 1:
        return ""
    day = next(iter(days), None)
    return f"as of {day or today()}" + ("" if day else f" ({TODAY})")


def _corrections(options: argparse.Namespace) -> tuple[str, int]:
    from headjudge.cli import fixes

    return fixes.fix(options)


def _write_baseline(file: str | None, teams: tuple[CheckedTeam, ...]) -> str:
    from headjudge.cli.findings import baselines

    return printable([baselines.renew(file, teams)])


def _with_baseline(
    teams: tuple[CheckedTeam, ...], file: Path, settings: Settings, *, is_whole: bool
) -> tuple[CheckedTeam, ...]:
    """The teams with the baseline's faults marked as known; tells which teams are gone."""
    from headjudge.cli.findings import baselines

    baseline = baselines.read(file)
    for name in baseline.absent(teams) if is_whole else ():
        tell(f"{file} holds faults of {name}, and there is no such team any more.")
    applied = baselines.apply(teams, baseline)
    return tuple(team.with_findings([*weigh(team.findings, settings)]) for team in applied)


def _is_whole(options: argparse.Namespace, discovery: Discovery) -> bool:
    """Whether every team in the configuration's folder is checked."""
    root = discovery.root.resolve()
    folders = [Path(path) for path in options.paths if path != STDIN]
    return options.changed_since is None and any(
        root.is_relative_to(folder.resolve()) for folder in folders
    )


def _changed_files(options: argparse.Namespace, discovery: Discovery) -> frozenset[Path] | None:
    if options.changed_since is None:
        return None
    from headjudge.cli.teams import git

    changed = git.changed_since(options.changed_since, discovery.root)
    # A changed baseline may affect the result of any team.
    baseline = options.baseline or discovery.baseline
    return None if baseline and Path(baseline).resolve() in changed else changed


def _warn_before(options: argparse.Namespace) -> datetime.timedelta | None:
    if options.warn_before is None:
        return None
    from headjudge.cli.findings import forecast

    with name_option("--warn-before"):
        return forecast.read_span(options.warn_before)
