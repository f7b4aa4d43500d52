"""The threads of a worker that compute, and whose turn it is.

All accounts are kept in the loop, without locks. A thread takes what waits for as long as anything
does, and tells the loop by one message what it has done: to wake another costs as much as a small
request. Another begins only where nothing was taken for a while.
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
"""Requests that compute at once: Python computes one at a time, so that more help nobody, and the
loop has its turn among them."""
STREAMS = 48
"""Threads at the most that wait for a client's next line, or its reading, and have no place; half
of them for one client."""
LOOK_SECONDS = 0.005
"""After which another thread begins where nothing was taken."""
SWITCH_SECONDS = 0.0002
"""For which a thread computes until another may, once something takes long: much less than usual,
so that the loop is soon heard however many compute. A switch costs as well."""
USUAL_SWITCH_SECONDS = sys.getswitchinterval()


class Job:
    """What a client has asked for, and waits for its turn; once it has a place, it is computed."""

    client = ""
    begun = 0.0
    """When it got the place that it holds."""
    turn: Event | None = None
    """What its thread waits for, where it has begun and has given its place back."""

    def run(self) -> None:
        """Compute; in a thread."""

    def finish(self) -> None:
        """It is computed."""

    def refuse(self, problem: Problem) -> None:
        """It will not be computed."""


class Computing:
    """Computes what is asked for, each client's part at a time."""

    def __init__(self) -> None:
        """In the loop of the worker, as all that does not say otherwise."""
        self._loop = asyncio.get_running_loop()
        self._shares: Shares[Job] = Shares(
            PLACES, LIMITS.waiting, LIMITS.queue_seconds, monotonic, LIMITS.share / 100
        )
        self._streams: Counter[str] = Counter()
        self._waiting: SimpleQueue[Job] = SimpleQueue()
        self._taker: Thread | None = None
        """The thread that takes what waits."""
        self._taken = 0
        self._is_looked_after = False
        self._told: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._is_called = False

    def submit(self, job: Job) -> None:
        """Have this done in a thread once it is its client's turn; raises Problem 429 or 503."""
        try:
            displaced = self._shares.ask(job.client, job)
        except Busy as busy:
            raise too_much(busy.seconds) from None
        except Full:
            raise FULL from None
        if displaced:
            displaced.refuse(too_much(1))
        self._hand_out()

    def tell(self, function: Callable[..., object], *arguments: Any) -> None:
        """Have the loop call this, after all that it was told before; from any thread."""
        self._told.append((function, arguments))
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon_threadsafe(self._hear)

    @contextmanager
    def paused(self, job: Job) -> Iterator[None]:
        """Give the place back to others while the job's thread, this one, waits for somebody."""
        self.tell(self._leave, job)
        try:
            yield
        finally:
            turn = job.turn = Event()
            self.tell(self._resume, job)
            turn.wait()

    @contextmanager
    def streaming(self, client: str) -> Iterator[None]:
        """A batch, which may hold a thread without computing; raises Problem 503."""
        if self._streams[client] >= STREAMS // 2 or self._streams.total() >= STREAMS:
            raise FULL
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]

    def _hear(self) -> None:
        self._is_called = False  # from now on the loop is to be called again
        while self._told:
            function, arguments = self._told.popleft()
            function(*arguments)

    def _leave(self, job: Job) -> None:
        self._shares.leave(job.client, job.begun, is_done=False)
        self._hand_out()

    def _resume(self, job: Job) -> None:
        self._shares.resume(job.client, job)
        self._hand_out()

    def _finish(self, job: Job) -> None:
        self._shares.leave(job.client, job.begun)
        self._hand_out()
        job.finish()

    def _hand_out(self) -> None:
        for job, begun in self._shares.take():
            job.begun = begun
            if job.turn:
                job.turn.set()
                continue
            self._waiting.put(job)
            if not self._taker:
                self._begin()
            if not self._is_looked_after:
                self._is_looked_after = True
                self._loop.call_later(LOOK_SECONDS, self._look, self._taken)

    def _look(self, taken: int) -> None:
        """Let another thread take what waits, where the one that should is busy."""
        self._is_looked_after = not self._shares.is_idle
        is_slow = self._is_looked_after and self._taken == taken
        sys.setswitchinterval(SWITCH_SECONDS if is_slow else USUAL_SWITCH_SECONDS)
        if is_slow and not self._waiting.empty():
            self._begin()
        if self._is_looked_after:
            self._loop.call_later(LOOK_SECONDS, self._look, self._taken)

    def _begin(self) -> None:
        self._taker = Thread(target=self._take, name="compute", daemon=True)
        self._taker.start()

    def _take(self) -> None:
        """Compute what waits until another thread does."""
        while self._taker is current_thread():
            job = self._waiting.get()
            self._taken += 1
            try:
                job.run()
            finally:
                self.tell(self._finish, job)


@cache
def computing() -> Computing:
    """The one of this worker; it is made after the fork, in its loop."""
    return Computing()


def too_much(seconds: int) -> Problem:
    """The problem of a client that would have more than its share."""
    sentence = say(
        "What you have sent takes more than your share of the service, which others are using."
        " Wait {seconds} s.",
        seconds=seconds,
    )
    return Problem(429, sentence, headers={"Retry-After": str(seconds)})
