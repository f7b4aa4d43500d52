"""`headjudge check`: judge the decks of one team, or of a whole repository."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cards import catalogue
from headjudge import __version__
from headjudge.cli import git
from headjudge.cli.configuration import FOREIGN, HIDDEN, Settings, play_format_of
from headjudge.cli.discovery import Discovery, discover, files_with_teams, named_decks
from headjudge.cli.errors import ILLEGAL, INVALID, LEGAL, CommandError, file_errors
from headjudge.cli.files import (
    STDIN,
    AtCommit,
    absolute,
    is_device,
    is_link,
    short_path,
    write_text,
)
from headjudge.cli.findings import CheckedTeam, FilePlace, Finding, warning
from headjudge.cli.judging import RunOptions, check_all, is_wanted, read_span, weigh
from headjudge.cli.options import (
    NO_FORMAT,
    TODAY,
    add_event_arguments,
    name_option,
    settings_of,
    today,
)
from headjudge.cli.output import has_colour, printable, tell
from headjudge.cli.reports import Run, Show, text_report
from messages import say_count
from validator import questions
from validator.case import default_policy
from validator.fingerprint import fingerprint

EPILOG = """\
As many files as a team has players are one team. In a folder the teams are
each file with several lists; name.a.txt and name.b.txt; and the other files.
headjudge.toml says which files are decks, and what has no option here (teams,
folders, pools, house rules); `headjudge init` writes it.

