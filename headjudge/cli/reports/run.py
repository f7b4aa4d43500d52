"""The input of all reports: a run over teams, with a verdict on each."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from pathlib import PurePath
from typing import NamedTuple

from headjudge.cli.files import is_link
from headjudge.cli.findings.finding import (
    CANNOT_BE_READ,
    CheckedTeam,
    Finding,
    Level,
    Spot,
    State,
)
from headjudge.cli.reports.source import name_in
from messages import say_count, say_list, say_short_list
from validator.rules import VIOLATIONS

POLICY_DIFFERS = "policy-differs"
VIOLATIONS_FOUND = ("{number} violation", "{number} violations")


class Verdict(StrEnum):
    """The verdict of a run on a team."""

    LEGAL = "legal"
    TOLERATED = "tolerated"
    """Not legal, but all faults are allowed or known."""
    REFUSED = "refused"
    """Legal, but a notice fails the run."""
    NOT_LEGAL = "not legal"
    UNREADABLE = "cannot be read"


class Show(NamedTuple):
    """The verbosity of the text report."""

    colour: bool = False
    """Whether to use terminal colors."""
    with_details: bool = False
    """Whether to show the lines of findings, further places, and rules."""


PLAIN = Show()
DETAILED = Show(with_details=True)


class Run:
    """The teams of a run in order, and the versions they were judged by."""

    def __init__(
        self,
        teams: tuple[CheckedTeam, ...],
        version: str,
        fingerprint: str,
        as_of: str = "",
        show: Show = PLAIN,
    ) -> None:
        self.teams = teams
        self.version = version
        """Of Headjudge."""
        self.fingerprint = fingerprint
        """Of the facts, as in a report's ruleset."""
        self.as_of = as_of
        """The day in words: `as of 2026-11-21`, with a remark if needed; empty if there is none."""
        self.show = show

    def showing(self, show: Show) -> "Run":
        """The same run, shown otherwise."""
        return Run(self.teams, self.version, self.fingerprint, self.as_of, show)

    @property
    def fails(self) -> bool:
        """Whether any team fails the run."""
        return any(team.fails for team in self.teams)

    @cached_property
    def common(self) -> tuple[Finding, ...]:
        """Notices without a place shared by all teams, which the text report prints only once."""
        teams = [team for team in self.teams if team.problem is None]
        if len(teams) < 2:
            return ()
        shared = set.intersection(*({*map(_content, team.findings)} for team in teams))
        return tuple(
            finding
            for finding in teams[0].findings
            if not finding.spots
            and finding.level is not Level.ERROR
            and finding.code != POLICY_DIFFERS
            and _content(finding) in shared
        )

    @cached_property
    def of_all(self) -> tuple[Finding, ...]:
        """What the text says once for the whole run."""
        with_other_rule = [
            team.name for team in self.teams if any(map(_is_of_policy, team.findings))
        ]
        if len(with_other_rule) < 2:
            return self.common
        message = (
            f"{say_count(len(with_other_rule), '{number} team', '{number} teams')} would be refused"
            " under the tournament rules of the day, by which no two decks of a team hold the same"
            f" card: {say_short_list(with_other_rule)}."
        )
        fix = '`policy = "tournament"` applies them, `ignore = ["policy-differs"]` ends this.'
        return (*self.common, Finding(POLICY_DIFFERS, Level.WARNING, message, fix=fix))

    @property
    def findings(self) -> Iterator[tuple[CheckedTeam, Finding]]:
        """The findings that count, team by team, without the common ones."""
        for team in self.teams:
            for finding in self.findings_of(team):
                yield team, finding

    def findings_of(self, team: CheckedTeam) -> tuple[Finding, ...]:
        """The team's findings that count, without the common ones."""
        once = (*self.common, *filter(_is_of_policy, team.findings))
        is_once = {each.code for each in self.of_all}.union(each.code for each in self.common)
        return tuple(
            finding
            for finding in team.findings
            if finding.state is State.NEW and not (finding in once and finding.code in is_once)
        )

    @property
    def summary(self) -> str:
        """The run in one line: `3 teams: 2 legal, 1 not legal (2 violations)`."""
        verdicts = Counter(map(verdict, self.teams))
        if not verdicts:
            return "no team was changed"
        number = sum(len(violations(team)) for team in self.teams)
        details = {Verdict.NOT_LEGAL: f" ({say_count(number, *VIOLATIONS_FOUND)})"}
        counts = [
            f"{verdicts[kind]} {kind}{details.get(kind, '')}" for kind in Verdict if verdicts[kind]
        ]
        states = Counter(finding.state for team in self.teams for finding in team.findings)
        tolerated = [
            f"{states[state]} {state}" for state in (State.ALLOWED, State.KNOWN) if states[state]
        ]
        return (
            f"{say_count(verdicts.total(), '{number} team', '{number} teams')}: {', '.join(counts)}"
            + f"; not counted: {', '.join(tolerated)}" * bool(tolerated)
        )


def verdict(team: CheckedTeam) -> Verdict:
    """The verdict of the run on the team."""
    if team.problem is not None and team.fails:
        return Verdict.UNREADABLE
    if violations(team):
        return Verdict.NOT_LEGAL
    if team.fails:
        return Verdict.REFUSED
    tolerated = any(finding.level is Level.ERROR for finding in team.findings)
    return Verdict.TOLERATED if tolerated else Verdict.LEGAL


