"""What is remembered of a catalogue, and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, TypeVar

T = TypeVar("T")

_remembered: list[_lru_cache_wrapper[Any]] = []


def remembered(most: int) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """`functools.lru_cache` for what depends on a catalogue, which is among the arguments.

    As an argument it keeps the answers of two catalogues apart; `forget` lets go of it.
    """

    def remembering(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        cached = lru_cache(most)(function)
        _remembered.append(cached)
        return cached

    return remembering


def forget() -> None:
    """Forget it all, so that nothing holds a catalogue that is used no more."""
    for cached in _remembered:
        cached.cache_clear()
