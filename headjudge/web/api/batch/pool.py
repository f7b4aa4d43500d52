"""A long batch on all cores: its lines shared out to processes, their answers in order."""

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
except ImportError:  # where nothing forks
    fcntl = None  # type: ignore[assignment]

JOBS = "HEADJUDGE_BATCH_JOBS"
"""The setting that says on how many processes a long batch is judged."""
LONG = 2 * 1024 * 1024
"""Bytes from which on processes are started, which takes as long as some thousands of teams."""
AHEAD = 4
"""Chunks that wait for each process: a batch of any length has no more than these in memory."""
RESTARTS = 2
"""How many processes that died are replaced, for one batch."""
LOCK = __file__
"""The file whose lock the batch has that has processes: every worker has it, and no full disk takes
it away."""

START_SECONDS = 30.0
"""For a process to begin; then it has the seconds of a request for each line."""
LOOK_SECONDS = 0.25
"""Between two looks whether a client is still there."""
KILLED = {-SIGKILL, -SIGTERM}
"""How a process ends that others end; what ends otherwise has ended by what it was at."""

Alone = Callable[[Iterable[Numbered]], Iterator[Answered]]


class Ways(NamedTuple):
    """How this process answers lines itself, and whether anybody still wants to know."""

    alone: Alone
    """By judging them."""
    refused: Alone
    """Those that end a process, or take too long, without judging them."""
    is_gone: Callable[[], bool] = lambda: False
    """Whether the client has left, where the server can tell."""


def jobs() -> int:
    """How many processes a long batch may have: as many as there are cores; raises ValueError."""
    text = os.environ.get(JOBS)
    if not text:
        return cores()
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise ValueError(f"{JOBS} must be a number of processes from 1, not {text!r}.")
    return int(text)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def answers(pieces: Iterable[bytes], terms: Terms, ways: Ways, count: int) -> Iterator[Answered]:
    """The answers to the lines in these pieces, in their order, by so many processes.

    They end early where the client has left. This process judges alone: a short batch, lines that
    name links, and while another batch has the processes, as all batches of a service have the
    same cores.
    """
    if count == 1:
        yield from ways.alone(numbered(pieces))
        return
    all_chunks = chunks(pieces)
    begun = [*_first(all_chunks, LONG)]
    rest = chain(begun, all_chunks)
    with _taken(is_wanted=sum(chunk.size for chunk in begun) >= LONG) as is_taken:
        if is_taken:
            yield from _shared(rest, terms, ways, count)
        else:
            yield from ways.alone(chain.from_iterable(chunk.lines() for chunk in rest))


def _first(some_chunks: Iterator[Chunk], size: int) -> Iterator[Chunk]:
    """The first chunks, of so many bytes together."""
    for chunk in some_chunks:
        yield chunk
        size -= chunk.size
        if size <= 0:
            return


@contextmanager
def _taken(*, is_wanted: bool) -> Iterator[bool]:
    """Whether this batch is to have processes: it wants them, and no other has them."""
    with open(LOCK, "rb") as lock:
        if is_wanted and fcntl:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                is_wanted = False
        yield is_wanted


@dataclass(eq=False)
class _Share:
    """A chunk with its answers; None until a process has given them."""

    chunk: Chunk
    answers: Iterable[Answered] | None = None


def _shared(
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
    """A process that answers a chunk at a time."""

    def __init__(self, terms: Terms) -> None:
        # One that was forked would hold locks of threads that it has not got.
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        with theirs:
            self._process = context.Process(target=work, args=(theirs, terms), daemon=True)
            self._process.start()

    def end(self, patience: float = 0.0) -> int | None:
        """End it now, whatever it is at, or after so many seconds; how it has ended."""
        self.pipe.close()
        self._process.join(patience)
        self._process.kill()
        self._process.join()
        return self._process.exitcode


class _Work(NamedTuple):
    """What a process is at."""

    process: _Process
    share: _Share
    deadline: float


class _Processes:
    """So many processes for one batch, each started when there is a chunk for it.

    What one of them was at when others killed it is answered by this process. What has ended it,
    or takes longer than it may, is refused.
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
        """Answer this after all that was taken before."""
        self._waiting.append(share)

    def go_on(self, *, is_awaited: bool) -> None:
        """Hand out what waits, and take what is answered; wait for a moment if it is awaited."""
        self._hand_out()
        if not self._busy:
            return
        for pipe in wait([*self._busy], LOOK_SECONDS if is_awaited else 0):
            process, share, _ = self._busy.pop(pipe)
            try:
                answered: Answered = process.pipe.recv()
            except (EOFError, OSError):
                self._lose(process, share)
                continue
            for codes in answered.verdicts:
                if codes is not None:
                    metrics.count_verdict(codes)
            share.answers = [answered]
            self._idle.append(process)
        for pipe, late in [*self._busy.items()]:
            if late.deadline < monotonic():
                del self._busy[pipe]
                late.process.end()
                late.share.answers = self._ways.refused(late.share.chunk.lines())
        self._hand_out()

    def end(self) -> None:
        """End them all."""
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
        if not self._busy:  # and there will be none
            for share in self._waiting:
                share.answers = self._ways.alone(share.chunk.lines())
            self._waiting.clear()

    def _free(self) -> _Process | None:
        """A process that has nothing to do; None where there is none at the moment."""
        if self._idle:
            return self._idle.pop()
        if self._startable and len(self._busy) < self._count:
            self._startable -= 1
            with suppress(OSError):  # no more processes, or files, may be had
                return _Process(self._terms)
        return None

    def _lose(self, process: _Process, share: _Share) -> None:
        is_killed = process.end(patience=START_SECONDS) in KILLED
        answer = self._ways.alone if is_killed else self._ways.refused
        share.answers = answer(share.chunk.lines())


def _is_kept(chunk: Chunk) -> bool:
    """Whether this process is to answer: all links of a batch are fetched on one errand."""
    text = chunk.content
    return isinstance(text, Problem) or (
        links() is not None and (b'"url"' in text or b"\\u00" in text)
    )
