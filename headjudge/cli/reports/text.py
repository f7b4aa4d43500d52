"""The text report for people: one line per finding, in compiler style, and a summary.

Colors are those of ECMA-48, 8.3.117 (SGR), and only used if the run asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from headjudge.cli.findings.finding import CheckedTeam, Finding, Level
from headjudge.cli.output import visible
from headjudge.cli.reports.run import (
    Run,
    Show,
    Verdict,
    accepted_counts,
    in_one_line,
    level_in_words,
    spot_position,
    verdict,
    verdict_in_words,
)
from headjudge.cli.reports.source import name_in, underline

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
"""The prefix of source lines, which keeps CI runners from reading them as commands."""


def report(run: Run) -> str:
    """One line per finding and a summary; with details, below the verdict on each team."""
    if len(run.teams) == 1:
        (team,) = run.teams
        return _text(team_lines(run, team, named=False))
    summary = run.summary + f"; {visible(run.as_of)}" * bool(run.as_of)
    of_all = [line for finding in run.of_all for line in finding_lines(finding, run.show)]
    if not run.show.with_details:
        lines = (
            line
            for team, finding in run.findings
            for line in finding_lines(finding, run.show, team.name)
        )
        return _text([*lines, *of_all, summary])
    blocks = [[*team_lines(run, team)] for team in run.teams if _has_content(run, team)]
    blocks += [["all teams:", *of_all]] * bool(of_all) + [[summary]]
    return _text(line for block in blocks for line in ("", *block)).removeprefix("\n")


def team_lines(run: Run, team: CheckedTeam, *, named: bool = True) -> Iterator[str]:
    """The verdict on a team and its findings; `named` includes the team's name."""
    words = _ink(verdict_in_words(team), INK_OF_VERDICT[verdict(team)], run.show.colour)
    about = [team.name] * named + [team.question] * bool(team.question)
    if verdict(team) is not Verdict.UNREADABLE:  # a finding states these
        yield ": ".join([words, *map(visible, about)])
    for finding in run.findings_of(team):
        yield from finding_lines(finding, run.show)
    yield from accepted_counts(team)


def finding_lines(finding: Finding, show: Show, team: str = "") -> Iterator[str]:
    """The finding on one line with what mends it; in detail also its source line and its rule.

    Findings without a file are shown at the name of the `team`.
    """
    yield _headline(finding, show.colour, team)
    first = finding.spots[0] if finding.spots else None
    if show.with_details and first and first.text and first.text.strip():
        line, carets = underline(first.text, name_in(first.text, finding.card))
        yield BAR + line
        yield BAR + _ink(carets, INK_OF_LEVEL[finding.level], show.colour)
    if show.with_details and finding.rule and finding.rule.url:
        yield f"  source: {visible(finding.rule.url)}"


def _headline(finding: Finding, colour: bool, team: str) -> str:
    where = spot_position(finding.spots[0], finding.card) if finding.spots else team
    place = f"{visible(where)}: " if where else ""
    code = _ink(f"{level_in_words(finding)}{finding.code}", INK_OF_LEVEL[finding.level], colour)
    return f"{place}{code}: {visible(in_one_line(finding))}"


def _has_content(run: Run, team: CheckedTeam) -> bool:
    return verdict(team) is not Verdict.LEGAL or bool(
        run.findings_of(team) or [*accepted_counts(team)]
    )


def _ink(text: str, ink: str, colour: bool) -> str:
    return f"\x1b[{ink}m{text}\x1b[0m" if colour else text


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
