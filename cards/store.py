"""The catalogue: which card a written name means, and what is known of that card.

The facts lie in a read-only SQLite file, so that a process opens them in a millisecond and
all workers share the pages that the system keeps in memory. What decks ask for often is kept
in small caches on top. `benchmarks/store.py` compares this with plain dictionaries.
"""

from __future__ import annotations

import datetime
import json
import sqlite3
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cards.model import Card, CardSet, Level, Match, Printing
from cards.titles import fold, loosen

if TYPE_CHECKING:
    from cards.suggestions import Suggester

SHIPPED = Path(__file__).parent / "catalogue.sqlite"
CACHED_NAMES = 16_384
"""Some ten times the names that a large event brings; about 15 MB when full."""
LONGEST_NAME = 400
"""Characters. No title of any language comes near it, and hostile names cost no more."""

_LEVELS: dict[int, Level] = {1: "folded", 2: "alternative", 3: "front face", 4: "other face"}
_NO_MATCH = Match((), "none")


class Catalogue:
    """Card facts as of one date. Safe to use from several threads."""

    def __init__(self, path: Path = SHIPPED) -> None:
        """Open the store at `path`; sqlite3.OperationalError where there is none."""
        self._store = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        self.find = lru_cache(CACHED_NAMES)(self._find)
        self.is_title = lru_cache(CACHED_NAMES)(self._is_title)
        self._card = lru_cache(CACHED_NAMES)(self._read_card)
        meta = dict(self._store.execute("SELECT key, value FROM meta"))
        self.as_of = datetime.date.fromisoformat(meta["as_of"])
        self.digest: str = meta["digest"]
        """SHA-256 of the facts that the store was built from."""

    def card(self, title: str) -> Card:
        """The card of that exact English card title; KeyError where there is none."""
        match = self.find(title)
        if match.level != "exact":
            raise KeyError(title)
        return match.cards[0]

    def _is_title(self, text: str) -> bool:
        """Whether the text, as it stands, names at least one card without a correction."""
        folded = fold(text)
        if not folded or len(text) > LONGEST_NAME or not _is_encodable(folded):
            return False
        known = self._store.execute(
            "SELECT 1 FROM names WHERE folded = ?1"
            " UNION ALL SELECT 1 FROM translations WHERE folded = ?1 LIMIT 1",
            (folded,),
        )
        return known.fetchone() is not None or self._of_faces(folded) is not None

    def suggest(self, text: str, limit: int = 3) -> tuple[str, ...]:
        """Up to `limit` English titles that the text may have been meant for, best first."""
        return self._suggester.suggest(fold(text[:LONGEST_NAME]), limit)

    def complete(self, text: str, limit: int) -> tuple[str, ...]:
        """Up to `limit` English titles for the beginning of a name, in any spelling.

        First the titles that begin with it, then those with a face or an alternative title
        that does, then those with a later word that does.
        """
        typed = fold(text[:LONGEST_NAME])
        if not typed or not _is_encodable(typed):
            return ()
        begins = "names.folded >= ?1 AND names.folded < ?1 || char(0x10FFFF)"
        found = self._named(begins, typed, limit)
        if len(found) < limit:
            found += self._named("instr(names.folded, ' ' || ?1)", typed, limit)
        return tuple(dict.fromkeys(found))[:limit]

    def _named(self, condition: str, typed: str, limit: int) -> list[str]:
        rows = self._store.execute(
            "SELECT cards.title FROM names JOIN cards ON cards.id = names.card"
            f" WHERE {condition} GROUP BY cards.id"
            " ORDER BY min(names.level) > 1, min(names.folded), cards.id LIMIT ?2",
            (typed, limit),
        )
        return [title for (title,) in rows]

    def titles(self) -> Iterator[str]:
        """All English card titles, sorted."""
        for (title,) in self._store.execute("SELECT title FROM cards ORDER BY id"):
            yield title

    def cards_of(self, set_code: str) -> list[Card]:
        """The cards that were printed in a set, by title; none for an unknown code."""
        # A code is found inside of others and of titles as well: the printings decide.
        rows = self._store.execute(
            "SELECT id FROM cards WHERE instr(record, ?) ORDER BY id", (f"{set_code}:",)
        )
        cards = [self._card(number) for (number,) in rows]
        return [card for card in cards if any(code == set_code for code, _ in card.printings)]

    @cached_property
    def sets(self) -> Mapping[str, CardSet]:
        """All sets by their upper-case code, oldest first."""
        rows = self._store.execute(
            "SELECT code, name, released, kind, platform, dates_its_cards FROM sets"
            " ORDER BY released, code"
        )
        return MappingProxyType(
            {
                code: CardSet(
                    code, name, datetime.date.fromisoformat(released), kind, platform, bool(dates)
                )
                for code, name, released, kind, platform, dates in rows
            }
        )

    @cached_property
    def _suggester(self) -> Suggester:
        # Most lists have no unknown title: those need neither the index nor its library.
        from cards.suggestions import Suggester

        rows = self._store.execute(
            "SELECT names.folded, cards.title FROM names JOIN cards ON cards.id = names.card"
            " ORDER BY names.level, cards.id"
        )
        return Suggester(rows)

    def _find(self, text: str) -> Match:
        """What the name means: the first level at which it means anything.

        The levels are those of the design: exact English title, folded title, alternative
        title, front face, other face, translation; then the same title put together from its
        faces, and last a title that differs in punctuation alone, which is a correction.
        """
        name = text.strip()
        folded = fold(name[:LONGEST_NAME])
        if not folded or not _is_encodable(folded):
            return _NO_MATCH
        return (
            self._english(name, folded)
            or self._translated(folded)
            or self._of_faces(folded)
            or self._corrected(folded)
            or _NO_MATCH
        )

    def _english(self, name: str, folded: str) -> Match | None:
        rows = self._store.execute(
            "SELECT level, card FROM names WHERE folded = ? ORDER BY level", (folded,)
        ).fetchall()
        if not rows:
            return None
        best = rows[0][0]
        cards = [self._card(number) for level, number in rows if level == best]
        exact = best == 1 and cards[0].title == name
        return _match(cards, "exact" if exact else _LEVELS[best])

    def _translated(self, folded: str) -> Match | None:
        rows = self._store.execute(
            "SELECT card, min(language) FROM translations WHERE folded = ? GROUP BY card", (folded,)
        ).fetchall()
        cards = [self._card(number) for number, _ in rows]
        return _match(cards, "translated", rows[0][1]) if rows else None

    def _of_faces(self, folded: str) -> Match | None:
        """`Front // Back // Front` and `Front // Front`, as some programs write a card."""
        first, *others = folded.split("//")
        if not others:
            return None
        match = self._english(first, first)
        card = match.card if match else None
        if match is None or card is None:
            return None
        known = {fold(face) for face in (card.title, *card.faces, *card.alternative_titles)}
        return match._replace(level="folded") if known.issuperset((first, *others)) else None

    def _corrected(self, folded: str) -> Match | None:
        loose = loosen(folded)
        rows = self._store.execute(
            "SELECT min(level), card FROM names WHERE loose = ? AND loose <> '' GROUP BY card"
            " ORDER BY 1",
            (loose,),
        ).fetchall()
        cards = [self._card(number) for level, number in rows if level == rows[0][0]]
        match = _match(cards, "corrected") if cards else None
        # A correction is made only where one card remains; otherwise they are suggestions.
        return match if match and match.card else None

    def _read_card(self, number: int) -> Card:
        title, record = self._store.execute(
            "SELECT title, record FROM cards WHERE id = ?", (number,)
        ).fetchone()
        return _card_of(title, json.loads(record))


def _is_encodable(text: str) -> bool:
    """Whether UTF-8 can carry the text: JSON may bring lone surrogates, which no title holds."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _match(cards: list[Card], level: Level, language: str | None = None) -> Match:
    """The cards of one level; a paper card beats funny and digital ones."""
    cards = [card for card in cards if card.status == "paper"] or cards
    card = cards[0] if len(cards) == 1 else None
    is_plain = card is not None and level not in ("translated", "corrected")
    return Match(tuple(cards), level, language, card, is_plain)


def _card_of(title: str, record: list[Any]) -> Card:
    (
        faces, layout, types, supertypes, subtypes, mana_value, colors, limit, printings, status,
        alternatives,
    ) = record  # fmt: skip
    return Card(
        title=title,
        faces=tuple(faces),
        layout=layout,
        types=tuple(types),
        supertypes=tuple(supertypes),
        subtypes=tuple(subtypes),
        mana_value=mana_value,
        colors=colors,
        copy_limit=limit,
        printings=tuple(Printing(*printing.split(":")) for printing in printings.split()),
        status=status,
        alternative_titles=tuple(alternatives),
    )


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """The catalogue that ships with the project, opened once a process."""
    return Catalogue()
