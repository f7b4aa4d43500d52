"""Caches of values that depend on a catalogue, cleared together."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol, TypeVar

K = TypeVar("K")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class CachedFunction(Protocol[T_co]):
    """A cached function."""

    def __call__(self, *arguments: Any, **named: Any) -> T_co: ...
    def cache_clear(self) -> None: ...


_caches: list[CachedFunction[Any]] = []


class BoundedCache(dict[K, T]):
    """A cache of a one-argument function: a dictionary that computes missing values.

    For hot lookups of single lines: unlike `functools.lru_cache` it does not track use, and
    is cleared when full.
    """

    def __init__(
        self, function: Callable[[K], T], most: int, keeps: Callable[[K], bool] | None = None
    ) -> None:
        """`keeps` decides which keys are cached; all by default."""
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


def catalogue_cache(most: int) -> Callable[[Callable[..., T]], CachedFunction[T]]:
    """`functools.lru_cache` for functions with a catalogue among their arguments.

    The argument keeps the values of different catalogues apart; `forget` releases it.
    """

    def decorator(function: Callable[..., T]) -> CachedFunction[T]:
        cached = lru_cache(most)(function)
        _caches.append(cached)
        return cached

    return decorator


def forget() -> None:
    """Clear all caches, so that nothing holds a catalogue that is no longer used."""
    for cached in _caches:
        cached.cache_clear()
