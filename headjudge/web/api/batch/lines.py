"""The lines of a batch, and what is asked about each."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import IO, NamedTuple

from headjudge.web.service.limits import LIMITS
from messages import say

LINE_LIMIT = LIMITS.batch_line
"""Bytes of one line, without its line feed."""
LINES_MAX = LIMITS.batch_lines
BODY_MAX = LIMITS.batch
"""Bytes of a batch, which is read whole before it is answered."""

TOO_MANY = say("A batch may have at most {most} lines: send several.", most=LINES_MAX)
TOO_LONG = say("A line may have at most {most} bytes.", most=LINE_LIMIT)
TOO_LARGE = say("A batch may have at most {most} bytes: send several.", most=BODY_MAX)

Line = bytes | None
"""None is a line over the limit."""


class Terms(NamedTuple):
    """The parameters shared by all lines of a batch."""

    today: datetime.date
    language: str
    with_cards: bool = False


class LineAnswer(NamedTuple):
    """The answer to one line."""

    line: bytes
    """The line of JSON; a report in it is without its ruleset."""
    codes: tuple[str, ...] | None = None
    """The codes of the violations; None if no team was judged."""
    ruleset: bytes = b""
    """The ruleset of its report as JSON; empty without a report."""


def lines(file: IO[bytes]) -> Iterator[Line]:
    """The lines of a file without line feeds, of which no more than the limit is held."""
    while line := file.readline(LINE_LIMIT + 1):
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) <= LINE_LIMIT:
            yield line
        else:
            while line and not line.endswith(b"\n"):
                line = file.readline(LINE_LIMIT)
            yield None
