"""The worker's compute threads, and the scheduling of requests on them.

All accounting is done in the event loop, without locks. A thread takes jobs as long as there are
any and reports each with one message to the loop: waking another thread costs as much as a small
request. A further thread only starts if nothing was taken for a while.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from queue import SimpleQueue
from threading import Event, Thread, current_thread
from time import monotonic
from typing import Any

from headjudge.web.server.shares import Busy, Full, Shares
from headjudge.web.server.spool import FULL
from headjudge.web.service.limits import LIMITS
from headjudge.web.service.problems import Problem
from messages import say

PLACES = 4
"""Requests computed concurrently: Python runs one at a time, so more do not help, and the event
loop competes with them."""
STREAMS = 48
"""Maximum number of threads that wait for a client to send or to read, without a place. One
client may have half of them."""
CHECK_SECONDS = 0.005
"""Delay before another thread starts if no job was taken."""
SWITCH_SECONDS = 0.0002
"""The interpreter's switch interval while jobs compute: short, so that the event loop stays
responsive whatever the number of threads. Each switch has a cost."""
USUAL_SWITCH_SECONDS = sys.getswitchinterval()


class Job:
    """A client's request that waits for its turn, and is then computed."""

    client = ""
    start = 0.0
    """When it got its current place."""
    turn: Event | None = None
    """Set to wake its thread, which waits for a place again."""

    def run(self) -> None:
        """Compute; in a thread."""

    def finish(self) -> None:
        """Called in the event loop after `run`."""

    def refuse(self, problem: Problem) -> None:
        """Called in place of `run` if the job is refused."""


class Computing:
    """Computes jobs, in turns between clients."""

    def __init__(self) -> None:
        """Called in the worker's event loop, like all methods unless stated otherwise."""
        self._loop = asyncio.get_running_loop()
        self._shares: Shares[Job] = Shares(
            PLACES, LIMITS.waiting, LIMITS.queue_seconds, monotonic, LIMITS.share / 100
        )
        self._streams: Counter[str] = Counter()
        self._waiting: SimpleQueue[Job] = SimpleQueue()
        self._taker: Thread | None = None
        """The thread that takes waiting jobs."""
        self._taken = 0
        self._is_checked = False
        """Whether `_check_progress` is scheduled."""
        self._calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._is_woken = False

    def submit(self, job: Job) -> None:
        """Schedule a job by its client's share; raises Problem 429 or 503."""
        try:
            displaced = self._shares.ask(job.client, job)
        except Busy as busy:
            raise too_much(busy.seconds) from None
        except Full:
            raise FULL from None
        if displaced:
            displaced.refuse(too_much(1))
        self._dispatch()

    def call_soon(self, function: Callable[..., object], *arguments: Any) -> None:
        """Run a function in the event loop, in order of the calls; from any thread."""
        self._calls.append((function, arguments))
        if not self._is_woken:
            self._is_woken = True
            self._loop.call_soon_threadsafe(self._run_calls)

    @contextmanager
    def pause(self, job: Job) -> Iterator[None]:
        """Give the place back while the job's thread, the current one, waits for the client."""
        self.call_soon(self._leave, job)
        try:
            yield
        finally:
            turn = job.turn = Event()
            self.call_soon(self._resume, job)
            turn.wait()

    @contextmanager
    def streaming(self, client: str) -> Iterator[None]:
        """Reserve a thread for a batch, which may wait without computing; raises Problem 503."""
        if self._streams[client] >= STREAMS // 2 or self._streams.total() >= STREAMS:
            raise FULL
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]

    def _run_calls(self) -> None:
        self._is_woken = False  # a later call has to wake the loop again
        while self._calls:
            function, arguments = self._calls.popleft()
            function(*arguments)

    def _leave(self, job: Job) -> None:
        self._shares.leave(job.client, job.start, is_done=False)
        self._dispatch()

    def _resume(self, job: Job) -> None:
        self._shares.resume(job.client, job)
        self._dispatch()

    def _finish(self, job: Job) -> None:
        self._shares.leave(job.client, job.start)
        self._dispatch()
        job.finish()

    def _dispatch(self) -> None:
        """Give free places to jobs whose turn it is."""
        for job, start in self._shares.take():
            job.start = start
            if job.turn:
                job.turn.set()
                continue
            self._waiting.put(job)
            if not self._taker:
                self._start_thread()
            if not self._is_checked:
                self._is_checked = True
                self._loop.call_later(CHECK_SECONDS, self._check_progress, self._taken)

    def _check_progress(self, taken: int) -> None:
        """Start another thread for waiting jobs if the one taking them is busy."""
        self._is_checked = not self._shares.is_idle
        is_slow = self._is_checked and self._taken == taken
        sys.setswitchinterval(SWITCH_SECONDS if is_slow else USUAL_SWITCH_SECONDS)
        if is_slow and not self._waiting.empty():
            self._start_thread()
        if self._is_checked:
            self._loop.call_later(CHECK_SECONDS, self._check_progress, self._taken)

    def _start_thread(self) -> None:
        self._taker = Thread(target=self._compute, name="compute", daemon=True)
        self._taker.start()

    def _compute(self) -> None:
        """Compute waiting jobs until another thread takes over."""
        while self._taker is current_thread():
            job = self._waiting.get()
            self._taken += 1
            try:
                job.run()
            finally:
                self.call_soon(self._finish, job)


@cache
def computing() -> Computing:
    """The instance of this worker, created in its event loop after the fork."""
    return Computing()


def too_much(seconds: int) -> Problem:
    """The problem of a client that exceeds its share."""
    sentence = say(
        "Your requests take more than your share of the service, which others are using. Wait"
        " {seconds} s.",
        seconds=seconds,
    )
    return Problem(429, sentence, headers={"Retry-After": str(seconds)})
