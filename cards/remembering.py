"""What is remembered of a catalogue, and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol, TypeVar

K = TypeVar("K")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Remembered(Protocol[T_co]):
    """A function whose answers are remembered."""

    def __call__(self, *arguments: Any, **named: Any) -> T_co: ...
    def cache_clear(self) -> None: ...


_remembered: list[Remembered[Any]] = []


class Answers(dict[K, T]):
    """What a function answers, by its one argument: a dictionary that asks it for what it lacks.

    For what is looked up line by line. Where `functools.lru_cache` writes down which answer was
    used last, this only reads; when it holds the most it forgets all of them.
    """

    def __init__(
        self, function: Callable[[K], T], most: int, keeps: Callable[[K], bool] | None = None
    ) -> None:
        """`keeps` tells of what the answer is kept; of all without it."""
        super().__init__()
        self._function = function
        self._most = most
        self._keeps = keeps

    def __missing__(self, key: K) -> T:
        answer = self._function(key)
        if self._keeps and not self._keeps(key):
            return answer
        if len(self) >= self._most:
            self.clear()
        self[key] = answer
        return answer


def remembered(most: int) -> Callable[[Callable[..., T]], Remembered[T]]:
    """`functools.lru_cache` for what depends on a catalogue, which is among the arguments.

    As an argument it keeps the answers of two catalogues apart; `forget` lets go of it.
    """

    def remembering(function: Callable[..., T]) -> Remembered[T]:
        cached = lru_cache(most)(function)
        _remembered.append(cached)
        return cached

    return remembering


def forget() -> None:
    """Forget it all, so that nothing holds a catalogue that is used no more."""
    for cached in _remembered:
        cached.cache_clear()
