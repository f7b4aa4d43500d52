"""The report for people: the verdict first, then each fault with its line, as compilers have it.

Colours are those of ECMA-48, 8.3.117 (SGR), and only used where the run says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from headjudge.cli.findings.finding import CheckedTeam, Finding, Level
from headjudge.cli.output import visible
from headjudge.cli.reports.run import (
    Run,
    Verdict,
    at,
    others,
    passed_over,
    verdict,
    verdict_in_words,
)
from headjudge.cli.reports.source import name_in, shown
from validator.rules import VIOLATIONS

RED, GREEN, YELLOW, BLUE = "1;31", "1;32", "1;33", "1;34"
INK_OF_VERDICT = {
    Verdict.LEGAL: GREEN,
    Verdict.TOLERATED: YELLOW,
    Verdict.REFUSED: RED,
    Verdict.NOT_LEGAL: RED,
    Verdict.UNREADABLE: RED,
}
INK_OF_LEVEL = {Level.ERROR: RED, Level.WARNING: YELLOW, Level.INFO: BLUE}
BAR = "  | "
"""Stands before a source line, which thereby is never taken for a command of a CI's runner."""


def report(run: Run) -> str:
    """One team in full; of several those of which there is something to say, and a summary."""
    if len(run.teams) == 1:
        (team,) = run.teams
        return _text(team_lines(run, team, named=False))
    blocks = [[*team_lines(run, team)] for team in run.teams if _is_worth_a_word(run, team)]
    if run.common:
        blocks.append(["all teams:", *notice_lines(run.common, run.colour)])
    blocks.append([run.summary + f"; {visible(run.as_of)}" * bool(run.as_of)])
    return _text(line for block in blocks for line in ("", *block)).removeprefix("\n")


def team_lines(run: Run, team: CheckedTeam, *, named: bool = True) -> Iterator[str]:
    """The verdict on a team and its findings; `named` puts the team's name into the verdict."""
    name = f"{visible(team.name)}: " if named else ""
    said = _ink(verdict_in_words(team), INK_OF_VERDICT[verdict(team)], run.colour)
    if team.problem is not None:
        yield f"{said}: {name}{visible(team.problem)}"
        return
    yield f"{said}: {name}{visible(team.asked)}"
    own = run.own(team)
    for finding in own:
        if finding.level is Level.ERROR:
            yield ""
            yield from finding_lines(finding, run.colour)
    notices = [
        *notice_lines((one for one in own if one.level is not Level.ERROR), run.colour),
        *passed_over(team),
    ]
    if notices:
        yield ""
        yield from notices


def finding_lines(finding: Finding, colour: bool = False) -> Iterator[str]:
    """The finding with its source line, its other places and what mends it."""
    yield _headline(finding, colour)
    first = finding.spots[0] if finding.spots else None
    if first and first.text and first.text.strip():
        line, carets = shown(first.text, name_in(first.text, finding.card))
        yield BAR + line
        yield BAR + _ink(carets, INK_OF_LEVEL[finding.level], colour)
    yield from (f"  and {visible(at(spot))}" for spot in others(finding))
    if finding.fix:
        yield f"  fix: {visible(finding.fix)}"


def _headline(finding: Finding, colour: bool) -> str:
    place = f"{visible(at(finding.spots[0]))}: " if finding.spots else ""
    level = "" if finding.code in VIOLATIONS else f"{finding.level}: "
    code = _ink(f"{level}{finding.code}", INK_OF_LEVEL[finding.level], colour)
    return f"{place}{code}: {visible(finding.message)}"


def notice_lines(findings: Iterable[Finding], colour: bool = False) -> Iterator[str]:
    """The findings without their source lines."""
    for finding in findings:
        yield _headline(finding, colour)
        if finding.fix:
            yield f"  fix: {visible(finding.fix)}"


def _is_worth_a_word(run: Run, team: CheckedTeam) -> bool:
    return verdict(team) is not Verdict.LEGAL or bool(run.own(team) or [*passed_over(team)])


def _ink(text: str, ink: str, colour: bool) -> str:
    return f"\x1b[{ink}m{text}\x1b[0m" if colour else text


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
