"""Suggest titles for an unknown name.

First come English titles, faces and alternative titles within a few typing errors of the name,
comparing letters and digits only. If none is within one error (the name may be in another
language or script), translated titles are searched in the same way. If none of those is within
one error either, titles that begin with the name's letters precede those with more errors, and
remaining places go to English titles similar to the name as a whole.

English names are read by their length, as far as a search needs them, and then held in memory. Of
the translated ones, five times as many, only those with the same beginning or end as the name are
read: a single error leaves one of the two intact.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from cards.titles import ENDING, is_beyond_latin, loosen, reversed_end

LEAST_LIKENESS = 60.0
"""Out of 100; less similar suggestions confuse more than they help."""
MOST_ERRORS = 3
LETTERS_PER_ERROR = 6
"""Names with fewer letters are searched for one error, with fewer than twice as many for two."""
LETTERS_PER_SLIP = 8
"""In text that may not be a title, one wrong letter is allowed in so many."""
LONGEST_SEARCHED = 150
"""Characters. The longest title in any language has 141."""
CACHED_SUGGESTIONS = 2_048

SHORTEST_BEGINNING = 3
"""Minimum number of letters for a search by beginning."""
CONSIDERED = 24
"""Maximum number of equally near titles checked for legality."""
ALIKE = 12

_BEGINNING = """
    SELECT cards.title FROM names JOIN cards ON cards.id = names.card
    WHERE names.folded >= ?1 AND names.folded < ?1 || char(0x10FFFF)
    GROUP BY cards.id ORDER BY cards.renown LIMIT ?2
"""
_ENGLISH = """
    SELECT names.folded, cards.title FROM names JOIN cards ON cards.id = names.card
    ORDER BY names.level, cards.renown
"""
_OF_LENGTH = """
    SELECT names.folded, names.loose, ((names.level - 1) << 32) + cards.renown, cards.title
    FROM names JOIN cards ON cards.id = names.card
    WHERE length(names.loose) BETWEEN ? AND ? ORDER BY names.level, cards.renown
"""
_TRANSLATED = """
    SELECT translations.folded, cards.title, cards.renown
    FROM translations JOIN cards ON cards.id = translations.card
    WHERE {column} >= ? AND {column} < ? AND length(folded) BETWEEN ? AND ?
"""


class Near(NamedTuple):
    """A title within a few errors of a name; sorts best first."""

    errors: int
    rank: int
    title: str


class Names(NamedTuple):
    """English names of one length, best first, with the rank and the title of each."""

    loose: list[str]
    ranks: list[int]
    titles: list[str]


class Suggester:
    """Finds titles for names that the store does not have."""

    def __init__(self, store: sqlite3.Connection) -> None:
        self._store = store
        self._of_length: dict[int, Names] = {}
        self.suggest = lru_cache(CACHED_SUGGESTIONS)(self._suggest)

    def is_near(self, folded: str) -> bool:
        """Whether the name may be a misspelt title, by the share of wrong letters."""
        most = min(MOST_ERRORS, len(folded) // LETTERS_PER_SLIP)
        near = self._near(folded, most) if most else ()
        return any(title.title[:1].casefold() == folded[0] for title in near)

    def _suggest(self, folded: str) -> tuple[tuple[str, ...], ...]:
        """Titles for a folded name, nearest first; equally near ones come together."""
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
        """English titles that begin with these letters, most printed first."""
        if len(folded) < SHORTEST_BEGINNING:
            return ()
        rows = self._store.execute(_BEGINNING, (folded, CONSIDERED))
        return tuple(title for (title,) in rows)

    def _near(self, folded: str, most: int) -> list[Near]:
        """English titles within `most` errors; swapping neighbours is one error."""
        loose = loosen(folded)
        near: list[Near] = []
        for names in self._names(len(loose) - most, len(loose) + most):
            matches = process.extract(
                loose, names.loose, scorer=OSA.distance, score_cutoff=most, limit=None
            )
            near += (
                Near(int(errors), names.ranks[index], names.titles[index])
                for _, errors, index in matches
            )
        return near

    def _names(self, least: int, most: int) -> Iterator[Names]:
        """The English names of these lengths."""
        if missing := [each for each in range(least, most + 1) if each not in self._of_length]:
            found = {length: Names([], [], []) for length in missing}
            seen: set[str] = set()
            for folded, loose, rank, title in self._store.execute(
                _OF_LENGTH, (missing[0], missing[-1])
            ):
                names = found.get(len(loose))
                if names is not None and folded not in seen:
                    seen.add(folded)
                    names.loose.append(loose)
                    names.ranks.append(rank)
                    names.titles.append(title)
            self._of_length.update(found)
        return (self._of_length[length] for length in range(least, most + 1))

    @cached_property
    def _all(self) -> tuple[list[str], list[str]]:
        """All English names, best first, and the title of each."""
        titles: dict[str, str] = {}
        for folded, title in self._store.execute(_ENGLISH):
            titles.setdefault(folded, title)
        return list(titles), list(titles.values())

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
        """English titles similar to the name as a whole, most similar first."""
        names, titles = self._all
        matches = process.extract(
            folded,
            names,
            scorer=fuzz.ratio,
            score_cutoff=LEAST_LIKENESS,
            # Several names may belong to one title, so search for more than needed.
            limit=ALIKE,
        )
        # Among these, a different word order matters less than different words.
        likest = sorted(
            (-score - fuzz.token_sort_ratio(folded, name), rank) for name, score, rank in matches
        )
        return (titles[rank] for _, rank in likest)


def _titles(near: Iterable[Near]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(match.title for match in near))[:CONSIDERED]


def _errors(name: str) -> int:
    """The maximum number of errors for a name of that length."""
    return min(MOST_ERRORS, 1 + len(name) // LETTERS_PER_ERROR)
