"""`headjudge check`: decks of one team or of a whole repository, to a verdict."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cards import catalogue
from headjudge import __version__
from headjudge.cli.errors import CannotBeAsked
from headjudge.cli.files import STDIN, write_text
from headjudge.cli.findings.finding import CheckedTeam
from headjudge.cli.options import TODAY, name_option, today
from headjudge.cli.output import tell
from headjudge.cli.reports import REPORTS, Run
from headjudge.cli.teams.event_arguments import add_event_arguments, settings_of
from headjudge.cli.teams.folders import shown
from headjudge.cli.teams.groups import Discovery, discover
from headjudge.cli.teams.judging import Checked, Demand, check_all, weigh
from headjudge.cli.teams.settings import Settings, play_format_of
from headjudge.cli.terminal import has_colour
from validator import questions
from validator.fingerprint import fingerprint

if TYPE_CHECKING:
    from headjudge.cli.findings.baselines import Baseline

LEGAL, ILLEGAL, CANNOT_BE_ASKED = 0, 1, 2
WITH_DOCUMENTS = frozenset({"json", "ndjson"})
"""Reports that hold those of the API."""
NO_FORMAT = (
    "--format: name the format that is played. `headjudge init` writes it into a headjudge.toml."
)

EPILOG = """\
PATHs are files and folders (.), and links (https://...), each of which is fetched as a file. Files
that are as many as a team has players are one team, in their order. In a folder these are teams: a
file of several lists; name.a.txt and name.b.txt; the other files, if they are as many as a team has
players. pool.txt and name.pool.txt are card pools.
headjudge.toml names teams and settings; options win over it. `headjudge init` writes one.

exit status: 0 every team may play its decks, 1 some may not, 2 something cannot be asked (no such
file, no such format, a file that is no text...), whatever else was found.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What `headjudge check` takes."""
    command.description = "Check the decks of teams: of files that are named, or of folders."
    command.epilog = EPILOG
    add_event_arguments(command)
    command.add_argument(
        "--baseline", metavar="FILE", help="known faults, which do not fail the run"
    )
    command.add_argument(
        "--locked", action="store_true", help="fail if the facts are others than headjudge.lock's"
    )
    command.add_argument(
        "--changed-since", metavar="REF", help="check the teams that a branch touches alone (git)"
    )
    command.add_argument(
        "--warn-before", metavar="30d", help="warn of bans and rotations that are known to come"
    )
    printed = command.add_argument_group("what is printed")
    printed.add_argument(
        "--report",
        action="append",
        metavar="NAME[=FILE]",
        help=f"{', '.join(REPORTS)}; may be repeated, with files (text)",
    )
    printed.add_argument(
        "--json", action="store_true", help="--report json: of one team what the API answers"
    )
    printed.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto", help="colours (%(default)s)"
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The text of the report and the exit code; raises CannotBeAsked."""
    wanted = _reports(options)
    found = found_teams(options)
    file = options.baseline or found.baseline
    if file and not options.baseline and not Path(file).exists():
        raise CannotBeAsked(f"baseline: There is no {file}; `headjudge baseline` writes it.")
    baseline = _baseline(file) if file else None
    with_documents = not WITH_DOCUMENTS.isdisjoint(wanted)
    teams = check_teams(options, found, with_documents=with_documents)
    if baseline:
        if _is_whole(options, found):
            _say_absent(teams, baseline)
        teams = _with_baseline(teams, baseline, found.settings)
    text = ""
    for name, target in wanted.items():
        coloured = target is None and has_colour(options.color)
        report = _report(name, teams, found, is_served=bool(options.server), colour=coloured)
        if target is None:
            text = report
        else:
            write_text(target, report)
    return text, exit_code(teams)


def found_teams(options: argparse.Namespace) -> Discovery:
    """What the options of `add_event_arguments` name; raises CannotBeAsked."""
    if options.facts and options.server:
        raise CannotBeAsked("--facts: a service judges by its own facts, not by these.")
    found = discover(options.paths or ["."], settings_of(options), options.config, options.pool)
    if getattr(options, "locked", False):
        if options.server:
            raise CannotBeAsked("--locked: a service judges by its own facts, not by these.")
        found = _with_lock(found)
    asked = [found.settings, *(group.settings for group in found.groups)]
    if not any(settings.format or settings.house for settings in asked):
        raise CannotBeAsked(NO_FORMAT)
    if found.settings.format or found.settings.house:
        play_format_of(found.settings)
    return found


def check_teams(
    options: argparse.Namespace, found: Discovery, *, with_documents: bool = False
) -> tuple[CheckedTeam, ...]:
    """Every team that was found, with what comments in its files allow; raises CannotBeAsked.

    Files that were left out are said on standard error. A single team whose files were named is
    not reported as one that cannot be asked about: CannotBeAsked says why.
    """
    if options.jobs is not None and options.jobs < 1:
        raise CannotBeAsked("--jobs: there must be one process at least.")
    demand = Demand(today(), with_documents, _changed_files(options, found), _warn_before(options))
    checked = (
        _of_server(options.server, found, demand)
        if options.server
        else check_all(found, demand, options.jobs)
    )
    for sentence in checked.skipped:
        tell(sentence)
    teams = checked.teams
    if found.is_one_team and teams and (problem := teams[0].problem):
        raise CannotBeAsked(problem)
    if not teams and demand.changed is None:
        places = ["this folder" if path == "." else path for path in options.paths or ["."]]
        raise CannotBeAsked(f"No decklists in {', '.join(places)}.")
    return teams


def _of_server(url: str, found: Discovery, demand: Demand) -> Checked:
    from headjudge.cli.teams import served as server  # it brings a client of HTTP

    if demand.warn_before:
        raise CannotBeAsked("--warn-before: a service cannot be asked for what is to come.")
    return server.check_all(url, found, demand)


def exit_code(teams: Iterable[CheckedTeam]) -> int:
    """2 where any team cannot be asked about, 1 where any fails, else 0."""
    states = [(team.problem is not None, team.fails) for team in teams]
    if any(is_problem for is_problem, _ in states):
        return CANNOT_BE_ASKED
    return ILLEGAL if any(fails for _, fails in states) else LEGAL


def _reports(options: argparse.Namespace) -> dict[str, str | None]:
    """The files to which reports are written, by the report's name; None is standard output."""
    names = options.report or []
    wanted: dict[str, str | None] = {}
    for text in [*names, *(["json"] if options.json else [])] or ["text"]:
        name, _, target = text.partition("=")
        with name_option("--report"):
            questions.check_known('There is no report "{text}".', name, tuple(REPORTS))
            if name in wanted:
                raise questions.CannotBeAsked(f"{name} is asked for twice.")
        wanted[name] = target or None
    if list(wanted.values()).count(None) > 1:
        raise CannotBeAsked("--report: one report is printed; name a file for the others.")
    return wanted


def _report(
    name: str,
    teams: tuple[CheckedTeam, ...],
    found: Discovery,
    *,
    is_served: bool = False,
    colour: bool = False,
) -> str:
    day = found.settings.as_of
    as_of = f"as of {day or today()}" + ("" if day else f" ({TODAY})")
    facts = ""
    if name != "text":  # which does not name the facts' fingerprint, and need not wait for it
        facts = _facts_served(teams) if is_served else fingerprint(catalogue())
    return REPORTS[name](Run(teams, __version__, facts, as_of, colour))


def _facts_served(teams: tuple[CheckedTeam, ...]) -> str:
    from headjudge.cli.teams import served as server

    return server.facts(teams)


def _baseline(file: str) -> Baseline:
    from headjudge.cli.findings import baselines

    return baselines.read(Path(file))


def _with_baseline(
    teams: tuple[CheckedTeam, ...], baseline: Baseline, settings: Settings
) -> tuple[CheckedTeam, ...]:
    from headjudge.cli.findings import baselines

    applied = baselines.apply(teams, baseline)
    return tuple(team.with_findings([*weigh(team.findings, settings)]) for team in applied)


def _is_whole(options: argparse.Namespace, found: Discovery) -> bool:
    """Whether every team of the configuration's folder is checked."""
    root = found.root.resolve()
    folders = [Path(path) for path in options.paths or ["."] if path != STDIN]
    return options.changed_since is None and any(
        root.is_relative_to(folder.resolve()) for folder in folders
    )


def _say_absent(teams: tuple[CheckedTeam, ...], baseline: Baseline) -> None:
    from headjudge.cli.findings import baselines

    for name in baselines.absent(teams, baseline):
        sentence = f"{baseline.file} holds faults of {name}, and there is no such team any more."
        tell(sentence)


def _with_lock(found: Discovery) -> Discovery:
    """What was found, on the day of the lock where no other is said; CannotBeAsked where the facts
    are others than the lock's."""
    from headjudge.cli.findings import locks

    path = Path(shown(found.root / locks.FILE))
    if differs := locks.check(path):
        raise CannotBeAsked(differs)
    day = locks.read(path).as_of
    return found.at(day) if day and found.settings.as_of is None else found


def _changed_files(options: argparse.Namespace, found: Discovery) -> frozenset[Path] | None:
    if getattr(options, "changed_since", None) is None:
        return None
    from headjudge.cli.findings import locks
    from headjudge.cli.teams import git

    changed = git.changed_since(options.changed_since, found.root)
    # Other facts, or other known faults, may answer otherwise for every team.
    of_all = [found.root / locks.FILE, *filter(None, [options.baseline or found.baseline])]
    return None if any(Path(one).resolve() in changed for one in of_all) else changed


def _warn_before(options: argparse.Namespace) -> datetime.timedelta | None:
    if getattr(options, "warn_before", None) is None:
        return None
    from headjudge.cli.findings import forecast

    with name_option("--warn-before"):
        return forecast.read_span(options.warn_before)
