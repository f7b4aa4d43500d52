"""The findings of a run, team by team: records shared by reports, allowances and baselines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple

from formats.files import read_toml
from headjudge.decklists.lines import marks
from validator import Place, Report
from validator.violation import Source

CANNOT_BE_READ = "cannot-be-read"
"""The code of the one finding about a team that could not be asked about."""
OF_DECKS = frozenset({
    "deck-count", "main-too-small", "sideboard-not-allowed", "sideboard-too-large",
    "sideboard-size", "side-deck-too-small", "side-deck-too-large",
    "companion-condition", "hard-to-shuffle", "total-differs", "sideboard-guessed",
    "decks-split",
})  # fmt: skip
"""Codes of faults in a deck or section as a whole, whatever the line."""


class Level(StrEnum):
    """The severity of a finding; only errors fail a run."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class State(StrEnum):
    """Whether a finding counts, or why it does not."""

    NEW = "new"
    ALLOWED = "allowed"
    """Allowed by a comment beside its line."""
    KNOWN = "known"
    """Listed in the baseline."""


class FilePlace(NamedTuple):
    """A place in a file. Lines are numbered from 1; None stands for the whole file."""

    file: str
    line: int | None = None
    text: str | None = None
    """The line as it is in the file."""

    @property
    def name(self) -> str:
        """The file's name without folders, the same from every working directory."""
        return PurePosixPath(self.file).name


class Finding(NamedTuple):
    """A violation or notice, with its places in files, the main one first."""

    code: str
    level: Level
    message: str
    places: tuple[FilePlace, ...] = ()
    fix: str | None = None
    card: str | None = None
    rule: Source | None = None
    state: State = State.NEW
    reason: str | None = None
    """Why it is allowed, from the comment."""
    counted: int | None = None
    limit: int | None = None
    suggestions: tuple[str, ...] = ()
    """Titles that may be meant, best first."""

    @property
    def fails(self) -> bool:
        """Whether the run fails because of it."""
        return self.level is Level.ERROR and self.state is State.NEW

    @property
    def excess(self) -> int:
        """Copies, cards or decks beyond the limit, negative if too few; 0 if nothing is counted."""
        return (self.counted or 0) - (self.limit or 0)

    @property
    def is_of_line(self) -> bool:
        """Whether it concerns the text of its line."""
        return not self.card and self.code not in OF_DECKS

    def fingerprint(self, team: str) -> str:
        """A hash of a team's fault that does not change when its lines move.

        Nor does it depend on the working directory.
        """
        import hashlib  # not needed for a plain verdict

        files = sorted({place.name for place in self.places})
        texts = sorted({_plain_text(place) for place in self.places}) if self.is_of_line else []
        parts = (team, self.code, self.card or "", *files, *texts)
        return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


class CheckedTeam(NamedTuple):
    """The result of a run for one team."""

    name: str
    files: tuple[str, ...]
    """The deck files in order, then the pool's."""
    question: str
    """The question in words: `modern, two-headed-giant, combined-four, as of 2026-11-21`."""
    findings: tuple[Finding, ...] = ()
    report: Mapping[str, Any] | None = None
    """The report as in the API; None if the team could not be judged."""
    is_usage_error: bool = False
    """Whether the question is at fault rather than the files."""

    @property
    def fails(self) -> bool:
        """Whether the run fails because of this team."""
        return any(finding.fails for finding in self.findings)

    @property
    def problem(self) -> str | None:
        """Why the team could not be judged; None if it was."""
        messages = (finding.message for finding in self.findings if finding.code == CANNOT_BE_READ)
        return next(messages, None)

    def with_findings(self, findings: Sequence[Finding]) -> CheckedTeam:
        """The same team with other findings, ordered by file and line."""
        ranks = {file: rank for rank, file in enumerate(self.files)}

        def order(finding: Finding) -> tuple[int, int]:
            if not finding.places:  # of the whole team: faults come first, notices last
                return (-1 if finding.level is Level.ERROR else len(ranks) + 1), 0
            first = finding.places[0]
            return ranks.get(first.file, len(ranks)), first.line or 0

        return self._replace(findings=tuple(sorted(findings, key=order)))


def findings_of(report: Report, decks: Sequence[str], pool: str | None) -> tuple[Finding, ...]:
    """The findings of a report: violations, then notices.

    `decks` names the file of each deck in the report; a file with two lists is named twice.
    """
    return (
        *(
            Finding(
                each.code,
                Level.ERROR,
                each.message,
                places_of(each.places, decks, pool),
                each.fix,
                each.card,
                each.rule,
                counted=each.count,
                limit=each.limit,
                suggestions=tuple(each.suggestions or ()),
            )
            for each in report.violations
        ),
        *(
            Finding(
                each.code,
                Level(each.severity),
                each.message,
                places_of(each.places, decks, pool),
                card=single(each.cards),
            )
            for each in report.notices
        ),
    )


def places_of(
    places: Sequence[Place], decks: Sequence[str], pool: str | None
) -> tuple[FilePlace, ...]:
    """The places of a report in its files, which are named as for `findings_of`."""
    return tuple(
        FilePlace((pool or "pool") if each.deck is None else decks[each.deck], each.line, each.text)
        for each in places
    )


def single(cards: Sequence[str]) -> str | None:
    """The card of a notice about a single card."""
    return cards[0] if len(cards) == 1 else None


def _plain_text(place: FilePlace) -> str:
    """The text of the line without extra spaces and comments for Headjudge."""
    return " ".join(marks.without_directive(place.text or "").split())


class Code(NamedTuple):
    """When a finding is reported and how to fix it, each as a sentence."""

    when: str
    fix: str
    example: str


SOURCE = "Headjudge's documentation, “Check a repository of decks”"
"""The documentation of the codes of a run, which have no rule of the game behind them."""


@cache
def run_codes() -> Mapping[str, Code]:
    """The codes of findings about a run itself, which no plain verdict needs."""
    rows = read_toml(Path(__file__).with_name("codes.toml"))
    return MappingProxyType({code: Code(**row) for code, row in rows.items()})


def warning(code: str, message: str, *places: FilePlace, fix: str | None = None) -> Finding:
    """A finding with one of these codes at places in files."""
    return Finding(code, Level.WARNING, message, places, fix=fix or run_codes()[code].fix)
