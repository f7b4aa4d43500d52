"""Who computes next: a client holds at most half of the places, and its own work waits for it.

Pure: no threads and no clock of its own. What is limited is work, not requests. A client whose
requests are cheap may send as many as the service can answer; one whose requests are dear is told
to wait as soon as its own would wait for longer than `patience`, while others are being served.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Ticket = TypeVar("Ticket")
MEMORY_SECONDS = 10.0
"""What a client has used counts half after so long; so long after its last request it is gone."""
CLIENTS_MAX = 10_000
"""Clients whose use is remembered."""


@dataclass
class Busy(Exception):
    """This client has too much work ahead, while others ask: it has to wait so many seconds."""

    seconds: int


class Full(Exception):
    """Too many requests wait already, and none of another client that has more of them."""


@dataclass
class _Client:
    """What one client has, and has used."""

    waiting: deque[Any] = field(default_factory=deque)
    """Tickets of requests that have not begun."""
    resuming: deque[Any] = field(default_factory=deque)
    """Tickets of requests that have begun, and have given their place back meanwhile."""
    begun: list[float] = field(default_factory=list)
    """When each of its requests that compute now began."""
    seconds: float = 0.0
    requests: float = 0.0
    seen: float = 0.0

    def fade(self, now: float) -> None:
        """Count what was used before for less."""
        factor = 0.5 ** ((now - self.seen) / MEMORY_SECONDS)
        self.seconds *= factor
        self.requests *= factor
        self.seen = now

    def used(self, now: float) -> float:
        """Seconds of late, with those of its requests that compute now."""
        faded: float = self.seconds * 0.5 ** ((now - self.seen) / MEMORY_SECONDS)
        return faded + sum(now - start for start in self.begun)

    def cost(self, now: float) -> float:
        """Seconds that one of its requests takes: of those that ended, or of one that goes on."""
        ended = self.seconds / self.requests if self.requests > 0.01 else 0.0
        return max([ended, *(now - start for start in self.begun)])


class Shares(Generic[Ticket]):
    """The places to compute in, and the tickets that wait for one. Not safe between threads."""

    def __init__(
        self,
        places: int,
        most_waiting: int,
        patience: float,
        clock: Callable[[], float],
        share: float = 0.5,
    ) -> None:
        """`share` is the part of the places that one client may hold, at least one place."""
        self._places = self._free = places
        self._each = max(1, int(places * share))
        self._most_waiting = most_waiting
        self._patience = patience
        self._clock = clock
        self._waiting = 0
        self._clients: dict[str, _Client] = {}
        """By name; the last one is whoever was seen last."""
        self._queued: dict[str, _Client] = {}
        """Those of them for whom a ticket waits."""

    def ask(self, client: str, ticket: Ticket) -> Ticket | None:
        """Let a request wait for a place; raises Busy or Full where it may not.

        Where too many wait, the last ticket of whoever has most of them gives way and is returned.
        """
        now = self._clock()
        account = self._client(client, now)
        ahead = (len(account.waiting) + 1) * account.cost(now) / self._each
        is_over = len(account.begun) >= self._each and ahead > self._patience
        if is_over and self._others(client, now):
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
        """Whether nobody holds a place."""
        return self._free == self._places

    def resume(self, client: str, ticket: Ticket) -> None:
        """Let a request go on that has given its place back meanwhile; it is never refused."""
        account = self._client(client, self._clock())
        account.resuming.append(ticket)
        self._queued[client] = account

    def take(self) -> list[tuple[Ticket, float]]:
        """The tickets whose turn it is and the moment from which each holds a place: now.

        The client goes first who has used least.
        """
        taken: list[tuple[Ticket, float]] = []
        now = self._clock()
        while self._free:
            able = [
                name for name, account in self._queued.items() if len(account.begun) < self._each
            ]
            if not able:
                break
            name = (
                able[0]
                if len(able) == 1
                else min(able, key=lambda each: self._queued[each].used(now))
            )
            account = self._queued[name]
            if account.resuming:
                taken.append((account.resuming.popleft(), now))
            else:
                taken.append((account.waiting.popleft(), now))
                self._waiting -= 1
            if not (account.resuming or account.waiting):
                del self._queued[name]
            account.begun.append(now)
            self._free -= 1
        return taken

    def leave(self, client: str, begun: float, *, is_done: bool = True) -> None:
        """Give a place back that was held since `begun`."""
        now = self._clock()
        account = self._client(client, now)
        account.begun.remove(begun)
        account.seconds += now - begun
        account.requests += is_done
        self._free += 1

    def _client(self, name: str, now: float) -> _Client:
        account = self._clients.pop(name, None) or _Client(seen=now)
        self._clients[name] = account
        account.fade(now)
        if len(self._clients) > CLIENTS_MAX:
            self._forget()
        return account

    def _forget(self) -> None:
        """Forget whoever was not seen for longest, and waits for nothing."""
        idle = (
            name
            for name, account in self._clients.items()
            if not (account.begun or name in self._queued)
        )
        if name := next(idle, None):
            del self._clients[name]

    def _others(self, client: str, now: float) -> bool:
        """Whether anybody else was served of late."""
        for name in reversed(self._clients):
            if name != client:
                return now - self._clients[name].seen < MEMORY_SECONDS
        return False