def verdict_in_words(team: CheckedTeam) -> str:
    """The verdict with the number of faults: `not legal, 2 violations`."""
    outcome = verdict(team)
    errors = [finding for finding in team.findings if finding.level is Level.ERROR]
    if outcome is Verdict.NOT_LEGAL:
        return f"{outcome}, {say_count(len(violations(team)), *VIOLATIONS_FOUND)}"
    if outcome is Verdict.REFUSED:
        failing = sum(finding.fails for finding in errors)
        return f"{outcome}, {say_count(failing, '{number} error', '{number} errors')}"
    if outcome is Verdict.TOLERATED:
        return f"{outcome}, {say_count(len(errors), *VIOLATIONS_FOUND)}"
    return outcome.value


def violations(team: CheckedTeam) -> tuple[Finding, ...]:
    """The violations that fail the run."""
    return tuple(
        finding for finding in team.findings if finding.fails and finding.code in VIOLATIONS
    )


def accepted_counts(team: CheckedTeam) -> Iterator[str]:
    """The numbers of allowed and of known findings: `allowed: 1 banned-card, 2 not-legal`."""
    for state in (State.ALLOWED, State.KNOWN):
        codes = Counter(finding.code for finding in team.findings if finding.state is state)
        if codes:
            yield f"{state}: {', '.join(f'{count} {code}' for code, count in codes.items())}"


def with_fingerprints(team: CheckedTeam) -> Iterator[tuple[Finding, str]]:
    """The findings with unique fingerprints: equal ones are numbered."""
    counts: Counter[str] = Counter()
    for finding in team.findings:
        fingerprint = finding.fingerprint(team.name)
        counts[fingerprint] += 1
        yield finding, f"{fingerprint}:{counts[fingerprint]}"


def first_spot(team: CheckedTeam, finding: Finding) -> Spot:
    """The place shown for the finding: its first, else the team's first file or folder."""
    return next(iter((*finding.spots, *map(Spot, team.files), Spot(team.name))))


def further_spots(finding: Finding) -> tuple[Spot, ...]:
    """The further places of a finding, without repeated lines."""
    by_line: dict[str, Spot] = {}
    for spot in finding.spots:
        by_line.setdefault(location(spot), spot)
    return tuple(by_line.values())[1:]


def posix(file: str) -> str:
    """The path with slashes, on every system; links are unchanged."""
    return file if is_link(file) else PurePath(file).as_posix()


def location(spot: Spot) -> str:
    """`decks/ann.txt:3`, or just the file."""
    return posix(spot.file) if spot.line is None else f"{posix(spot.file)}:{spot.line}"


def column(spot: Spot, card: str | None) -> int | None:
    """The column of the card's name in its line, from 1; None if there is no line."""
    return name_in(spot.text, card).start + 1 if spot.line and spot.text else None


def spot_position(spot: Spot, card: str | None) -> str:
    """`decks/ann.txt:3:5`, in compiler style."""
    place = column(spot, card)
    return f"{location(spot)}:{place}" if place else location(spot)


def level_in_words(finding: Finding) -> str:
    """`warning: `; empty for codes that are always errors."""
    return "" if finding.code in (*VIOLATIONS, CANNOT_BE_READ) else f"{finding.level}: "


def elsewhere(finding: Finding) -> list[str]:
    """The further places of a finding by file: `b.txt:4`, `c.txt lines 3, 26-35`."""
    by_file: dict[str, list[int]] = {}
    for spot in further_spots(finding):
        by_file.setdefault(posix(spot.file), []).extend([spot.line] if spot.line else [])
    return [
        f"{file} lines {_ranges(sorted(lines))}"
        if lines[1:]
        else ":".join([file, *map(str, lines)])
        for file, lines in by_file.items()
    ]


def _ranges(lines: list[int]) -> str:
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    return ", ".join(f"{run[0]}-{run[-1]}" if run[1:] else str(run[0]) for run in runs)


def sentence(finding: Finding) -> str:
    """The message without its file, which is shown beside it."""
    message = finding.message
    files = {spot.file for spot in finding.spots}
    if len(files) == 1:
        file = finding.spots[0].file
        message = message.replace(f" of {file} ", " ", 1)
        if message.startswith(f"{file} "):
            message = f"It{message.removeprefix(file)}"
    return message


def _is_of_policy(finding: Finding) -> bool:
    return (
        finding.code == POLICY_DIFFERS
        and finding.level is not Level.ERROR
        and finding.state is State.NEW
    )


def in_one_line(finding: Finding) -> str:
    """The message with what mends it, and the further places."""
    message = sentence(finding)
    if finding.suggestions:
        titles = say_list(finding.suggestions, "or")
        message = f"{message.removesuffix('.')}; did you mean {titles}?"
    elif finding.fix:
        message = f"{message} {finding.fix}"
    if more := elsewhere(finding):
        message += f" Also in {say_short_list(more)}."
    return message


def _content(finding: Finding) -> tuple[str, Level, str]:
    return finding.code, finding.level, finding.message
