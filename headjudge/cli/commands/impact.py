"""`headjudge impact`: the teams affected by a banlist change or rotation."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from headjudge.cli.errors import CommandError
from headjudge.cli.options import days_in_order, name_option
from headjudge.cli.output import tell
from headjudge.cli.teams.event_arguments import (
    NO_FORMAT,
    add_change_arguments,
    add_team_arguments,
    settings_of,
)
from headjudge.cli.teams.groups import Discovery, discover
from headjudge.cli.teams.settings import event_of
from headjudge.cli.teams.teams import Team, resolve
from headjudge.cli.terminal import answer_text, format_changes, violation_lines
from messages import say_count
from validator import questions
from validator.impact import Impact, Impacts, impacts
from validator.impact import Team as ImpactTeam

EPILOG = """\
The format is a Constructed one. Teams that play it are judged as of FROM and as of TO. In files and
folders, teams are found as by `headjudge check`.

A line with + is a fault that the team has on TO but not on FROM; one with - is the reverse.

exit status: 0 no team is affected; 1 some are, or files cannot be read as a team; 2 wrong usage (no
such file, no such format, named files that are no whole team...).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `headjudge impact`."""
    command.description = "Show which teams a banlist change or a rotation affects, and how."
    command.epilog = EPILOG
    command.add_argument(
        "paths", nargs="*", default=["."], metavar="PATH", help="files and folders of decklists (.)"
    )
    add_change_arguments(command)
    add_team_arguments(command)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """The answer's text and the exit code (0 none affected, 1 some); raises CommandError."""
    if not options.between:
        raise CommandError("--between: name the day before the change and the day after it.")
    from_, to = days_in_order("--between", *options.between)
    discovery = discover(
        options.paths,
        settings_of(options, ("format", "structure", "policy", "team_size")),
        options.config,
    )
    settings = discovery.settings._replace(as_of=from_, house=None)
    if not settings.format:
        raise CommandError(NO_FORMAT)
    with name_option("--format"):
        questions.find_constructed_format(settings.format)
    event = event_of(settings, from_)
    teams, faults = _teams(options.paths, discovery, event.format)
    tell(*faults)
    result = impacts(
        event, to, [ImpactTeam(event._replace(team=team.name), team.decks) for team in teams]
    )
    text = answer_text(options, result.as_dict(), _lines(result, teams))
    return text, 1 if result.touched or faults else 0


def _teams(
    paths: Sequence[str], discovery: Discovery, play_format: str
) -> tuple[list[Team], list[str]]:
    """The readable teams that play the format, and the faults of others in folders.

    CommandError if there are none, or if files that were named are unreadable.
    """
    teams = [
        team
        for group in discovery.groups
        for team in resolve(group).teams
        if team.settings.format == play_format
    ]
    if not teams:
        raise CommandError(f"No decklists in {', '.join(paths)}.")
    readable, faults = list[Team](), list[str]()
    for team in teams:
        fault = team.fault or _size_fault(team)
        if fault is None:
            readable.append(team)
        elif team.root is None:
            raise CommandError(fault)
        else:
            faults.append(fault)
    if not readable:
        raise CommandError(faults[0])
    return readable, faults


def _size_fault(team: Team) -> str | None:
    """Why the team has another size than its structure allows; None if it has not."""
    if len(team.decks) in team.settings.sizes:
        return None
    players = " or ".join(map(str, team.settings.sizes))
    lists = say_count(len(team.decks), "{number} list", "{number} lists")
    return f"{team.name} is no whole team: {lists}, and a team has {players} players."


def _lines(impacts: Impacts, teams: Sequence[Team]) -> Iterator[str]:
    event = impacts.event
    question = f"{event.format}, {event.structure}, {event.policy}"
    yield (
        f"{impacts.touched} of {say_count(len(teams), '{number} team', '{number} teams')} touched:"
        f" {question}, from {event.as_of} to {impacts.to}"
    )
    yield from format_changes(impacts.changes)
    for team, result in zip(teams, impacts.teams, strict=True):
        if result.impact.touched:
            yield ""
            yield from _team(team, result.impact)


def _team(team: Team, impact: Impact) -> Iterator[str]:
    verdicts = [_verdict(impact.before), _verdict(impact.after)]
    yield f"{team.name}: {verdicts[0]} before, {verdicts[1]} after"
    for violation in impact.appearing:
        first, *others = violation_lines(violation, team.deck_names)
        yield f"  + {first}"
        yield from (f"  {line}" for line in others)
    for violation in impact.going:
        yield f"  - {next(violation_lines(violation, team.deck_names))}"
    for cause in impact.causes:
        about = f"{cause.card} in {cause.where}" if cause.card else cause.where
        source = f" ({cause.source})" if cause.source else ""
        yield f"  because of {about}, {cause.day}: {cause.words}{source}"


def _verdict(legal: bool) -> str:
    return "legal" if legal else "not legal"
