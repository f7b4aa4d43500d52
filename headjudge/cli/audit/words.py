"""The printed text of an audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from headjudge.cli.audit.impact import CorpusImpact
from headjudge.cli.audit.question import Question
from headjudge.cli.audit.rows import PROBLEMS
from headjudge.cli.audit.store import RESULTS
from headjudge.cli.audit.tables import by_number
from headjudge.cli.audit.work import Audit
from headjudge.cli.terminal import format_changes

COMMON = 10
"""Maximum number of titles listed."""


def audit_lines(audit: Audit) -> Iterator[str]:
    """The summary of an audit."""
    tally = audit.tally
    yield (
        f"{_number(tally.teams, 'team')}: {tally.legal:,} legal, {tally.illegal:,} not legal,"
        f" {tally.unreadable:,} could not be judged"
    )
    yield f"{_rules(audit.question)}, as of {audit.question.as_of}"
    yield from _ranking("teams by fault", tally.codes)
    yield from _ranking("most common cards at fault", tally.cards, COMMON)
    yield from _ranking("rows that could not be judged", tally.problems)
    yield ""
    yield f"results: {audit.place.at(RESULTS).url}"
    if audit.judged:
        yield (
            f"judged now: {_number(audit.judged, 'team')} in {audit.seconds:,.1f} s,"
            f" {audit.judged / max(audit.seconds, 0.001):,.0f} a second"
        )
    else:
        yield "judged now: none, all had been before"


def impact_lines(answer: CorpusImpact) -> Iterator[str]:
    """The impact of a change."""
    change, touched = answer.change, answer.touched
    yield (
        f"{touched.teams:,} of {_number(answer.teams, 'team')} touched:"
        f" {_rules(answer.question)}, from {change.from_} to {change.to}"
    )
    yield from format_changes(answer.changes)
    yield from _ranking("teams with a new fault, by card", touched.appearing)
    yield from _ranking("teams with a fault less, by card", touched.going)
    if touched.teams:
        yield ""
        yield f"results: {answer.place.url}"
    yield from answer.remarks


def _rules(question: Question) -> str:
    return f"{question.format}, {question.structure}, {question.policy}"


def _ranking(heading: str, counter: Counter[str], most: int | None = None) -> Iterator[str]:
    """A list of codes, titles or reasons; the reasons are explained."""
    if counter:
        yield ""
        yield heading
        for name, number in by_number(counter)[:most]:
            yield f"  {number:>10,}  {name}  {PROBLEMS.get(name, '')}".rstrip()


def _number(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
