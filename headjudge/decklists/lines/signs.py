"""Selects patterns by the signs that a text must contain, so that few are tried on each line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Generic, TypeVar

REMEMBERED = 256
"""Cached combinations of signs."""


class SignedPattern:
    """A pattern that is only tried on texts with one of its signs."""

    def __init__(self, signs: str, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self.signs = signs
        """A text without any of these does not match; empty if only words matter."""
        self.compiled = re.compile(pattern, flags)


T = TypeVar("T", bound=SignedPattern)


class BySigns(Generic[T]):
    """An ordered collection of patterns, selected by the signs of a text."""

    def __init__(self, patterns: Iterable[T]) -> None:
        self._patterns = tuple(patterns)
        self._signs = frozenset(chain(*(each.signs for each in self._patterns)))
        self._with_signs = lru_cache(REMEMBERED)(self._select)

    def of(self, text: str) -> tuple[T, ...]:
        """The patterns that the text may match, by its signs."""
        return self._with_signs(self._signs.intersection(text))

    def _select(self, signs: frozenset[str]) -> tuple[T, ...]:
        return tuple(
            each for each in self._patterns if not (each.signs and signs.isdisjoint(each.signs))
        )
