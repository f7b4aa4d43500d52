"""Exports of an answer: result and decks as text, and the check as a link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from headjudge import decklists
from headjudge.decklists.syntaxes.texts import PLAIN
from headjudge.web.pages.check.answer import TeamAnswer
from headjudge.web.pages.check.form import CheckForm
from headjudge.web.pages.check.lists import Finding
from headjudge.web.pages.check.request import link_of
from headjudge.web.service.languages import translate
from headjudge.web.words.title_filters import with_local_title
from validator import Violation
from validator.case import Case

DOCUMENTS = frozenset({"dek", "cod", "json", "csv"})


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
    syntax: str
    """The syntax of the exported decks."""


def syntaxes() -> dict[str, str]:
    """The names of the available syntaxes by id, simplest first."""
    ids = sorted(decklists.WRITERS, key=lambda syntax: (syntax != PLAIN.id, syntax in DOCUMENTS))
    return {syntax: decklists.WRITERS[syntax].name for syntax in ids}


def copies_of(answer: TeamAnswer, case: Case, form: CheckForm, syntax: str) -> Copies:
    """What there is to take along; decks are written in the syntax, in plain text if it is none.

    Titles are the full English ones; a name that no card has stays as it was written.
    """
    written = syntax if syntax in decklists.WRITERS else PLAIN.id
    decks = tuple(
        CopyText(view.name, decklists.write(deck.titled(), written))
        for view, deck in zip(answer.lists, case.decks, strict=False)
    )
    result = "\n".join(_lines(answer))
    return Copies(link_of(form), result + "\n", decks, written)


def _lines(answer: TeamAnswer) -> Iterator[str]:
    """The answer in the reader's language, line by line: verdict and reasons."""
    if answer.team:
        yield answer.team
    yield translate(answer.verdict.sentence)
    yield " · ".join(f"{translate(name)}: {translate(value)}" for name, value in answer.event)
    for finding in answer.verdict.findings:
        yield _bullet(finding)
        what = with_local_title(finding.what)
        if isinstance(what, Violation):
            yield f"  → {translate(what.fix)}"
    if answer.other:
        yield f"{translate(answer.other.policy)}: {translate(answer.other.sentence)}"
    yield from map(_bullet, answer.notices)


def _bullet(finding: Finding) -> str:
    places = "; ".join(translate(item.name) for item in finding.items)
    return (
        f"- {translate(with_local_title(finding.what).message)}{f' ({places})' if places else ''}"
    )
