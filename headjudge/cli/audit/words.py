"""What an audit prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from headjudge.cli.audit.impact import Answer
from headjudge.cli.audit.rows import PROBLEMS
from headjudge.cli.audit.store import RESULTS
from headjudge.cli.audit.tally import by_number
from headjudge.cli.audit.work import Audit
from headjudge.cli.terminal import changed_titles

COMMON = 10
"""Titles that are named."""


def audit_lines(audit: Audit) -> Iterator[str]:
    """The summary of an audit."""
    tally = audit.tally
    yield (
        f"{_number(tally.teams, 'team')}: {tally.legal:,} legal, {tally.illegal:,} not legal,"
        f" {tally.unreadable:,} could not be judged"
    )
    yield audit.question.in_words
    yield from _counted("teams by fault", tally.codes)
    yield from _counted("most common cards at fault", tally.cards, COMMON)
    yield from _counted("rows that could not be judged", tally.problems, words=PROBLEMS)
    yield ""
    yield f"results: {audit.place.at(RESULTS).url}"
    yield _throughput(audit)


def impact_lines(answer: Answer) -> Iterator[str]:
    """What a change does."""
    question, change = answer.question, answer.change
    asked = f"{question.format}, {question.structure}, {question.policy}"
    yield (
        f"{answer.touched.teams:,} of {_number(answer.teams, 'team')} touched:"
        f" {asked}, from {change.from_} to {change.to}"
    )
    yield from changed_titles(answer.changes.lists)
    for what, sets in (("in", answer.changes.sets_in), ("out", answer.changes.sets_out)):
        if sets:
            yield f"  sets {what}: {'; '.join(one.card_set.name for one in sets)}"
    yield from _counted("teams with a new fault, by card", answer.touched.appearing)
    yield from _counted("teams with a fault less, by card", answer.touched.going)
    if answer.touched.teams:
        yield ""
        yield f"results: {answer.place.url}"
    yield from answer.remarks


def audit_document(audit: Audit) -> dict[str, Any]:
    """The summary as JSON."""
    return {
        "question": audit.question.document(),
        **audit.tally.as_dict(),
        "files": audit.files,
        "parts": audit.parts,
        "judged_now": audit.judged,
        "seconds": round(audit.seconds, 3),
        "results": audit.place.at(RESULTS).url,
    }


def _throughput(audit: Audit) -> str:
    if not audit.judged:
        return "judged now: none, all had been before"
    a_second = audit.judged / max(audit.seconds, 0.001)
    return (
        f"judged now: {_number(audit.judged, 'team')} in {audit.seconds:,.1f} s,"
        f" {a_second:,.0f} a second"
    )


def _counted(
    heading: str, counter: Counter[str], most: int | None = None, words: Any = None
) -> Iterator[str]:
    if counter:
        yield ""
        yield heading
        for name, number in by_number(counter)[:most]:
            about = f"  {words[name]}" if words else ""
            yield f"  {number:>10,}  {name}{about}"


def _number(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
