"""The text report for people: one line per finding, in compiler style, and a summary.

Colors are those of ECMA-48, 8.3.117 (SGR), and only used if the run asks for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from headjudge.cli.findings.finding import CheckedTeam, Finding, Level
from headjudge.cli.output import visible
from headjudge.cli.reports.run import (
    Run,
    Show,
    Verdict,
    accepted_counts,
    elsewhere,
    level_in_words,
    sentence,
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
    Verdict.LEFT_OUT: YELLOW,
}
INK_OF_LEVEL = {Level.ERROR: RED, Level.WARNING: YELLOW, Level.INFO: BLUE}
BAR = "  | "
"""The prefix of source lines, which keeps CI runners from reading them as commands."""


def report(run: Run) -> str:
    """One line per finding and a summary; with details, below the verdict on each team."""
    if run.show.counts_alone:
        return _text([*_counts(run), run.summary])
    if run.show.errors_alone:
        return _text(_findings(run, [Level.ERROR]))
    if len(run.teams) == 1 and not run.teams[0].is_left_out:
        (team,) = run.teams
        return _text(team_lines(run, team, named=False))
    summary = run.summary + f"; {visible(run.as_of)}" * bool(run.as_of)
    of_all = [line for finding in run.common for line in finding_lines(finding, run.show)]
    if not run.show.with_details:
        return _text([*_findings(run, [*Level]), *of_all, summary])
    blocks = [[*team_lines(run, team)] for team in run.teams if _has_content(run, team)]
    blocks += [["all teams:", *of_all]] * bool(of_all) + [[summary]]
    return _text(line for block in blocks for line in ("", *block)).removeprefix("\n")


def team_lines(run: Run, team: CheckedTeam, *, named: bool = True) -> Iterator[str]:
    """The verdict on a team and its findings; `named` includes the team's name."""
    words = _ink(verdict_in_words(team), INK_OF_VERDICT[verdict(team)], run.show.colour)
    about = [team.name] * named + [team.question] * bool(team.question)
    if verdict(team) not in (Verdict.LEFT_OUT, Verdict.UNREADABLE):  # a finding states these
        yield ": ".join([words, *map(visible, about)])
    for finding in run.findings_of(team):
        yield from finding_lines(finding, run.show)
    yield from accepted_counts(team)


def finding_lines(finding: Finding, show: Show, team: str = "") -> Iterator[str]:
    """The finding on one line; optionally with its source line, and its fix.

    Findings without a file are shown at the name of the `team`.
    """
    yield _headline(finding, show.colour, team)
    first = finding.spots[0] if finding.spots else None
    if show.with_source and first and first.text and first.text.strip():
        line, carets = underline(first.text, name_in(first.text, finding.card))
        yield BAR + line
        yield BAR + _ink(carets, INK_OF_LEVEL[finding.level], show.colour)
    if show.with_details:
        yield from (f"  and {visible(place)}" for place in elsewhere(finding))
        if finding.fix:
            yield f"  fix: {visible(finding.fix)}"
        if finding.rule and finding.rule.url:
            yield f"  source: {visible(finding.rule.url)}"


def _headline(finding: Finding, colour: bool, team: str) -> str:
    where = spot_position(finding.spots[0], finding.card) if finding.spots else team
    place = f"{visible(where)}: " if where else ""
    code = _ink(f"{level_in_words(finding)}{finding.code}", INK_OF_LEVEL[finding.level], colour)
    return f"{place}{code}: {visible(sentence(finding))}"


def _findings(run: Run, levels: Sequence[Level]) -> Iterator[str]:
    """The findings of these levels that count, team by team."""
    for team, finding in run.findings:
        if finding.level in levels:
            yield from finding_lines(finding, run.show, team.name)


def _counts(run: Run) -> Iterator[str]:
    """The number of findings by code that count, most frequent first."""
    codes = Counter(finding.code for _, finding in run.findings)
    codes.update(finding.code for finding in run.common)
    for code, count in sorted(codes.items(), key=lambda row: (-row[1], row[0])):
        yield f"{count:>5}  {code}"


def _has_content(run: Run, team: CheckedTeam) -> bool:
    return verdict(team) is not Verdict.LEGAL or bool(
        run.findings_of(team) or [*accepted_counts(team)]
    )


def _ink(text: str, ink: str, colour: bool) -> str:
    return f"\x1b[{ink}m{text}\x1b[0m" if colour else text


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
