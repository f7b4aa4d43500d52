"""The threads of a worker that compute, and whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import Event, Lock
from time import monotonic

from messages import say
from web.limits import LIMITS
from web.problems import Problem
from web.shares import Busy, Shares

PLACES = 8
"""Requests that compute at once: Python computes one at a time, so that more help nobody."""
THREADS = 64
"""Threads at the most: those that wait for a client's next line, or its reading, have no place."""
STREAMS = 48
"""Of them at most, for batches; half of these for one client."""
STUCK_SECONDS = 2 * LIMITS.seconds + 5
"""After so long a request is not slow any more: its thread hangs."""


class Ticket:
    """A request of a client that is to compute, and is called with a place."""

    def __init__(
        self, client: str, go_on: Callable[[], object], refuse: Callable[[Problem], object]
    ) -> None:
        self.client = client
        self.go_on = go_on
        self.refuse = refuse
        self.begun = 0.0
        """When it got the place that it holds."""


class Computing:
    """Computes what is asked for, each client's part at a time. Safe between threads."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._shares: Shares[Ticket] = Shares(
            PLACES, LIMITS.waiting, LIMITS.queue_seconds, clock, LIMITS.share / 100
        )
        self._streams: Counter[str] = Counter()
        self._threads = ThreadPoolExecutor(THREADS, "compute")

    def submit(self, ticket: Ticket, work: Callable[[], object]) -> None:
        """Have this done in a thread once it is its client's turn.

        `refuse` of the ticket is called with Problem 429 in its place where others would suffer.
        """
        ticket.go_on = lambda: self._threads.submit(self._run, ticket, work)
        try:
            with self._lock:
                given_way = self._shares.ask(ticket.client, ticket)
        except Busy as busy:
            ticket.refuse(too_much(busy.seconds))
            return
        if given_way:
            given_way.refuse(too_much(1))
        self._hand_out()

    @contextmanager
    def paused(self, ticket: Ticket) -> Iterator[None]:
        """Give the place back to others while this thread waits for somebody."""
        with self._lock:
            self._shares.leave(ticket.client, ticket.begun, is_done=False)
        self._hand_out()
        try:
            yield
        finally:
            turn = Event()
            ticket.go_on = turn.set
            with self._lock:
                self._shares.resume(ticket.client, ticket)
            self._hand_out()
            turn.wait()

    @contextmanager
    def streaming(self, client: str) -> Iterator[None]:
        """A batch, which may hold a thread without computing; raises Problem 429. In the loop."""
        if self._streams[client] >= STREAMS // 2 or self._streams.total() >= STREAMS:
            raise too_much(1)
        self._streams[client] += 1
        try:
            yield
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]

    def is_stuck(self) -> bool:
        """Whether a request computes for so long that its thread must hang."""
        with self._lock:
            oldest = self._shares.oldest()
        return oldest is not None and self._clock() - oldest > STUCK_SECONDS

    def _run(self, ticket: Ticket, work: Callable[[], object]) -> None:
        try:
            work()
        finally:
            with self._lock:
                self._shares.leave(ticket.client, ticket.begun)
            self._hand_out()

    def _hand_out(self) -> None:
        with self._lock:
            taken = self._shares.take()
            for ticket, begun in taken:
                ticket.begun = begun
        for ticket, _ in taken:
            ticket.go_on()


@cache
def computing() -> Computing:
    """The one of this worker; it is made after the fork, as its threads would not be forked."""
    return Computing()


def too_much(seconds: int) -> Problem:
    """The problem of a client that would have more than its share."""
    sentence = say(
        "What you have sent takes more than your share of the service, which others are using."
        " Wait {seconds} s.",
        seconds=seconds,
    )
    return Problem(429, sentence, headers={"Retry-After": str(seconds)})
