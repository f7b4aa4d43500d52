"""What every report tells about: a run over teams, and its verdict on each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import PurePath

from headjudge.cli.files import is_link
from headjudge.cli.findings.finding import CheckedTeam, Finding, Level, Spot, State
from messages import counted
from validator.rules import VIOLATIONS

VIOLATIONS_FOUND = ("{number} violation", "{number} violations")
CANNOT_BE_READ = "cannot-be-read"
"""The code that reports give to a team that could not be asked about."""


class Verdict(StrEnum):
    """What a run says of a team."""

    LEGAL = "legal"
    TOLERATED = "tolerated"
    """Not legal, but every fault is allowed or known."""
    REFUSED = "refused"
    """Legal, but there is a notice that fails the run."""
    NOT_LEGAL = "not legal"
    UNREADABLE = "cannot be read"


@dataclass(frozen=True)
class Run:
    """The teams of a run in their order, and what they were judged by."""

    teams: tuple[CheckedTeam, ...]
    version: str
    """Of Headjudge."""
    fingerprint: str
    """Of the facts, as in a report's ruleset."""
    as_of: str = ""
    """The day in words: `as of 2026-11-21`, with what is to say of it; empty for none."""
    colour: bool = False
    """Whether the text goes to a terminal that shows colours."""

    @property
    def fails(self) -> bool:
        """Whether any team fails the run."""
        return any(team.fails for team in self.teams)

    @cached_property
    def common(self) -> tuple[Finding, ...]:
        """The notices without a place that all teams have, which text for people says once."""
        asked = [team for team in self.teams if team.problem is None]
        if len(asked) < 2:
            return ()
        shared = set.intersection(*({*map(_words, team.findings)} for team in asked))
        return tuple(one for one in asked[0].findings if _is_general(one, shared))

    def own(self, team: CheckedTeam) -> tuple[Finding, ...]:
        """The team's findings that count, without the common ones."""
        return tuple(
            finding
            for finding in team.findings
            if finding.state is State.NEW and finding not in self.common
        )

    @property
    def summary(self) -> str:
        """The run in a line: `3 teams: 2 legal, 1 not legal (2 violations)`."""
        if not self.teams:
            return "no teams to check"
        verdicts = Counter(map(verdict, self.teams))
        said = [
            f"{verdicts[one]} {one}" + self._of_verdict(one) for one in Verdict if verdicts[one]
        ]
        states = Counter(finding.state for team in self.teams for finding in team.findings)
        passed = [f"{states[one]} {one}" for one in (State.ALLOWED, State.KNOWN) if states[one]]
        return (
            f"{counted(len(self.teams), '{number} team', '{number} teams')}: {', '.join(said)}"
            + f"; not counted: {', '.join(passed)}" * bool(passed)
        )

    def _of_verdict(self, which: Verdict) -> str:
        if which is not Verdict.NOT_LEGAL:
            return ""
        found = sum(len(violations(team)) for team in self.teams)
        return f" ({counted(found, *VIOLATIONS_FOUND)})"


def verdict(team: CheckedTeam) -> Verdict:
    """What the run says of the team."""
    if team.problem is not None:
        return Verdict.UNREADABLE
    if violations(team):
        return Verdict.NOT_LEGAL
    if team.fails:
        return Verdict.REFUSED
    tolerated = any(finding.level is Level.ERROR for finding in team.findings)
    return Verdict.TOLERATED if tolerated else Verdict.LEGAL


def verdict_in_words(team: CheckedTeam) -> str:
    """The verdict with the number of faults that it rests on: `not legal, 2 violations`."""
    said = verdict(team)
    errors = [finding for finding in team.findings if finding.level is Level.ERROR]
    if said is Verdict.NOT_LEGAL:
        return f"{said}, {counted(len(violations(team)), *VIOLATIONS_FOUND)}"
    if said is Verdict.REFUSED:
        failing = sum(finding.fails for finding in errors)
        return f"{said}, {counted(failing, '{number} error', '{number} errors')}"
    if said is Verdict.TOLERATED:
        return f"{said}, {counted(len(errors), *VIOLATIONS_FOUND)}"
    return said.value


def violations(team: CheckedTeam) -> tuple[Finding, ...]:
    """The violations that fail the run."""
    return tuple(one for one in team.findings if one.fails and one.code in VIOLATIONS)


def passed_over(team: CheckedTeam) -> Iterator[str]:
    """What is allowed and what is known, a line each: `allowed: 1 banned-card, 2 not-legal`."""
    for state in (State.ALLOWED, State.KNOWN):
        codes = Counter(finding.code for finding in team.findings if finding.state is state)
        if codes:
            yield f"{state}: {', '.join(f'{count} {code}' for code, count in codes.items())}"


def with_fingerprints(team: CheckedTeam) -> Iterator[tuple[Finding, str]]:
    """The findings, each with a fingerprint of its own: equal ones are numbered."""
    seen: Counter[str] = Counter()
    for finding in team.findings:
        fingerprint = finding.fingerprint(team.name)
        seen[fingerprint] += 1
        yield finding, f"{fingerprint}:{seen[fingerprint]}"


def first_spot(team: CheckedTeam, finding: Finding | None = None) -> Spot | None:
    """Where a report shows the finding: its first place, else the team's first file.

    Without a finding it is the team's problem that is shown, at the file that it is about.
    """
    if finding and finding.spots:
        return finding.spots[0]
    if finding is None and team.unread:
        return Spot(team.unread)
    return Spot(team.files[0]) if team.files else None


def others(finding: Finding) -> tuple[Spot, ...]:
    """The further places of a finding, each line once."""
    by_line: dict[str, Spot] = {}
    for spot in finding.spots:
        by_line.setdefault(at(spot), spot)
    return tuple(by_line.values())[1:]


def posix(file: str) -> str:
    """The path with slashes, on every system; a link as it is."""
    return file if is_link(file) else PurePath(file).as_posix()


def at(spot: Spot) -> str:
    """`decks/ann.txt:3`, or the file alone."""
    return posix(spot.file) if spot.line is None else f"{posix(spot.file)}:{spot.line}"


_Said = tuple[str, Level, str]


def _words(finding: Finding) -> _Said:
    return finding.code, finding.level, finding.message


def _is_general(finding: Finding, shared: set[_Said]) -> bool:
    return not (finding.spots or finding.level is Level.ERROR) and _words(finding) in shared
