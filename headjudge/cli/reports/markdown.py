"""Markdown for a job summary or a comment on a pull request (GitHub Flavored Markdown).

For the syntax see https://github.github.com/gfm/. Comments are limited to 65,536 characters and
summaries to 1 MiB
(https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands), so long ones
are cut. Text from lists cannot produce links, images, mentions or table cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from headjudge.cli.findings.finding import CheckedTeam, Finding, Level
from headjudge.cli.output import visible
from headjudge.cli.reports.run import (
    Run,
    Verdict,
    accepted_counts,
    elsewhere,
    level_in_words,
    spot_position,
    verdict,
    verdict_in_words,
)
from messages import say_count, say_short_list
from validator.questions import shorten

ROWS = 50
"""Maximum teams in the table; failing ones come first."""
FINDINGS = 20
"""Maximum findings per team."""
ROOM = 40_000
"""Maximum characters of the details; the table may add half as many."""
LONGEST = 300
"""Maximum characters of a sentence."""

_SPECIAL = re.compile(r"[\\`*_\[\]<>#!|~&$:]|(?<=www)\.", re.I)
"""Characters with a meaning within a line; no line begins with text from a list."""
_MENTION = re.compile(r"(?<=[@#])(?=\\?\w)")
NO_MENTION = "&#8288;"
"""A word joiner: it has no width, and separates the sign from the name or number after it."""


def report(run: Run) -> str:
    """The summary, a table of the teams, and the findings of each team."""
    lines = [f"## Headjudge: {run.summary}", ""]
    if run.teams:
        lines += [*_table(run), ""]
    lines += [*_general(run), *_details(run)]
    if run.as_of:
        lines += [f"Judged {escaped(run.as_of)}", ""]
    return "\n".join(lines)


def escaped(text: str) -> str:
    """The text on one line, with all Markdown escaped."""
    special = _SPECIAL.sub(r"\\\g<0>", _shorten(visible(text).strip()))
    return _MENTION.sub(NO_MENTION, special)


def _rank(team: CheckedTeam) -> tuple[bool, bool, int]:
    """Sort key, worst first: unreadable teams, then those with the most faults."""
    faults = sum(finding.fails for finding in team.findings)
    return not team.fails, team.problem is None, -faults


def _table(run: Run) -> Iterator[str]:
    yield "| team | verdict | notices |"
    yield "| --- | --- | --- |"
    teams = sorted(run.teams, key=_rank)
    for team in teams[:ROWS]:
        words = verdict_in_words(team)
        words = f"**{words}**" if team.fails else words
        notices = sum(finding.level is not Level.ERROR for finding in run.findings_of(team))
        yield f"| {_name(team)} | {words} | {notices or ''} |"
    if len(teams) > ROWS:
        yield f"| and {len(teams) - ROWS} more | | |"


def _general(run: Run) -> Iterator[str]:
    for finding in run.common:
        yield f"* all teams: {_item(finding)}"
    if run.common:
        yield ""


def _details(run: Run) -> Iterator[str]:
    teams = [
        team for team in run.teams if verdict(team) is not Verdict.LEGAL or run.findings_of(team)
    ]
    teams.sort(key=_rank)
    room = ROOM
    for position, team in enumerate(teams):
        block = [*_team(run, team)]
        room -= sum(map(len, block))
        if room < 0:
            rest = len(teams) - position
            yield say_count(rest, "And {number} more team.", "And {number} more teams.")
            yield ""
            return
        yield from block


def _team(run: Run, team: CheckedTeam) -> Iterator[str]:
    yield f"### {_name(team)}: {verdict_in_words(team)}"
    yield ""
    if team.question:
        yield f"Asked: {escaped(team.question)}"
        yield ""
    findings = run.findings_of(team)
    yield from (f"* {_item(finding)}" for finding in findings[:FINDINGS])
    if len(findings) > FINDINGS:
        yield f"* and {len(findings) - FINDINGS} more"
    yield from (f"* {escaped(line)}" for line in accepted_counts(team))
    yield ""


def _item(finding: Finding) -> str:
    spots = [spot_position(spot, finding.card) for spot in finding.spots[:1]] + elsewhere(finding)
    places = say_short_list([_code(_shorten(spot)) for spot in spots]) if spots else ""
    fix = f" *{escaped(finding.fix)}*" if finding.fix else ""
    head = f"{places}: " if places else ""
    code = f"{level_in_words(finding)}**{escaped(finding.code)}**"
    return f"{head}{code} {escaped(finding.message)}{fix}"


def _name(team: CheckedTeam) -> str:
    return escaped(shorten(team.name))


def _code(text: str) -> str:
    # Code spans have no escapes, and end at a run of backticks as long as their own.
    text = visible(text)
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"{fence}{text}{fence}"


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