exit status: 0 every team may play its decks; 1 some may not, or a deck cannot
be read; 2 wrong usage (no such path, no such format, no team at all...).
"""


def _of_ci(name: str) -> Reporter:
    def report(run: Run) -> str:
        from headjudge.cli import ci_reports  # on use: the text report needs no library for XML

        return ci_reports.REPORTS[name](run)

    return report


Reporter = Callable[[Run], str]

REPORTS: Mapping[str, Reporter] = {
    "text": text_report,
    **{name: _of_ci(name) for name in ("json", "github", "gitlab", "junit", "sarif", "markdown")},
}
"""Each report by its name."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge check`."""
    command.description = "Check the decks of teams, in files or folders."
    command.usage = "headjudge check [OPTION ...] [PATH ...]"
    command.epilog = EPILOG
    add_event_arguments(command)
    command.add_argument(
        "--isolated", action="store_true", help="ignore the repository's files but those named"
    )
    command.add_argument(
        "--changed-since", metavar="REF", help="only teams that the branch changes (git)"
    )
    command.add_argument(
        "--warn-before", metavar="30d", help="warn of bans and rotations within this time"
    )
    command.add_argument("--fix", action="store_true", help="first correct what is certain")
    instead = command.add_mutually_exclusive_group()
    instead.add_argument("--diff", action="store_true", help="only print what --fix would change")
    instead.add_argument(
        "--write-baseline", action="store_true", help="record the present faults as known"
    )
    instead.add_argument("--list", action="store_true", help="list the files and their teams")
    instead.add_argument(
        "--show-settings", action="store_true", help="print the settings in force, as TOML"
    )
    _add_report_arguments(command)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The text of the report and the exit code; raises CommandError."""
    reports = _wanted_reports(options)
    if options.list:
        return printable(files_with_teams(_discover(options))), LEGAL
    if options.show_settings:
        return printable(_settings_lines(_discover(options))), LEGAL
    if (options.fix or options.diff) and STDIN in options.paths and options.paths != [STDIN]:
        raise CommandError("Standard input is corrected on its own: name no other files.")
    discovery = _discover(options) if options.diff else _discover_teams(options)
    changes = _changes(options, discovery)
    if options.diff:
        return _correct(discovery, changes, only_diff=True)
    if options.fix:
        corrections, code = _correct(discovery, changes)
        if code == INVALID or STDIN in options.paths:
            return corrections, code
        sys.stderr.write(corrections)
        discovery = _discover_teams(options)
    if options.write_baseline:
        teams = _check_teams(options, discovery, changes)
        return _write_baseline(discovery, teams, is_whole=_is_whole(options, discovery))
    teams = _check_teams(options, discovery, changes, with_documents="json" in reports)
    if file := discovery.rules.baseline:
        is_whole = _is_whole(options, discovery)
        teams = _with_baseline(teams, file, discovery.settings, is_whole=is_whole)
    of_run = [*weigh(_gone(options, discovery), discovery.settings)]
    text = ""
    for name, target in reports.items():
        is_coloured = target is None and has_colour()
        show = Show(is_coloured, with_details=options.verbose)
        report = _report(name, teams, of_run, discovery, show)
        if target is None:
            text = report
        else:
            write_text(target, report, is_appended=_is_of_step(target))
    return text, exit_code(teams, of_run)


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
    return discover(
        options.paths,
        settings_of(options),
        options.config,
        [report.partition("=")[2] for report in options.report or []],
        isolated=options.isolated,
    )


def _check_paths(paths: Sequence[str]) -> None:
    """Raise CommandError if a file or folder does not exist."""
    for path in paths:
        if path != STDIN and not is_link(path):
            with file_errors(path):
                os.lstat(path)


def _settings_lines(discovery: Discovery) -> Iterator[str]:
    """The settings in force, in the syntax of the configuration."""
    rules, settings = discovery.rules, discovery.settings
    yield f"# {rules.file or 'no headjudge.toml'}"
    structure = settings.structure or questions.DEFAULT_STRUCTURE
    policy = settings.policy
    if policy is None and settings.format:
        play_format = play_format_of(settings)
        structure = str(questions.structure_at(play_format, settings.structure))
        policy = default_policy(play_format, structure)
    values = {
        "format": settings.format,
        "as_of": str(settings.as_of or today()),
        "structure": structure,
        "policy": policy,
        "include": list(rules.include),
        "exclude": [*HIDDEN, *FOREIGN, *rules.exclude],
        "baseline": rules.baseline,
        "allow_comments": rules.allow_comments,
    }
    for key, value in values.items():
        if value is not None:
            yield f"{key} = {json.dumps(value, ensure_ascii=False)}"
    for path, inner in rules.folders:
        yield ""
        yield "[[folder]]"
        yield f"path = {json.dumps(path, ensure_ascii=False)}"
        for key, value in inner._asdict().items():
            if value is not None and key != "sources":
                yield f"{key} = {json.dumps(value, ensure_ascii=False, default=str)}"


def _check_teams(
    options: argparse.Namespace,
    discovery: Discovery,
    changes: git.Changes | None,
    *,
    with_documents: bool = False,
) -> tuple[CheckedTeam, ...]:
    """Every team of the discovery, with allowances applied; raises CommandError.

    For a single team whose files were named, a wrong question or address is raised as
    CommandError instead of being reported.
    """
    with name_option("--warn-before"):
        span = read_span(options.warn_before) if options.warn_before is not None else None
    run_options = RunOptions(today(), with_documents, changes, span, discovery.rules.allow_comments)
    teams = check_all(discovery, run_options)
    # Addresses are part of the question, unlike the content of files.
    of_question = [team.is_usage_error or any(map(is_link, team.files)) for team in teams]
    if discovery.is_one_team and any(of_question) and (problem := teams[0].problem):
        raise CommandError(problem)
    if not discovery.groups or (not teams and changes is None):
        places = ["this folder" if path == "." else path for path in options.paths]
        raise CommandError(
            f"There is no team in {', '.join(places)}: no file matches `include`"
            " (`headjudge check --show-settings`)."
        )
    return teams


def exit_code(teams: Iterable[CheckedTeam], of_run: Iterable[Finding] = ()) -> int:
    """2 if a question was invalid, 1 if any team or a finding of the run itself fails, else 0."""
    states = [(team.is_usage_error, team.fails) for team in teams]
    if any(is_usage_error for is_usage_error, _ in states):
        return INVALID
    fails = [fails for _, fails in states] + [finding.fails for finding in of_run]
    return ILLEGAL if any(fails) else LEGAL


def _report(
    name: str,
    teams: tuple[CheckedTeam, ...],
    of_run: Sequence[Finding],
    discovery: Discovery,
    show: Show,
) -> str:
    as_of = _day_in_words({group.settings.as_of for group in discovery.groups})
    # The text does not show the fingerprint, which takes time.
    facts = "" if name == "text" else fingerprint(catalogue())
    return REPORTS[name](Run(teams, __version__, facts, as_of, show, tuple(of_run)))


def _day_in_words(days: set[datetime.date | None]) -> str:
    """The day of the run in words; empty if its folders have different days."""
    if len(days) > 1:
        return ""
    day = next(iter(days), None)
    return f"as of {day or today()}" + ("" if day else f" ({TODAY})")


def _correct(
    discovery: Discovery, changes: git.Changes | None, *, only_diff: bool = False
) -> tuple[str, int]:
    from headjudge.cli import fixes  # most runs correct nothing

    teams = (team for team in discovery.teams() if is_wanted(team, changes))
    return fixes.correct(teams, only_diff=only_diff)


def _write_baseline(
    discovery: Discovery, teams: tuple[CheckedTeam, ...], *, is_whole: bool
) -> tuple[str, int]:
    """Write the file of known faults; teams that cannot be read are never known."""
    from headjudge.cli import baselines

    file = discovery.rules.baseline
    if isinstance(file, AtCommit):
        raise CommandError("--write-baseline: a baseline in a commit cannot be written.")
    lines = [baselines.renew(file, teams, is_whole=is_whole)]
    if file is None:
        lines.append(f'Write `baseline = "{baselines.FILE}"` into headjudge.toml.')
    unread = [team for team in teams if team.problem]
    lines += [f"{team.name} is not in it: {team.problem}" for team in unread]
    return printable(lines), ILLEGAL if unread else LEGAL


def _with_baseline(
    teams: tuple[CheckedTeam, ...], file: str, settings: Settings, *, is_whole: bool
) -> tuple[CheckedTeam, ...]:
    """The teams with the baseline's faults marked as known; tells which teams are gone."""
    from headjudge.cli import baselines

    baseline = baselines.read(file)
    for name in baseline.absent(teams) if is_whole else ():
        tell(f"{file} holds faults of {name}, a team that no longer exists.")
    applied = baselines.apply(teams, baseline)
    return tuple(team.with_findings([*weigh(team.findings, settings)]) for team in applied)


