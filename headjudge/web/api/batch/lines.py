"""Parsing of batches: single lines, or chunks of whole lines."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from headjudge.web.service.limits import LIMITS
from headjudge.web.service.problems import Problem
from messages import say

LINE_LIMIT = LIMITS.batch_line
"""Bytes of one line, without its line feed."""
LINES_MAX = LIMITS.batch_lines
BODY_MAX = LIMITS.batch
"""Bytes of a batch; one of known length is on disk before it is answered."""

TOO_MANY = Problem(
    413, say("A batch may have at most {most} lines; the rest was not read.", most=LINES_MAX)
)
TOO_LONG = Problem(413, say("A line may have at most {most} bytes.", most=LINE_LIMIT))
TOO_LARGE = say("A batch may have at most {most} bytes; the rest was not read.", most=BODY_MAX)

Line = bytes | Problem | None
"""None is a line over the limit; a problem is in place of the unread rest."""
Numbered = tuple[int, Line]


class Terms(NamedTuple):
    """The parameters shared by all lines of a batch."""

    today: datetime.date
    language: str
    facts: Path
    with_cards: bool = False


class LineAnswer(NamedTuple):
    """The answer to one line."""

    line: bytes
    """The line of JSON; a report in it is without its ruleset."""
    codes: tuple[str, ...] | None = None
    """The codes of the violations; None if no team was judged."""
    ruleset: bytes = b""
    """The ruleset of its report as JSON; empty without a report."""


class Chunk(NamedTuple):
    """Consecutive whole lines, or the reason for reading no more."""

    first: int
    """The number of the first line, from 1."""
    content: bytes | Problem

    @property
    def size(self) -> int:
        """Size in bytes."""
        return 0 if isinstance(self.content, Problem) else len(self.content)

    @property
    def most_lines(self) -> int:
        """An upper bound for the number of lines."""
        return 1 if isinstance(self.content, Problem) else self.content.count(b"\n") + 1

    def lines(self) -> Iterator[Numbered]:
        """The lines with their numbers."""
        if isinstance(self.content, Problem):
            return iter([(self.first, self.content)])
        return numbered([self.content], self.first)


def bounded(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a batch; raises Problem 413 once it is too large."""
    size = count = 0
    for piece in pieces:
        size += len(piece)
        if size > BODY_MAX:
            raise Problem(413, TOO_LARGE)
        *within, beyond = piece.split(b"\n", LINES_MAX - count)
        count += len(within)
        if beyond and count == LINES_MAX:
            yield piece[: -len(beyond)]
            raise TOO_MANY
        yield piece


def numbered(pieces: Iterable[bytes], first: int = 1) -> Iterator[Numbered]:
    """The lines numbered from `first`; the last one may be the problem that ended them."""
    number = first
    try:
        for line in lines(pieces):
            yield number, line
            number += 1
    except Problem as problem:
        yield number, problem


def lines(pieces: Iterable[bytes]) -> Iterator[bytes | None]:
    """The lines without line feeds; None for a line over the limit."""
    parts: list[bytes] = []
    size = 0
    for piece in pieces:
        *ended, rest = piece.split(b"\n")
        for end in ended:
            size += len(end)
            yield b"".join((*parts, end)) if size <= LINE_LIMIT else None
            parts, size = [], 0
        size += len(rest)
        if size <= LINE_LIMIT:
            parts.append(rest)
        else:
            parts = []
    if size:
        yield b"".join(parts) if size <= LINE_LIMIT else None


def chunks(pieces: Iterable[bytes]) -> Iterator[Chunk]:
    """The same lines in chunks, each ending with the last line feed of a piece.

    Only as much of a line over the limit is stored as is needed to detect it.
    """
    first = 1
    parts: list[bytes] = []
    room = LINE_LIMIT + 1
    try:
        for piece in pieces:
            end = piece.rfind(b"\n") + 1
            if end:
                whole = b"".join((*parts, piece[:end]))
                yield Chunk(first, whole)
                first += whole.count(b"\n")
                parts, room = [], LINE_LIMIT + 1
            rest = piece[end : end + room]
            if rest:
                parts.append(rest)
                room -= len(rest)
        if parts:
            yield Chunk(first, b"".join(parts))
    except Problem as problem:
        yield Chunk(first, problem)
