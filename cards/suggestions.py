"""Which titles an unknown name may have been meant for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz import fuzz, process

LEAST_LIKENESS = 60.0
"""Of 100; below it a suggestion puzzles more than it helps."""
CACHED_SUGGESTIONS = 2_048


class Suggester:
    """English titles, faces and alternative titles, searched by likeness (rapidfuzz)."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """`names` are pairs of a folded name and the English title that it stands for."""
        titles: dict[str, str] = {}
        for folded, title in names:
            titles.setdefault(folded, title)
        self._folded = list(titles)
        self._titles = list(titles.values())
        self.suggest = lru_cache(CACHED_SUGGESTIONS)(self._suggest)

    def _suggest(self, folded: str, limit: int) -> tuple[str, ...]:
        """Up to `limit` titles, the likest first and equally like ones by title."""
        found = process.extract(
            folded,
            self._folded,
            scorer=fuzz.ratio,
            score_cutoff=LEAST_LIKENESS,
            # Several names may stand for one title: look at more than are asked for.
            limit=limit * 4,
        )
        ranked = sorted((-score, self._titles[index]) for _, score, index in found)
        return tuple(dict.fromkeys(title for _, title in ranked))[:limit]
