"""Faults allowed by a comment in the deck file.

    4 Opt # headjudge: allow not-legal -- it is a proxy -- until 2027-01-31

The comment starts with `#` or `//` and applies to the line that it ends. On a line of its own it
applies to the line below; before the first card of the file also to faults of the whole deck or
team. A fault on several lines is allowed by a comment on any of them.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from headjudge import decklists
from headjudge.cli.findings import CheckedTeam, FilePlace, Finding, State, warning
from headjudge.decklists.encoding import split
from headjudge.decklists.lines import marks
from headjudge.decklists.lines.classifier import classify
from headjudge.decklists.lines.items import Entry, Item, Kind
from messages import sentences
from validator import questions
from validator.notices import NOTICES
from validator.rules import VIOLATIONS

ALLOWABLE = (*VIOLATIONS, *NOTICES, "illegal-soon")
"""The codes that can be allowed."""
NOT_ALLOWED = "Comments cannot allow faults here: headjudge.toml lacks `allow_comments = true`."
USE_BASELINE = "Keep the fault in a baseline: `headjudge check --write-baseline`."

_PARTS = re.compile(r"\s(?:--+|[–—])(?=\s)")
_CODE = re.compile(r"[\w-]+")
_UNTIL = re.compile(r"until\s+(\S+)", re.I)


class Unreadable(ValueError):
    """The comment is no valid allowance; the text is a sentence with the reason."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The parsed text of an allowance."""

    codes: tuple[str, ...]
    reason: str
    """Empty if there is none."""
    until: datetime.date | None
    """The last day on which it applies; None if there is none."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """An allowance, and what it applies to."""

    terms: Terms
    place: FilePlace
    line: int
    """The line that it applies to, from 1."""
    of_deck: bool
    """Whether it also applies to the whole deck."""

    def allows(self, finding: Finding) -> bool:
        """Whether the allowance applies to the finding."""
        if finding.code not in self.terms.codes:
            return False
        if not finding.places:
            return self.of_deck
        return any(
            place.file == self.place.file
            and (place.line == self.line or (place.line is None and self.of_deck))
            for place in finding.places
        )

    def holds(self, today: datetime.date) -> bool:
        """Whether it has a reason, and has not expired."""
        return bool(self.terms.reason) and not self.is_past(today)

    def is_past(self, today: datetime.date) -> bool:
        """Whether it has expired."""
        return self.terms.until is not None and self.terms.until < today


def apply(
    team: CheckedTeam,
    texts: Mapping[str, str],
    today: datetime.date,
    syntax: str | None = None,
    *,
    may_allow: bool = True,
) -> CheckedTeam:
    """The team with its findings allowed by its files, and with faults of the allowances.

    `texts` has the text of each file by its name in findings; missing files (standard input)
    allow nothing. `today` is the day of the run. `syntax` is the syntax of the files, if given.
    A team without a report is returned unchanged. Unless comments `may_allow`, each is a fault.
    """
    files = [file for file in dict.fromkeys(team.files) if file in texts]
    comments = [comment for file in files for comment in _of_file(file, texts[file], syntax)]
    if team.problem is not None or not comments:
        return team
    if not may_allow:
        places = [
            each.place if isinstance(each, Allowance) else each.places[0] for each in comments
        ]
        refused = [warning("allowance-unreadable", NOT_ALLOWED, place) for place in places]
        return team.with_findings([*team.findings, *refused])
    allowances = [comment for comment in comments if isinstance(comment, Allowance)]
    findings = [_allow(finding, allowances, today) for finding in team.findings]
    for comment in comments:
        if isinstance(comment, Allowance):
            findings += _faults(comment, team.findings, today)
        else:
            findings.append(comment)
    return team.with_findings(findings)


def settle(teams: Sequence[CheckedTeam]) -> tuple[CheckedTeam, ...]:
    """Join allowances in files shared by several teams.

    An allowance needed by one team is not reported as unused for another.
    """
    users = Counter(
        file for team in teams if team.problem is None for file in dict.fromkeys(team.files)
    )
    unused = Counter(finding for team in teams for finding in team.findings if _is_unused(finding))
    return tuple(
        team.with_findings(
            [
                finding
                for finding in team.findings
                if not _is_unused(finding) or unused[finding] >= users[finding.places[0].file]
            ]
        )
        for team in teams
    )


def read(words: str) -> Terms:
    """Parse the text of a comment; raises Unreadable if it is no allowance."""
    verb, *rest = words.split(maxsplit=1) or [""]
    if verb.lower() != "allow":
        raise Unreadable(
            f"“{questions.shorten(words)}” is not something that Headjudge understands."
        )
    listing, *parts = (part.strip() for part in _PARTS.split(f" {''.join(rest)} "))
    codes = tuple(dict.fromkeys(code.strip().lower() for code in listing.split(",")))
    if not all(_CODE.fullmatch(code) for code in codes):
        raise Unreadable(
            f"“{questions.shorten(listing)}” is not a list of codes: name one, or several separated"
            " by commas, then the reason after two hyphens."
        )
    until = None
    reason = []
    for part in filter(None, parts):
        if match := _UNTIL.fullmatch(part):
            until = _day(match[1])
        else:
            reason.append(part)
    return Terms(codes, " -- ".join(reason), until)


def _day(text: str) -> datetime.date:
    try:
        return questions.day(text)
    except questions.InvalidQuestion:
        raise Unreadable(
            f"“{questions.shorten(text)}” is not a date in the form YYYY-MM-DD."
        ) from None


def _of_file(file: str, text: str, syntax: str | None) -> Iterator[Allowance | Finding]:
    """The allowances of a file, and findings for invalid ones."""
    if "headjudge" not in text.lower():
        return
    lines = split(text)
    items = [classify(line) for line in lines]
    first_card = next((at for at, item in enumerate(items) if isinstance(item, Entry)), len(items))
    has_comments = decklists.is_of_lines(text, syntax)
    for at, line in enumerate(lines):
        words = marks.directive(line)
        if words is None:
            continue
        place = FilePlace(file, at + 1, line)
        try:
            if not has_comments:
                raise Unreadable("XML, JSON and tables have no comments that Headjudge reads.")
            terms = read(words)
        except Unreadable as fault:
            yield warning(
                "allowance-unreadable",
                str(fault),
                place,
                fix=None if has_comments else USE_BASELINE,
            )
            continue
        is_alone = items[at] is Kind.COMMENT
        target = _next_line(items, at) if is_alone else at
        yield Allowance(terms, place, target + 1, of_deck=is_alone and at < first_card)


def _next_line(items: Sequence[Item], at: int) -> int:
    """The next line that is not a comment."""
    return next(
        (below for below in range(at + 1, len(items)) if items[below] is not Kind.COMMENT), at
    )


def _allow(finding: Finding, allowances: Iterable[Allowance], today: datetime.date) -> Finding:
    for allowance in allowances:
        if allowance.holds(today) and allowance.allows(finding):
            return finding._replace(state=State.ALLOWED, reason=allowance.terms.reason)
    return finding


def _faults(
    allowance: Allowance, findings: Sequence[Finding], today: datetime.date
) -> Iterator[Finding]:
    """The fault of an allowance, if it is unused, expired or without a reason."""
    terms, place = allowance.terms, allowance.place
    for code in terms.codes:
        if code not in ALLOWABLE:
            message = f"“{questions.shorten(code)}” is not a code that can be allowed."
            message = sentences(message, *questions.closest(code, ALLOWABLE))
            yield warning("allowance-unknown-code", message, place)
    allowable = [code for code in terms.codes if code in ALLOWABLE]
    allowed = {finding.code for finding in findings if allowance.allows(finding)}
    for code in allowable:
        if code not in allowed:
            yield warning("allowance-unused", f"There is no {code} here to allow.", place)
    if not allowed.intersection(allowable):
        return
    if not terms.reason:
        message = "The allowance gives no reason, so it does not apply."
        yield warning("allowance-without-reason", message, place)
    if allowance.is_past(today):
        yield warning("allowance-expired", f"The allowance expired on {terms.until}.", place)


def _is_unused(finding: Finding) -> bool:
    return finding.code == "allowance-unused"
