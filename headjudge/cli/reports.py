"""Reports: the results of a run in words, and the text report.

A report is a function from a run to a text. All are pure: equal runs give equal texts. Whatever a
list contains, no report emits text that could control a terminal or break the report's syntax.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import PurePath
from typing import NamedTuple

from headjudge.cli.files import is_link
from headjudge.cli.findings import (
    CANNOT_BE_READ,
    CheckedTeam,
    FilePlace,
    Finding,
    Level,
    State,
)
from headjudge.cli.output import escaped, visible
from headjudge.decklists.lines.classifier import classify, name_spans
from headjudge.decklists.lines.items import Entry
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


@dataclass(frozen=True)
class Run:
    """The teams of a run in order, and what they were judged by."""

    teams: tuple[CheckedTeam, ...]
    version: str
    """The version of Headjudge."""
    fingerprint: str
    """The fingerprint of the facts, as in a report's ruleset."""
    as_of: str = ""
    """The day in words, `as of 2026-11-21`, with a remark if needed; empty if there is none."""
    show: Show = PLAIN
    of_run: tuple[Finding, ...] = ()
    """The findings of the run itself, which belong to no team."""

    @cached_property
    def common(self) -> tuple[Finding, ...]:
        """What is said once: findings of the run, and notices without a place of all teams."""
        return (*self.of_run, *_shared_by_all(self.teams))

    @cached_property
    def of_all(self) -> tuple[Finding, ...]:
        """What the text says once for the whole run."""
        return (*self.common, *_of_policy(self.teams))

    @property
    def fails(self) -> bool:
        """Whether any team fails the run, or a finding of the run itself."""
        return any(team.fails for team in self.teams) or any(
            finding.fails for finding in self.of_run
        )

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
            + "".join(f"; refused by {finding.code}" for finding in self.of_run if finding.fails)
        )


def _shared_by_all(teams: Sequence[CheckedTeam]) -> Iterator[Finding]:
    """The notices without a place that each of several teams has."""
    judged = [team for team in teams if team.problem is None]
    if len(judged) < 2:
        return
    shared = set.intersection(*({*map(_content, team.findings)} for team in judged))
    for finding in judged[0].findings:
        if (
            not finding.places
            and finding.level is not Level.ERROR
            and finding.code != POLICY_DIFFERS
            and _content(finding) in shared
        ):
            yield finding


def _of_policy(teams: Sequence[CheckedTeam]) -> Iterator[Finding]:
    """One notice in place of several teams' notices on the tournament rules."""
    names = [team.name for team in teams if any(map(_is_of_policy, team.findings))]
    if len(names) < 2:
        return
    message = (
        f"{say_count(len(names), '{number} team', '{number} teams')} would be refused under the"
        " tournament rules of the day, by which no two decks of a team hold the same card:"
        f" {say_short_list(names)}."
    )
    fix = '`policy = "tournament"` applies them, `ignore = ["policy-differs"]` ends this.'
    yield Finding(POLICY_DIFFERS, Level.WARNING, message, fix=fix)


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


def first_place(team: CheckedTeam, finding: Finding) -> FilePlace:
    """The place shown for the finding: its first, else the team's first file or folder."""
    return next(iter((*finding.places, *map(FilePlace, team.files), FilePlace(team.name))))


def further_places(finding: Finding) -> tuple[FilePlace, ...]:
    """The further places of a finding, without repeated lines."""
    by_line: dict[str, FilePlace] = {}
    for place in finding.places:
        by_line.setdefault(location(place), place)
    return tuple(by_line.values())[1:]


def posix(file: str) -> str:
    """The path with slashes, on every system; links are unchanged."""
    return file if is_link(file) else PurePath(file).as_posix()


def location(place: FilePlace) -> str:
    """`decks/ann.txt:3`, or just the file."""
    return posix(place.file) if place.line is None else f"{posix(place.file)}:{place.line}"


def column(place: FilePlace, card: str | None) -> int | None:
    """The column of the card's name in its line, from 1; None if there is no line."""
    return name_in(place.text, card).start + 1 if place.line and place.text else None


def file_line_and_column(place: FilePlace, card: str | None) -> str:
    """`decks/ann.txt:3:5`, in compiler style."""
    at = column(place, card)
    return f"{location(place)}:{at}" if at else location(place)


def level_in_words(finding: Finding) -> str:
    """`warning: `; empty for codes that are always errors."""
    return "" if finding.code in (*VIOLATIONS, CANNOT_BE_READ) else f"{finding.level}: "


def elsewhere(finding: Finding) -> list[str]:
    """The further places of a finding by file: `b.txt:4`, `c.txt lines 3, 26-35`."""
    by_file: dict[str, list[int]] = {}
    for place in further_places(finding):
        by_file.setdefault(posix(place.file), []).extend([place.line] if place.line else [])
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
    files = {place.file for place in finding.places}
    if len(files) == 1:
        file = finding.places[0].file
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


# Source lines of lists, with the name of the card underlined

