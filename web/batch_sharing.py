"""A long batch on all cores: its lines shared out to processes, their answers in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import chain, islice
from multiprocessing import get_context
from threading import Lock

from web import metrics
from web.batch_processes import Judged, Numbered, Terms, begin, judge
from web.links import links

JOBS = "HEADJUDGE_BATCH_JOBS"
"""The setting that says on how many processes a long batch is judged."""
ALONE = 2048
"""Lines from which on processes are started: that takes as long as some hundreds of lines."""
CHUNK = 64
"""Lines that a process takes at once."""
AHEAD = 2
"""Chunks that wait for each process: a batch of any length has no more than these in memory."""

Chunk = list[Numbered]
Alone = Callable[[Iterable[Numbered]], Iterator[str]]

_place = Lock()
"""A worker has processes for one batch at a time; it judges others by itself."""


def jobs() -> int:
    """How many processes a long batch may have: one, as workers have the cores; ValueError."""
    text = os.environ.get(JOBS) or "1"
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise ValueError(f"{JOBS} must be a number of processes from 1, not {text!r}.")
    return int(text)


def answers(lines: Iterator[Numbered], terms: Terms, alone: Alone) -> Iterator[str]:
    """The answers to the lines, in their order; `alone` is how this process gives them."""
    yield from alone(islice(lines, ALONE))
    following = list(islice(lines, 1))
    if not following:
        return
    rest = chain(following, lines)
    if jobs() == 1 or not _place.acquire(blocking=False):
        yield from alone(rest)
        return
    try:
        yield from _shared(rest, terms, alone)
    finally:
        _place.release()


def _shared(lines: Iterator[Numbered], terms: Terms, alone: Alone) -> Iterator[str]:
    count = jobs()
    # Processes that were forked would hold locks of threads that they have not got.
    executor = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=begin, initargs=(terms.facts,)
    )
    waiting: deque[tuple[Chunk, Future[list[Judged]] | None]] = deque()
    try:
        for chunk in iter(lambda: list(islice(lines, CHUNK)), []):
            waiting.append((chunk, _submitted(executor, chunk, terms)))
            if len(waiting) >= count * AHEAD:
                yield from _answered(*waiting.popleft(), alone)
        while waiting:
            yield from _answered(*waiting.popleft(), alone)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _submitted(
    executor: ProcessPoolExecutor, chunk: Chunk, terms: Terms
) -> Future[list[Judged]] | None:
    """The chunk's answers to come; None where this process is to give them."""
    if any(isinstance(line, Exception) for _, line in chunk):
        return None
    # All links of a batch are fetched on one errand, so by one process.
    if links() and any(_may_name_a_link(line) for _, line in chunk):
        return None
    with suppress(BrokenProcessPool):
        return executor.submit(judge, chunk, terms)
    return None


def _may_name_a_link(line: object) -> bool:
    return isinstance(line, bytes) and (b'"url"' in line or b"\\u00" in line)


def _answered(chunk: Chunk, future: Future[list[Judged]] | None, alone: Alone) -> Iterator[str]:
    """The chunk's answers; a process that died has its lines judged here."""
    try:
        judged = future.result() if future else None
    except BrokenProcessPool:
        judged = None
    if judged is None:
        yield from alone(chunk)
        return
    for text, codes in judged:
        if codes is not None:
            metrics.count_verdict(codes)
        yield text