def _is_whole(options: argparse.Namespace, discovery: Discovery) -> bool:
    """Whether every team in the configuration's folder is checked."""
    root = discovery.root.resolve()
    folders = [Path(path) for path in options.paths if path != STDIN]
    return options.changed_since is None and any(
        root.is_relative_to(folder.resolve()) for folder in folders
    )


def _changes(options: argparse.Namespace, discovery: Discovery) -> git.Changes | None:
    """What the branch changed; None for everything, also if git cannot tell."""
    if options.changed_since is None:
        return None
    try:
        changes = git.changes_since(options.changed_since, discovery.root)
    except git.GitFault as error:
        tell(*error.args, "Every team is checked.")
        return None
    baseline = discovery.rules.baseline
    if baseline and os.path.lexists(baseline) and changes.touch([Path(baseline)]):
        return None  # it may affect the result of any team
    return changes


def _gone(options: argparse.Namespace, discovery: Discovery) -> Iterator[Finding]:
    """The decks that are gone since the commit which this run knows, as one finding."""
    commit = options.changed_since or discovery.rules.commit
    if commit is None:
        return
    try:
        present = (Path(name) for group in discovery.groups for name in group.files)
        gone = git.gone_since(commit, discovery.root, present)
    except git.GitFault:
        return
    places = [absolute(Path(path)) for path in options.paths]
    files = [
        short_path(path)
        for path in named_decks(discovery.rules, gone)
        if any(path.is_relative_to(place) for place in places)
    ]
    if files:
        count = say_count(len(files), "{number} deck is", "{number} decks are")
        message = f"{count} gone since {commit} and no longer judged."
        yield warning("deck-gone", message, *map(FilePlace, files))


def _add_report_arguments(command: argparse.ArgumentParser) -> None:
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


def _wanted_reports(options: argparse.Namespace) -> dict[str, str | None]:
    """The requested reports by name, each with its file; None is standard output."""
    reports: dict[str, str | None] = {}
    for text in options.report or ["text"]:
        name, _, target = text.partition("=")
        with name_option("--report"):
            questions.check_choice('There is no report "{text}".', name, tuple(REPORTS))
            if name in reports:
                raise questions.InvalidQuestion(f"{name} is requested twice.")
        if target and not _may_be_written(name, target):
            raise CommandError(
                f"--report: {target} exists and is not a {name} report of headjudge."
            )
        reports[name] = target or None
    if len({*reports.values()}) < len(reports):
        raise CommandError(
            "--report: only one report can be printed; name a file for each of the others."
        )
    return reports


def _is_of_step(target: str) -> bool:
    """Whether it is the summary of a step on GitHub, to which all its commands append."""
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    return summary is not None and os.path.abspath(target) == os.path.abspath(summary)


def _may_be_written(name: str, target: str) -> bool:
    """Whether a report replaces nothing but a former one: a deck may be named by mistake."""
    if is_device(target) or not os.path.isfile(target) or _is_of_step(target):
        return True
    from headjudge.cli import ci_reports  # on use, as above

    with file_errors(target):
        return ci_reports.is_report(name, Path(target).read_bytes())
