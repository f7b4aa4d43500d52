"""Lists as they were written: of each deck the lines of the text that it was read from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from headjudge import decklists
from headjudge.decklists.lines.classifier import split
from messages import Message, say
from validator import Decklist

PLAIN = "text/plain"


class SourceLine(NamedTuple):
    """One line of a text, or one entry of a document."""

    number: int | None
    """The line in the text, from 1."""
    text: str
    again: int = 0
    """How many entries stand on the same line before it."""

    @property
    def key(self) -> str:
        """What tells it from every other of its deck."""
        return f"{self.number}-{self.again}" if self.again else f"{self.number}"


def source_lines(text: str, decks: Sequence[Decklist]) -> list[list[SourceLine]]:
    """For each deck of a text its own part: all lines of a text, the entries of a document.

    The decks of one text stand in it one after another. Where they do not (the rows of a table
    may be in any order), each shows its entries as well.
    """
    lines = split(text)
    starts = _starts(lines, decks)
    if starts is None or any(_is_document(deck) for deck in decks):
        return [[*_numbered(_entries(deck))] for deck in decks]
    ends = [*starts[1:], len(lines) + 1]
    return [
        [SourceLine(number, lines[number - 1]) for number in range(start, end)]
        for start, end in zip(starts, ends, strict=True)
    ]


def read_as(deck: Decklist, encoding: str | None) -> Message:
    """The syntax that was recognised and what told it, and an encoding that was guessed."""
    name = decklists.SYNTAXES[deck.syntax].name
    if encoding:
        return say(
            "Read as {syntax}: {because}. The file is not UTF-8 and was taken for {encoding}.",
            syntax=name, because=deck.because, encoding=encoding,
        )  # fmt: skip
    return say("Read as {syntax}: {because}.", syntax=name, because=deck.because)


def _is_document(deck: Decklist) -> bool:
    return decklists.SYNTAXES[deck.syntax].media_type != PLAIN


def _entries(deck: Decklist) -> list[SourceLine]:
    """What was read, and what could not be, in the order of the text."""
    read = [SourceLine(line.number, line.text or line.name) for line in deck.lines]
    unreadable = [SourceLine(line.number, line.text) for line in deck.unreadable]
    return sorted((*read, *unreadable), key=lambda entry: entry.number or 0)


def _numbered(entries: Iterable[SourceLine]) -> Iterator[SourceLine]:
    seen: Counter[int | None] = Counter()
    for entry in entries:
        yield entry._replace(again=seen[entry.number])
        seen[entry.number] += 1


def _starts(lines: Sequence[str], decks: Sequence[Decklist]) -> list[int] | None:
    """The line, from 1, at which each deck begins; None where they do not follow each other."""
    starts = []
    start, last = 1, 0
    for deck in decks:
        numbers = [entry.number or 0 for entry in _entries(deck)]
        if numbers and not last < min(numbers) <= max(numbers) <= len(lines):
            return None
        starts.append(start)
        last = max(numbers, default=last)
        # Blank lines behind a list belong to it, and what stands behind them to the next.
        start = max(start, last + 1)
        while start < len(lines) and not lines[start - 1].strip():
            start += 1
    return starts
