"""Which titles an unknown name may have been meant for.

First come English titles, faces and alternative titles within a few typing errors of the
name, letters and digits alone compared. Where none is just one error away, as with a name in
another language or script, translated titles are searched in the same way; and where none of
those is, titles that begin with its letters come before those with more errors, and the places
left go to English titles that are like the name as a whole.

The English names are held in memory. Of the translated ones, which are five times as many,
those are fetched that begin or end as the name does: one error leaves one of both as it was.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from cards.titles import ENDING, is_beyond_latin, loosen, reversed_end

LEAST_LIKENESS = 60.0
"""Of 100; below it a suggestion puzzles more than it helps."""
MOST_ERRORS = 3
LETTERS_PER_ERROR = 6
"""A name of fewer letters is searched for one error, one of fewer than twice as many for two."""
LETTERS_PER_SLIP = 8
"""In words that may as well be no title, one letter in so many may be wrong."""
LONGEST_SEARCHED = 150
"""Characters. The longest title of any language has 141."""
CACHED_SUGGESTIONS = 2_048

SHORTEST_BEGINNING = 3
"""Letters of a name that may be a title begun."""
CONSIDERED = 24
"""Titles equally near, of which a format is asked whether it has them."""
ALIKE = 12

_BEGINNING = """
    SELECT cards.title FROM names JOIN cards ON cards.id = names.card
    WHERE names.folded >= ?1 AND names.folded < ?1 || char(0x10FFFF)
    GROUP BY cards.id ORDER BY cards.renown LIMIT ?2
"""
_ENGLISH = """
    SELECT names.folded, names.loose, cards.title FROM names JOIN cards ON cards.id = names.card
    ORDER BY names.level, cards.renown
"""
_TRANSLATED = """
    SELECT translations.folded, cards.title, cards.renown
    FROM translations JOIN cards ON cards.id = translations.card
    WHERE {column} >= ? AND {column} < ? AND length(folded) BETWEEN ? AND ?
"""


class Near(NamedTuple):
    """A title within a few errors of a name; the best compares least."""

    errors: int
    rank: int
    title: str


class Suggester:
    """Finds titles for names that the store does not have."""

    def __init__(self, store: sqlite3.Connection) -> None:
        self._store = store
        names: dict[str, tuple[str, str]] = {}
        for folded, loose, title in store.execute(_ENGLISH):
            names.setdefault(folded, (loose, title))
        self._folded = list(names)
        self._titles = [title for _, title in names.values()]
        by_length = sorted(
            (len(loose), rank, loose) for rank, (loose, _) in enumerate(names.values())
        )
        self._lengths = [length for length, _, _ in by_length]
        self._ranks = [rank for _, rank, _ in by_length]
        self._loose = [loose for _, _, loose in by_length]
        self.suggest = lru_cache(CACHED_SUGGESTIONS)(self._suggest)

    def is_near(self, folded: str) -> bool:
        """Whether a title has so few other letters that the name may be a misspelling of it."""
        most = min(MOST_ERRORS, len(folded) // LETTERS_PER_SLIP)
        near = self._near(folded, most) if most else ()
        return any(title.title[:1].casefold() == folded[0] for title in near)

    def _suggest(self, folded: str) -> tuple[tuple[str, ...], ...]:
        """Titles for a folded name, the nearest first; those equally near come together."""
        if len(folded) > LONGEST_SEARCHED or not loosen(folded):
            return ()
        is_english = not is_beyond_latin(folded)
        near = self._near(folded, 1) if is_english else []
        if not near:
            near = self._near(folded, _errors(folded)) if is_english else []
            near += self._near_translations(folded)
        near.sort()
        if nearest := [title for title in near if title.errors <= 1]:
            return (_titles(nearest),)
        by_errors = groupby(near, key=attrgetter("errors"))
        return (
            self._starting_with(folded),
            *(_titles(equally) for _, equally in by_errors),
            tuple(self._find_similar(folded)),
        )

    def _starting_with(self, folded: str) -> tuple[str, ...]:
        """English titles that begin with these letters, the best known first."""
        if len(folded) < SHORTEST_BEGINNING:
            return ()
        rows = self._store.execute(_BEGINNING, (folded, CONSIDERED))
        return tuple(title for (title,) in rows)

    def _near(self, folded: str, most: int) -> list[Near]:
        """English titles within so many errors; a swap of neighbours is one error."""
        loose = loosen(folded)
        first = bisect_left(self._lengths, len(loose) - most)
        last = bisect_right(self._lengths, len(loose) + most)
        matches = process.extract(
            loose, self._loose[first:last], scorer=OSA.distance, score_cutoff=most, limit=None
        )
        ranks = [(int(errors), self._ranks[first + index]) for _, errors, index in matches]
        return [Near(errors, rank, self._titles[rank]) for errors, rank in ranks]

    def _near_translations(self, folded: str) -> list[Near]:
        """The cards of translated titles within a few errors."""
        most = _errors(folded)
        same = min(ENDING, (len(folded) - 1) // 2) or 1
        ends = {"folded": folded[:same], "ending": reversed_end(folded)[:same]}
        lengths = len(folded) - most, len(folded) + most
        rows = [
            row
            for column, part in ends.items()
            for row in self._store.execute(
                _TRANSLATED.format(column=column), (part, f"{part}\U0010ffff", *lengths)
            )
        ]
        names = [name for name, _, _ in rows]
        matches = process.extract(folded, names, scorer=OSA.distance, score_cutoff=most, limit=None)
        return [Near(int(errors), rows[index][2], rows[index][1]) for _, errors, index in matches]

    def _find_similar(self, folded: str) -> Iterator[str]:
        """English titles that are like the name as a whole, the likest first."""
        matches = process.extract(
            folded,
            self._folded,
            scorer=fuzz.ratio,
            score_cutoff=LEAST_LIKENESS,
            # Several names may stand for one title: look at more than are asked for.
            limit=ALIKE,
        )
        # Among these, words in another order count less than words that differ.
        likest = sorted(
            (-score - fuzz.token_sort_ratio(folded, name), rank) for name, score, rank in matches
        )
        return (self._titles[rank] for _, rank in likest)


def _titles(near: Iterable[Near]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(match.title for match in near))[:CONSIDERED]


def _errors(name: str) -> int:
    """How many errors a name of that length may hold and still be searched by them."""
    return min(MOST_ERRORS, 1 + len(name) // LETTERS_PER_ERROR)
