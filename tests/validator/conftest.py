"""Asking the engine in one line: decks as lists of lines, answers as lists of words.

A line reads `4 Naturalize`, `4 Naturalize [ONS]` with a set or, in another section than the main
deck, `sideboard: 4 Naturalize`; a line that begins with `?` is one that no reader could read.
Lines are numbered from 1.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, Protocol

import pytest

import formats
from validator import Decklist, Event, Line, Report, Violation, validate
from validator.model import MAIN, Unreadable

DAY = "2024-10-01"
"""The day of an event that names none."""


class Ask(Protocol):
    """Judges a team and gives the report."""

    def __call__(
        self,
        format_id: str,
        *decks: Sequence[str],
        as_of: str | datetime.date = DAY,
        fill: str | None = "Island",
        pool: Sequence[str] | None = None,
        deck_formats: Sequence[str] = (),
        **event: Any,
    ) -> Report: ...


class Judge(Protocol):
    """Judges a team and gives the violations (or the codes of the notices) in words."""

    def __call__(self, format_id: str, *decks: Sequence[str], **asked: Any) -> list[str]: ...


def decklist(lines: Sequence[str]) -> Decklist:
    """The list of those lines."""
    numbered = list(enumerate(lines, 1))
    return Decklist(
        lines=tuple(_line(number, text) for number, text in numbered if text[0] != "?"),
        unreadable=tuple(
            Unreadable(number, text, ("4 Opt",) if "Opt" in text else ())
            for number, text in numbered
            if text[0] == "?"
        ),
    )


def _line(number: int, text: str) -> Line:
    section, _, rest = text.partition(": ")
    if not section.isalpha():
        section, rest = MAIN, text
    copies, _, name = rest.partition(" ")
    name, _, code = name.partition(" [")
    return Line(int(copies), name, section, number, text, code.rstrip("]") or None)


def filled(deck: Decklist, main_min: int, basic: str) -> Decklist:
    """The deck with as many of a basic land as its main deck lacks."""
    missing = main_min - sum(line.copies for line in deck.lines if line.section == MAIN)
    lands = (Line(missing, basic, number=1_000),) if missing > 0 else ()
    return deck._replace(lines=deck.lines + lands)


def said(violation: Violation) -> str:
    """The violation in words, such as `combined-copies Opt 5/4` or `not-legal Opt 4 set`."""
    count = violation.count
    numbers = count if violation.limit is None else f"{count}/{violation.limit}"
    words = (violation.code, violation.card, numbers, violation.reason)
    return " ".join(str(word) for word in words if word is not None)


def _ask(
    format_id: str,
    *decks: Sequence[str],
    as_of: str | datetime.date = DAY,
    fill: str | None = "Island",
    pool: Sequence[str] | None = None,
    deck_formats: Sequence[str] = (),
    **event: Any,
) -> Report:
    """The report on decks filled up with basics; a second head is added to a single deck.

    `fill` None leaves the decks as they are; `deck_formats` are the formats of the decks.
    """
    asked = Event(format=format_id, as_of=as_of, **event)
    lists = [decklist(deck) for deck in decks]
    if fill and asked.structure == "two-headed-giant" and len(lists) == 1:
        lists.append(Decklist())
    if fill:
        lists = [filled(deck, formats.load(format_id).main_min, fill) for deck in lists]
    for index, own in enumerate(deck_formats):
        lists[index] = lists[index]._replace(format=own)
    return validate(asked, lists, None if pool is None else decklist(pool))


@pytest.fixture(scope="session")
def ask() -> Ask:
    return _ask


@pytest.fixture(scope="session")
def judge() -> Judge:
    def in_words(format_id: str, *decks: Sequence[str], **asked: Any) -> list[str]:
        return [said(violation) for violation in _ask(format_id, *decks, **asked).violations]

    return in_words


@pytest.fixture(scope="session")
def notices() -> Judge:
    def codes(format_id: str, *decks: Sequence[str], **asked: Any) -> list[str]:
        return [notice.code for notice in _ask(format_id, *decks, **asked).notices]

    return codes
