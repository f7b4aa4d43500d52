"""How long to wait before a request is sent again."""

from __future__ import annotations

from collections.abc import Callable


class Waiting:
    """Waits that double, of which a random share is taken, so that clients do not come at once."""

    def __init__(self, attempts: int, backoff: float, longest: float) -> None:
        self._attempts = attempts
        self._backoff = backoff
        self._longest = longest
        self._failed = 0

    def begin_anew(self) -> None:
        """Something has arrived: what failed before does not count."""
        self._failed = 0

    def next(self, asked: float | None, choose: Callable[[float, float], float]) -> float | None:
        """Seconds until the next attempt; None where there is none left.

        What the server asks for is waited for; else `choose` takes a share (full jitter).
        """
        self._failed += 1
        if self._failed >= self._attempts:
            return None
        if asked is not None:
            return asked
        return choose(0, min(self._longest, self._backoff * 2 ** (self._failed - 1)))