TAB = " " * 4
WIDEST = 100
"""Maximum columns shown of a line; a document may have a whole deck on one line."""
LONGEST = 10 * WIDEST
"""Characters considered for that: combining marks take no column."""
BEFORE = 40
"""Columns shown before the name in a shortened line."""
CUT = "…"


class Span(NamedTuple):
    """A part of a line as character offsets, `stop` exclusive."""

    start: int
    stop: int


def name_in(text: str, card: str | None) -> Span:
    """The part with the card's name; if not found, the line without surrounding white space."""
    if card and (span := _find(card, text)):
        return span
    item = classify(text)
    if isinstance(item, Entry) and item.name and (span := _find(item.name, text)):
        return span
    indent = len(text) - len(text.lstrip())
    return Span(indent, max(indent, len(text.rstrip())))


def underline(text: str, span: Span) -> tuple[str, str]:
    """The line, and carets below the span, also where letters are wide, tabs or escaped."""
    start, stop = 0, len(text)
    if _fitting(text, start) < stop:
        start = max(0, min(span.start - BEFORE, stop))
        stop = _fitting(text, start)
    head = CUT * (start > 0)
    line = head + "".join(map(_letter, text[start:stop])) + CUT * (stop < len(text))
    before = _width(head) + _width(text[start : span.start])
    under = _width(text[span.start : min(span.stop, stop)])
    return line.rstrip(), " " * before + "^" * max(1, under)


def _letter(letter: str) -> str:
    return TAB if letter == "\t" else escaped(letter)


def _find(name: str, text: str) -> Span | None:
    # Compare as lists are written: white space and case are ignored, and in East Asian scripts a
    # title may follow its count directly. A few letters change length in lower case.
    lower = text.lower()
    same = (text, name) if len(lower) != len(text) else (lower, name.lower())
    spans = [Span(*span) for span in name_spans(*same)]
    return next((span for span in spans if _is_apart(span, text)), spans[0] if spans else None)


def _is_apart(span: Span, text: str) -> bool:
    """Whether the part is not adjacent to letters or digits."""
    beside = text[max(0, span.start - 1) : span.start] + text[span.stop : span.stop + 1]
    return not any(sign.isalnum() or sign == "_" for sign in beside)


def _fitting(text: str, start: int) -> int:
    columns, end = 0, min(len(text), start + LONGEST)
    for position in range(start, end):
        columns += _width(text[position])
        if columns > WIDEST:
            return position
    return end


def _width(text: str) -> int:
    """Columns on a terminal: East Asian wide letters take two, combining marks none."""
    return sum(
        0
        if unicodedata.category(letter) in ("Mn", "Me")
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in "".join(map(_letter, text))
    )


# The text report for people: one line a finding, in compiler style, and a summary. Colors are those
# of ECMA-48, 8.3.117 (SGR), and only used if the run asks for them.

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


def text_report(run: Run) -> str:
    """One line per finding and a summary; with details, below the verdict on each team."""
    if len(run.teams) == 1 and not run.of_run:
        (team,) = run.teams
        return _text(team_lines(run, team, run.show, named=False))
    summary = run.summary + f"; {visible(run.as_of)}" * bool(run.as_of)
    of_all = [line for finding in run.of_all for line in finding_lines(finding, run.show)]
    if not run.show.with_details:
        lines = (
            line
            for team, finding in run.findings
            for line in finding_lines(finding, run.show, team.name)
        )
        return _text([*lines, *of_all, summary])
    blocks = [[*team_lines(run, team, run.show)] for team in run.teams if _has_content(run, team)]
    blocks += [["all teams:", *of_all]] * bool(of_all) + [[summary]]
    return _text(line for block in blocks for line in ("", *block)).removeprefix("\n")


def team_lines(run: Run, team: CheckedTeam, show: Show, *, named: bool = True) -> Iterator[str]:
    """The verdict on a team and its findings; `named` includes the team's name."""
    words = _ink(verdict_in_words(team), INK_OF_VERDICT[verdict(team)], show.colour)
    about = [team.name] * named + [team.question] * bool(team.question)
    if verdict(team) is not Verdict.UNREADABLE:  # a finding states these
        yield ": ".join([words, *map(visible, about)])
    for finding in run.findings_of(team):
        yield from finding_lines(finding, show)
    yield from accepted_counts(team)


def finding_lines(finding: Finding, show: Show, team: str = "") -> Iterator[str]:
    """The finding on one line with what mends it; in detail also its source line and its rule.

    Findings without a file are shown at the name of the `team`.
    """
    yield _headline(finding, show.colour, team)
    first = finding.places[0] if finding.places else None
    if show.with_details and first and first.text and first.text.strip():
        line, carets = underline(first.text, name_in(first.text, finding.card))
        yield BAR + line
        yield BAR + _ink(carets, INK_OF_LEVEL[finding.level], show.colour)
    if show.with_details and finding.rule and finding.rule.url:
        yield f"  source: {visible(finding.rule.url)}"


def _headline(finding: Finding, colour: bool, team: str) -> str:
    where = file_line_and_column(finding.places[0], finding.card) if finding.places else team
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
