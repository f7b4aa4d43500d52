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

from headjudge.web.api.batch.lines import Chunk, LineAnswer, Numbered, Terms, chunks, numbered
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
"""The file locked by a batch with processes: every worker can open it, even on a full
disk."""

START_SECONDS = 30.0
"""For a process to start; after that, the time of a request for each line."""
CHECK_SECONDS = 0.25
"""Between two checks whether the client is still connected."""
KILLED = {-SIGKILL, -SIGTERM}
"""Exit codes of processes killed from outside; others were caused by their work."""

AnswerLines = Callable[[Iterable[Numbered]], Iterator[LineAnswer]]


class Ways(NamedTuple):
    """Functions that answer lines in this process, and whether the client is still connected."""

    judge: AnswerLines
    refuse: AnswerLines
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


def answers(pieces: Iterable[bytes], terms: Terms, ways: Ways, count: int) -> Iterator[LineAnswer]:
    """The answers to the lines, in order, computed by `count` processes.

    Stops early if the client disconnects. This process judges short batches itself, also lines
    with links, and everything while another batch holds the pool: all batches of a service
    share the same cores.
    """
    if count == 1:
        yield from ways.judge(numbered(pieces))
        return
    all_chunks = chunks(pieces)
    head = [*_first(all_chunks, LONG)]
    all_chunks = chain(head, all_chunks)
    with _pool_lock(is_wanted=sum(chunk.size for chunk in head) >= LONG) as is_locked:
        if is_locked:
            yield from _distribute(all_chunks, terms, ways, count)
        else:
            yield from ways.judge(chain.from_iterable(chunk.lines() for chunk in all_chunks))


def _first(some_chunks: Iterator[Chunk], size: int) -> Iterator[Chunk]:
    """The first chunks, up to `size` bytes in total."""
    for chunk in some_chunks:
        yield chunk
        size -= chunk.size
        if size <= 0:
            return


@contextmanager
def _pool_lock(*, is_wanted: bool) -> Iterator[bool]:
    """Acquire the pool's lock if it is wanted; yields whether it was acquired."""
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
    answers: Iterable[LineAnswer] | None = None


def _distribute(
    some_chunks: Iterator[Chunk], terms: Terms, ways: Ways, count: int
) -> Iterator[LineAnswer]:
    processes = _Processes(terms, ways, count)
    shares: deque[_Share] = deque()
    try:
        while True:
            for chunk in islice(some_chunks, count * AHEAD - len(shares)):
                shares.append(_Share(chunk))
                if _is_local(chunk):
                    shares[-1].answers = ways.judge(chunk.lines())
                else:
                    processes.queue(shares[-1])
            if not shares or ways.is_gone():
                return
            processes.advance(is_awaited=shares[0].answers is None)
            if shares[0].answers is not None:
                yield from shares.popleft().answers or ()
    finally:
        processes.end()


class _Process:
    """A process that answers one chunk at a time."""

    def __init__(self, terms: Terms) -> None:
        # A forked process would inherit locks of threads that do not exist in it.
        context = get_context("spawn")
        self.pipe, child_pipe = context.Pipe()
        with child_pipe:
            self._process = context.Process(target=work, args=(child_pipe, terms), daemon=True)
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

    def queue(self, share: _Share) -> None:
        """Queue a share; answers come in the order of the queue."""
        self._waiting.append(share)

    def advance(self, *, is_awaited: bool) -> None:
        """Dispatch queued work and collect answers; block briefly if `is_awaited`."""
        self._dispatch()
        if not self._busy:
            return
        for pipe in wait([*self._busy], CHECK_SECONDS if is_awaited else 0):
            process, share, _ = self._busy.pop(pipe)
            try:
                answers: list[LineAnswer] = process.pipe.recv()
            except (EOFError, OSError):
                self._end_failed(process, share)
                continue
            for answer in answers:
                if answer.codes is not None:
                    metrics.count_verdict(answer.codes)
            share.answers = answers
            self._idle.append(process)
        for pipe, task in [*self._busy.items()]:
            if task.deadline < monotonic():
                del self._busy[pipe]
                task.process.end()
                task.share.answers = self._ways.refuse(task.share.chunk.lines())
        self._dispatch()

    def end(self) -> None:
        """End all processes."""
        for process in [*self._idle, *(task.process for task in self._busy.values())]:
            process.end()

    def _dispatch(self) -> None:
        while self._waiting and (process := self._idle_process()):
            share = self._waiting.popleft()
            try:
                process.pipe.send(share.chunk)
            except OSError:
                self._end_failed(process, share)
            else:
                end = monotonic() + START_SECONDS + budget.SECONDS * share.chunk.most_lines
                self._busy[process.pipe] = _Work(process, share, end)
        if not self._busy:  # and no process can be started
            for share in self._waiting:
                share.answers = self._ways.judge(share.chunk.lines())
            self._waiting.clear()

    def _idle_process(self) -> _Process | None:
        """An idle process; None if there is none."""
        if self._idle:
            return self._idle.pop()
        if self._startable and len(self._busy) < self._count:
            self._startable -= 1
            with suppress(OSError):  # limit on processes or files reached
                return _Process(self._terms)
        return None

    def _end_failed(self, process: _Process, share: _Share) -> None:
        is_killed = process.end(patience=START_SECONDS) in KILLED
        answer = self._ways.judge if is_killed else self._ways.refuse
        share.answers = answer(share.chunk.lines())


def _is_local(chunk: Chunk) -> bool:
    """Whether this process must answer: all links of a batch share one fetcher."""
    text = chunk.content
    return isinstance(text, Problem) or (
        links() is not None and (b'"url"' in text or b"\\u00" in text)
    )
