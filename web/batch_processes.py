"""What a process does that judges lines of a long batch for the one that was asked.

Nothing of the service is imported before `begin` has run: what is counted in such a process is
counted again by the one that was asked, whose counts alone /metrics adds up.
"""

from __future__ import annotations

import datetime
import os
import signal
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from web.counts import SHARED

if TYPE_CHECKING:
    from web.batch_lines import Chunk


class Terms(NamedTuple):
    """What every line of a batch is answered by."""

    today: datetime.date
    language: str
    facts: Path


class Answered(NamedTuple):
    """The answers to some lines."""

    lines: bytes
    """As they are sent."""
    verdicts: tuple[tuple[str, ...] | None, ...]
    """For each the codes of the team's violations; None where no team was judged."""


def work(pipe: Connection, terms: Terms) -> None:
    """Answer each chunk that comes, until the process that was asked closes the pipe or ends."""
    begin(terms.facts)
    with suppress(EOFError, ConnectionError):
        while True:
            pipe.send(judge(pipe.recv(), terms))


def begin(facts: Path) -> None:
    """Judge by the same facts as the process that was asked, which answers Ctrl-C."""
    _end_with_parent()
    os.environ.pop(SHARED, None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import cards
    from cards import catalogue_files

    cards.use(catalogue_files.opened(facts))
    from web import budget

    budget.bound_memory()
    budget.arm()


def _end_with_parent() -> None:
    """End when the process that was asked does, whatever this one is at."""
    parent = parent_process()
    assert parent is not None, "this process was started by another"

    def wait_for_it() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=wait_for_it, name="parent", daemon=True).start()


def judge(chunk: Chunk, terms: Terms) -> Answered:
    """The answers to some lines, none of which names a link."""
    from web.batch import answered
    from web.links import Errand

    answers = [*answered(chunk.lines(), terms, Errand(0))]
    lines = b"".join(answer.lines for answer in answers)
    return Answered(lines, tuple(codes for answer in answers for codes in answer.verdicts))
