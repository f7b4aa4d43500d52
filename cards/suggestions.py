"""Suggest titles for an unknown name.

First come English titles, faces and alternative titles within a few typing errors of the name,
comparing letters and digits only. If none is within one error (the name may be in another
language or script), translated titles are searched in the same way. If none of those is within
one error either, titles that begin with the name's letters precede those with more errors, and
remaining places go to English titles similar to the name as a whole.

English names are read by their length from an index of the catalogue, as far as a search needs
them, and then held in memory. Of the translated ones, five times as many, only those with the same
beginning or end as the name are read: a single error leaves one of the two intact.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA, Indel

from cards.titles import ANY_LENGTH, ENDING, LEVELS, is_beyond_latin, loosen, reversed_end

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
CACHED_CARDS = 4_096

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
_OF_LENGTH = "SELECT names, cards FROM names_by_length WHERE length = ?"
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
    """English names, best first, with the number and level of the card of each."""

    names: list[str]
    cards: list[int]


class Suggester:
    """Finds titles for names that the store does not have."""

    def __init__(self, store: sqlite3.Connection) -> None:
        self._store = store
        self._of_length = cache(self._read_names)
        self._card = lru_cache(CACHED_CARDS)(self._read_card)
        self._nearest = lru_cache(CACHED_SUGGESTIONS)(self._find_nearest)
        self._similar = lru_cache(CACHED_SUGGESTIONS)(self._find_similar)

    def is_near(self, folded: str) -> bool:
        """Whether the name may be a misspelt title, by the share of wrong letters."""
        most = min(MOST_ERRORS, len(folded) // LETTERS_PER_SLIP)
        near = self._near(folded, most, range(most + 1)) if most else ()
        return any(title.title[:1].casefold() == folded[0] for title in near)

    def suggest(self, folded: str) -> Iterator[tuple[str, ...]]:
        """Titles for a folded name, nearest first; equally near ones come together.

        Each search is made when its titles are asked for.
        """
        if len(folded) > LONGEST_SEARCHED or not loosen(folded):
            return
        nearest, is_slip = self._nearest(folded)
        yield from nearest
        if not is_slip:
            yield self._similar(folded)

    def _find_nearest(self, folded: str) -> tuple[tuple[tuple[str, ...], ...], bool]:
        """Titles within a few errors, and whether they are within a single one."""
        most, is_english = _errors(folded), not is_beyond_latin(folded)
        near = self._near(folded, most, (0, 1)) if is_english else []
        if not any(title.errors <= 1 for title in near):
            near += self._near(folded, most, range(2, most + 1)) if is_english else []
            near += self._near_translations(folded)
        near.sort()
        if slips := [title for title in near if title.errors <= 1]:
            return (_titles(slips),), True
        by_errors = groupby(near, key=attrgetter("errors"))
        return (
            self._starting_with(folded),
            *(_titles(equally) for _, equally in by_errors),
        ), False

    def _starting_with(self, folded: str) -> tuple[str, ...]:
        """English titles that begin with these letters, most printed first."""
        if len(folded) < SHORTEST_BEGINNING:
            return ()
        rows = self._store.execute(_BEGINNING, (folded, CONSIDERED))
        return tuple(title for (title,) in rows)

    def _near(self, folded: str, most: int, differences: Iterable[int]) -> list[Near]:
        """English titles within `most` errors; swapping neighbours is one error.

        They are searched among the names that are longer or shorter by these numbers of letters.
        """
        loose = loosen(folded)
        near: list[Near] = []
        for length in {len(loose) + sign * each for each in differences for sign in (-1, 1)}:
            names, cards = self._of_length(length)
            # Twice as fast as OSA over all names: one error is two insertions and removals at most.
            alike = process.extract(
                loose, names, scorer=Indel.distance, score_cutoff=2 * most, limit=None
            )
            for name, _, index in alike:
                errors = OSA.distance(loose, name, score_cutoff=most)
                if errors <= most:
                    number, level = divmod(cards[index], LEVELS)
                    renown, title = self._card(number)
                    near.append(Near(errors, (level << 32) + renown, title))
        return near

    def _read_names(self, length: int) -> Names:
        """The English names of a length, best first."""
        row = self._store.execute(_OF_LENGTH, (length,)).fetchone()
        return Names(*map(json.loads, row)) if row else Names([], [])

    def _read_card(self, number: int) -> tuple[int, str]:
        """The renown and the title of the card with that number."""
        query = "SELECT renown, title FROM cards WHERE id = ?"
        renown, title = self._store.execute(query, (number,)).fetchone()
        return renown, title

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

    def _find_similar(self, folded: str) -> tuple[str, ...]:
        """English titles similar to the name as a whole, most similar first."""
        names, cards = self._of_length(ANY_LENGTH)
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
            (-score - fuzz.token_sort_ratio(folded, name), index) for name, score, index in matches
        )
        return tuple(self._card(cards[index] // LEVELS)[1] for _, index in likest)


def _titles(near: Iterable[Near]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(match.title for match in near))[:CONSIDERED]


def _errors(name: str) -> int:
    """The maximum number of errors for a name of that length."""
    return min(MOST_ERRORS, 1 + len(name) // LETTERS_PER_ERROR)
