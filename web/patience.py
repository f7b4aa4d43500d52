"""How long the service works on one request, or on one line of a batch.

The time is looked at between two steps: before each deck that is read, each team that is judged
or drawn. One step itself is not interrupted; what it can cost is bounded by the limits of lists
and bodies. A worker that hangs in one is ended by gunicorn's `timeout`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from messages import say
from web.limits import LIMITS
from web.problems import TOO_SLOW, Problem

SECONDS = LIMITS.seconds
_end: ContextVar[float | None] = ContextVar("_end", default=None)


def begin() -> None:
    """Count the time of a request from now; it ends with the request, which has its own context."""
    _end.set(monotonic() + SECONDS)


@contextmanager
def of_one() -> Iterator[None]:
    """Count the time of one line of a batch, or of one team; after it none is counted."""
    begin()
    try:
        yield
    finally:
        _end.set(None)


def check() -> None:
    """Raise Problem 503 where the time is over; nothing where none was begun."""
    end = _end.get()
    if end is not None and monotonic() > end:
        sentence = say(
            "This takes longer than the {most} seconds that a request may take: send less at once.",
            most=SECONDS,
        )
        raise Problem(503, sentence, kind=TOO_SLOW)
