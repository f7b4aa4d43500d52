"""A process pool for long batches: lines are distributed, answers stay in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import wait
from signal import SIGKILL, SIGTERM
from time import monotonic
from typing import Any, NamedTuple

from headjudge.web.api.batch.lines import Answered, Chunk, Numbered, Terms, chunks, numbered
from headjudge.web.api.batch.process import work
from headjudge.web.inputs.fetched_lists import links
from headjudge.web.service import budget, metrics
from headjudge.web.service.problems import Problem

try:
    import fcntl
except ImportError:  # platforms without fork
    fcntl = None  # type: ignore[assignment]

JOBS = "HEADJUDGE_BATCH_JOBS"
"""The environment variable with the number of processes for a long batch."""
LONG = 2 * 1024 * 1024
"""Bytes; for smaller batches, starting processes costs more than it saves."""
AHEAD = 4
"""Chunks queued per process, which bounds the memory of a batch of any length."""
RESTARTS = 2
"""Crashed processes replaced per batch."""
LOCK = __file__
"""The file whose lock a batch with processes holds: every worker can open it, even on a full
disk."""

START_SECONDS = 30.0
"""For a process to start; after that, the time of a request for each line."""
LOOK_SECONDS = 0.25
"""Between two checks whether the client is still connected."""
KILLED = {-SIGKILL, -SIGTERM}
"""Exit codes of processes killed from outside; others were caused by their work."""

Alone = Callable[[Iterable[Numbered]], Iterator[Answered]]


class Ways(NamedTuple):
    """How this process answers lines itself, and whether the client is still connected."""

    alone: Alone
    """Judges the lines."""
    refused: Alone
    """Refuses lines that crash a process or take too long."""
    is_gone: Callable[[], bool] = lambda: False
    """Whether the client has disconnected, if the server can tell."""


def jobs() -> int:
    """The number of processes for a long batch, by default one per core; raises ValueError."""
    text = os.environ.get(JOBS)
    if not text:
        return cores()
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise ValueError(f"{JOBS} must be a number of processes from 1, not {text!r}.")
    return int(text)


def cores() -> int:
    """The number of cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def answers(pieces: Iterable[bytes], terms: Terms, ways: Ways, count: int) -> Iterator[Answered]:
    """The answers to the lines, in order, computed by `count` processes.

    Stops early if the client disconnects. This process judges short batches itself, also lines
    with links, and everything while another batch holds the pool: all batches of a service
    share the same cores.
    """
    if count == 1:
        yield from ways.alone(numbered(pieces))
        return
    all_chunks = chunks(pieces)
    begun = [*_first(all_chunks, LONG)]
    rest = chain(begun, all_chunks)
    with _pool_lock(is_wanted=sum(chunk.size for chunk in begun) >= LONG) as is_taken:
        if is_taken:
            yield from _share_out(rest, terms, ways, count)
        else:
            yield from ways.alone(chain.from_iterable(chunk.lines() for chunk in rest))


def _first(some_chunks: Iterator[Chunk], size: int) -> Iterator[Chunk]:
    """The first chunks, up to `size` bytes in total."""
    for chunk in some_chunks:
        yield chunk
        size -= chunk.size
        if size <= 0:
            return


@contextmanager
def _pool_lock(*, is_wanted: bool) -> Iterator[bool]:
    """Acquire the pool's lock; whether this batch wanted and got it."""
    with open(LOCK, "rb") as lock:
        if is_wanted and fcntl:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                is_wanted = False
        yield is_wanted


@dataclass(eq=False)
class _Share:
    """A chunk with its answers, or None until a process returns them."""

    chunk: Chunk
    answers: Iterable[Answered] | None = None


