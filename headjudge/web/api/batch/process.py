"""The child process that judges lines of a long batch for a worker.

Nothing of the service is imported before `begin` has run: its metrics in this process are
discarded, since the worker counts the answers itself.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from headjudge.web.service.counts import SHARED

if TYPE_CHECKING:
    from headjudge.web.api.batch.lines import Chunk, LineAnswer, Terms


NICENESS = 10
"""Child processes yield to the workers, so that other requests are answered first."""


def work(pipe: Connection, terms: Terms) -> None:
    """Answer each chunk until the worker closes the pipe or ends."""
    begin(terms.facts)
    with suppress(EOFError, ConnectionError):
        while True:
            pipe.send(judge(pipe.recv(), terms))


def begin(facts: Path) -> None:
    """Use the same facts as the worker, and leave Ctrl-C to it."""
    _end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    os.environ.pop(SHARED, None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import cards
    from cards import catalogue_files

    cards.use(catalogue_files.open_catalogue(facts))
    from headjudge.web.service import budget

    budget.bound_memory()
    budget.arm()


def _end_with_parent() -> None:
    """Exit when the parent process ends, whatever this process is doing."""
    parent = parent_process()
    assert parent is not None

    def exit_with_parent() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=exit_with_parent, name="parent", daemon=True).start()


def judge(chunk: Chunk, terms: Terms) -> list[LineAnswer]:
    """The answers to some lines, none of which has a link."""
    from headjudge.web.api.batch.judging import judge_lines
    from headjudge.web.inputs.fetched_lists import ListFetcher

    return [*judge_lines(chunk.lines(), terms, ListFetcher(0))]
