"""Fair scheduling: a client gets at most half of the places, and only waits for its own work.

Pure: no threads, no clock of its own. Work is limited, not requests: a client with cheap requests
may send as many as the service can answer, one with expensive requests is told to wait as soon as
its own would wait longer than `patience` while others are being served.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Ticket = TypeVar("Ticket")
MEMORY_SECONDS = 10.0
"""Half-life of a client's usage; a client idle for this long is forgotten."""
CLIENTS_MAX = 10_000
"""Maximum number of clients tracked."""


@dataclass
class Busy(Exception):
    """This client has too much work queued while others ask; retry after some seconds."""

    seconds: int


class Full(Exception):
    """Too many requests are waiting, and no other client has more of them."""


@dataclass
class _Client:
    """The requests and usage of one client."""

    waiting: deque[Any] = field(default_factory=deque)
    """Tickets of requests that have not started."""
    resuming: deque[Any] = field(default_factory=deque)
    """Tickets of started requests that gave their place back meanwhile."""
    starts: list[float] = field(default_factory=list)
    """Start times of its requests being computed."""
    seconds: float = 0.0
    requests: float = 0.0
    last_seen: float = 0.0

    def decay(self, now: float) -> None:
        """Reduce the usage by the time since it was last seen."""
        factor = self._decay_factor(now)
        self.seconds *= factor
        self.requests *= factor
        self.last_seen = now

    def usage(self, now: float) -> float:
        """Recent usage in seconds, including requests being computed."""
        return self.seconds * self._decay_factor(now) + sum(now - start for start in self.starts)

    def cost(self, now: float) -> float:
        """Estimated seconds per request, from finished ones or from one that is running."""
        average = self.seconds / self.requests if self.requests > 0.01 else 0.0
        return max([average, *(now - start for start in self.starts)])

    def _decay_factor(self, now: float) -> float:
        factor: float = 0.5 ** ((now - self.last_seen) / MEMORY_SECONDS)
        return factor


class Shares(Generic[Ticket]):
    """The places to compute in, and the tickets waiting for them. Not thread-safe."""

    def __init__(
        self,
        places: int,
        most_waiting: int,
        patience: float,
        clock: Callable[[], float],
        share: float = 0.5,
    ) -> None:
        """`share` is the fraction of the places that one client may hold, at least one place."""
        self._places = self._free = places
        self._per_client = max(1, int(places * share))
        self._most_waiting = most_waiting
        self._patience = patience
        self._clock = clock
        self._waiting = 0
        self._clients: dict[str, _Client] = {}
        """By name, least recently seen first."""
        self._queued: dict[str, _Client] = {}
        """Those with a waiting ticket."""

    def ask(self, client: str, ticket: Ticket) -> Ticket | None:
        """Queue a request; raises Busy or Full.

        If too many are waiting, the last ticket of the client with most of them is dropped and
        returned.
        """
        now = self._clock()
        account = self._client(client, now)
        ahead = (len(account.waiting) + 1) * account.cost(now) / self._per_client
        is_over = len(account.starts) >= self._per_client and ahead > self._patience
        if is_over and self._has_others(client, now):
            raise Busy(min(int(MEMORY_SECONDS), math.ceil(ahead)))
        displaced = None
        if self._waiting >= self._most_waiting:
            longest = max(self._queued.values(), key=lambda other: len(other.waiting))
            if len(longest.waiting) <= len(account.waiting) + 1:
                raise Full
            displaced = longest.waiting.pop()
            self._waiting -= 1
        account.waiting.append(ticket)
        self._waiting += 1
        self._queued[client] = account
        return displaced

    @property
    def is_idle(self) -> bool:
        """Whether no place is taken."""
        return self._free == self._places

    def resume(self, client: str, ticket: Ticket) -> None:
        """Queue a request that gave its place back; it is never refused."""
        account = self._client(client, self._clock())
        account.resuming.append(ticket)
        self._queued[client] = account

    def take(self) -> list[tuple[Ticket, float]]:
        """The tickets whose turn it is, each with the time from which it holds a place: now.

        The client with the least usage goes first.
        """
        taken: list[tuple[Ticket, float]] = []
        now, limit = self._clock(), self._per_client
        while self._free:
            able = [name for name, account in self._queued.items() if len(account.starts) < limit]
            if not able:
                break
            name = min(able, key=lambda name: self._queued[name].usage(now))
            account = self._queued[name]
            if account.resuming:
                taken.append((account.resuming.popleft(), now))
            else:
                taken.append((account.waiting.popleft(), now))
                self._waiting -= 1
            if not (account.resuming or account.waiting):
                del self._queued[name]
            account.starts.append(now)
            self._free -= 1
        return taken

    def leave(self, client: str, start: float, *, is_done: bool = True) -> None:
        """Give back a place held since `start`."""
        now = self._clock()
        account = self._client(client, now)
        account.starts.remove(start)
        account.seconds += now - start
        account.requests += is_done
        self._free += 1

    def _client(self, name: str, now: float) -> _Client:
        account = self._clients.pop(name, None) or _Client(last_seen=now)
        self._clients[name] = account
        account.decay(now)
        if len(self._clients) > CLIENTS_MAX:
            self._forget()
        return account

    def _forget(self) -> None:
        """Forget the least recently seen client without waiting requests."""
        for name, account in self._clients.items():
            if not (account.starts or name in self._queued):
                del self._clients[name]
                return

    def _has_others(self, client: str, now: float) -> bool:
        """Whether another client was served recently."""
        latest = next((name for name in reversed(self._clients) if name != client), None)
        return latest is not None and now - self._clients[latest].last_seen < MEMORY_SECONDS
