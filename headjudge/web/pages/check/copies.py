"""Exports of an answer: result and decks as text, and the check as a link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from headjudge import decklists
from headjudge.web.http import translate
from headjudge.web.pages.check.answer import TeamAnswer
from headjudge.web.pages.check.form import CheckForm
from headjudge.web.pages.check.lists import Finding
from headjudge.web.pages.check.request import link_of
from headjudge.web.words.title_filters import with_local_title
from validator import Violation
from validator.case import Case


class CopyText(NamedTuple):
    """A text to copy, with its label."""

    name: str
    text: str


class Copies(NamedTuple):
    """The exports of an answer."""

    link: str | None
    """The fragment of the share link; None if it would be too long."""
    result: str
    decks: tuple[CopyText, ...]


def copies_of(answer: TeamAnswer, case: Case, form: CheckForm) -> Copies:
    """The exports. Titles are the full English ones; names of no card are left unchanged."""
    decks = tuple(
        CopyText(view.name, decklists.write(deck.with_titles()))
        for view, deck in zip(answer.lists, case.decks, strict=False)
    )
    result = "".join(f"{line}\n" for line in _lines(answer))
    return Copies(link_of(form), result, decks)


def _lines(answer: TeamAnswer) -> Iterator[str]:
    """The answer in the reader's language, line by line: verdict and reasons."""
    if answer.team:
        yield answer.team
    yield translate(answer.verdict.sentence)
    yield " · ".join(f"{translate(name)}: {translate(value)}" for name, value in answer.event)
    for finding in answer.verdict.findings:
        yield _bullet(finding)
        violation = with_local_title(finding.what)
        if isinstance(violation, Violation):
            yield f"  → {translate(violation.fix)}"
    if answer.other:
        yield f"{translate(answer.other.policy)}: {translate(answer.other.sentence)}"
    yield from map(_bullet, answer.notices)


def _bullet(finding: Finding) -> str:
    message = translate(with_local_title(finding.what).message)
    places = "; ".join(translate(item.name) for item in finding.items)
    return f"- {message} ({places})" if places else f"- {message}"