def _share_out(
    some_chunks: Iterator[Chunk], terms: Terms, ways: Ways, count: int
) -> Iterator[Answered]:
    processes = _Processes(terms, ways, count)
    shares: deque[_Share] = deque()
    try:
        while True:
            for chunk in islice(some_chunks, count * AHEAD - len(shares)):
                shares.append(_Share(chunk))
                if _is_kept(chunk):
                    shares[-1].answers = ways.alone(chunk.lines())
                else:
                    processes.take(shares[-1])
            if not shares or ways.is_gone():
                return
            processes.go_on(is_awaited=shares[0].answers is None)
            if shares[0].answers is not None:
                yield from shares.popleft().answers or ()
    finally:
        processes.end()


class _Process:
    """A process that answers one chunk at a time."""

    def __init__(self, terms: Terms) -> None:
        # A forked process would inherit locks of threads that do not exist in it.
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        with theirs:
            self._process = context.Process(target=work, args=(theirs, terms), daemon=True)
            self._process.start()

    def end(self, patience: float = 0.0) -> int | None:
        """End the process after `patience` seconds; returns its exit code."""
        self.pipe.close()
        self._process.join(patience)
        self._process.kill()
        self._process.join()
        return self._process.exitcode


class _Work(NamedTuple):
    """The current work of a process."""

    process: _Process
    share: _Share
    deadline: float


class _Processes:
    """Up to `count` processes for one batch, started on demand.

    Work of a process killed from outside is done by this process. Work that crashed its process
    or exceeded its time is refused.
    """

    def __init__(self, terms: Terms, ways: Ways, count: int) -> None:
        self._terms = terms
        self._ways = ways
        self._count = count
        self._startable = count + RESTARTS
        self._waiting: deque[_Share] = deque()
        self._idle: list[_Process] = []
        self._busy: dict[Any, _Work] = {}
        """By pipe."""

    def take(self, share: _Share) -> None:
        """Queue a share; answers come in the order of the queue."""
        self._waiting.append(share)

    def go_on(self, *, is_awaited: bool) -> None:
        """Distribute queued work and collect answers; block briefly if `is_awaited`."""
        self._hand_out()
        if not self._busy:
            return
        for pipe in wait([*self._busy], LOOK_SECONDS if is_awaited else 0):
            process, share, _ = self._busy.pop(pipe)
            try:
                answered: list[Answered] = process.pipe.recv()
            except (EOFError, OSError):
                self._lose(process, share)
                continue
            for answer in answered:
                if answer.codes is not None:
                    metrics.count_verdict(answer.codes)
            share.answers = answered
            self._idle.append(process)
        for pipe, late in [*self._busy.items()]:
            if late.deadline < monotonic():
                del self._busy[pipe]
                late.process.end()
                late.share.answers = self._ways.refused(late.share.chunk.lines())
        self._hand_out()

    def end(self) -> None:
        """End all processes."""
        for process in [*self._idle, *(task.process for task in self._busy.values())]:
            process.end()

    def _hand_out(self) -> None:
        while self._waiting and (process := self._free()):
            share = self._waiting.popleft()
            try:
                process.pipe.send(share.chunk)
            except OSError:
                self._lose(process, share)
            else:
                end = monotonic() + START_SECONDS + budget.SECONDS * share.chunk.most_lines
                self._busy[process.pipe] = _Work(process, share, end)
        if not self._busy:  # and no process can be started
            for share in self._waiting:
                share.answers = self._ways.alone(share.chunk.lines())
            self._waiting.clear()

    def _free(self) -> _Process | None:
        """An idle process; None if there is none."""
        if self._idle:
            return self._idle.pop()
        if self._startable and len(self._busy) < self._count:
            self._startable -= 1
            with suppress(OSError):  # limit on processes or files reached
                return _Process(self._terms)
        return None

    def _lose(self, process: _Process, share: _Share) -> None:
        is_killed = process.end(patience=START_SECONDS) in KILLED
        answer = self._ways.alone if is_killed else self._ways.refused
        share.answers = answer(share.chunk.lines())


def _is_kept(chunk: Chunk) -> bool:
    """Whether this process must answer: all links of a batch share one fetcher."""
    text = chunk.content
    return isinstance(text, Problem) or (
        links() is not None and (b'"url"' in text or b"\\u00" in text)
    )
