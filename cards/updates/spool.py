"""Collect sightings by card on disk: sources repeat a card for each of its printings.

The spool is a temporary file next to the catalogue being built, which keeps memory constant
whatever the number of printings.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from cards.facts import Translation
from cards.model import Card, Printing, Status
from cards.sources.sighting import UNKNOWN_RARITY, SetSighting, Sighting
from cards.store import card_of
from cards.writing import record_of

SCHEMA = """
CREATE TABLE cards (
    title TEXT PRIMARY KEY, record TEXT NOT NULL, standing INTEGER NOT NULL,
    is_partial INTEGER NOT NULL, identity TEXT NOT NULL, is_for_tournaments INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE printings (
    title TEXT NOT NULL, code TEXT NOT NULL, rarity TEXT NOT NULL,
    PRIMARY KEY (title, code, rarity)
) WITHOUT ROWID;
CREATE TABLE alternatives (
    title TEXT NOT NULL, alternative TEXT NOT NULL, PRIMARY KEY (title, alternative)
) WITHOUT ROWID;
CREATE TABLE translations (
    language TEXT NOT NULL, translated TEXT NOT NULL, title TEXT NOT NULL,
    PRIMARY KEY (language, translated, title)
) WITHOUT ROWID;
CREATE TABLE sets (
    code TEXT PRIMARY KEY, name TEXT NOT NULL, released TEXT NOT NULL, set_type TEXT NOT NULL,
    block TEXT NOT NULL, is_paper INTEGER NOT NULL, is_on_mtgo INTEGER NOT NULL,
    is_listed INTEGER NOT NULL
) WITHOUT ROWID;
"""
STANDINGS: tuple[Status, ...] = ("paper", "funny", "online")
"""A card that is printed for tournaments once is a tournament card."""
# Sightings of whole cards win; among cards with the same title, the first identity does.
ADD_CARD = """
INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (title) DO UPDATE SET
    standing = min(standing, excluded.standing),
    record = iif(
        (excluded.is_partial, excluded.identity) < (is_partial, identity), excluded.record, record
    ),
    identity = iif(
        (excluded.is_partial, excluded.identity) < (is_partial, identity),
        excluded.identity, identity
    ),
    is_partial = min(is_partial, excluded.is_partial),
    is_for_tournaments = max(is_for_tournaments, excluded.is_for_tournaments)
"""
# The record of a set itself wins over those of its cards, in whatever order they come.
ADD_SET = """
INSERT INTO sets VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code) DO UPDATE SET
    name = iif(excluded.is_listed, excluded.name, name),
    released = iif(
        excluded.is_listed = is_listed, min(released, excluded.released),
        iif(excluded.is_listed, excluded.released, released)
    ),
    set_type = iif(excluded.is_listed, excluded.set_type, set_type),
    block = iif(excluded.is_listed, excluded.block, block),
    is_paper = iif(
        excluded.is_listed = is_listed, max(is_paper, excluded.is_paper),
        iif(excluded.is_listed, excluded.is_paper, is_paper)
    ),
    is_on_mtgo = max(is_on_mtgo, excluded.is_on_mtgo),
    is_listed = max(is_listed, excluded.is_listed)
"""


class SpooledCard(NamedTuple):
    """A card merged from all its sightings; its printings are unordered."""

    card: Card
    is_for_tournaments: bool


class Spool:
    """Sightings by card and set; a context manager that closes its file."""

    def __init__(self, path: Path) -> None:
        """Start a new spool in the file `path`, replacing it."""
        path.unlink(missing_ok=True)
        self._store = sqlite3.connect(path, isolation_level=None)
        # The spool is always rebuilt, so no journal is needed.
        self._store.execute("PRAGMA journal_mode = OFF")
        self._store.execute("PRAGMA synchronous = OFF")
        self._store.executescript(SCHEMA)
        self._store.execute("BEGIN")
        self._cards: dict[str, tuple[object, ...]] = {}
        self._sets: set[SetSighting] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):
            self._store.close()

    def add(self, sighting: Sighting, languages: Collection[str] | None = None) -> None:
        """Add a sighting with its translations, limited to `languages` if given."""
        card = sighting.card
        # Sources repeat a card for each printing and language: skip what is already stored.
        mark = (sighting.identity, sighting.is_whole, card.status, sighting.is_for_tournaments)
        if self._cards.get(card.title) != mark:
            self._cards[card.title] = mark
            self._add_card(sighting)
        for code, rarity in card.printings:
            self._store.execute(
                "INSERT OR IGNORE INTO printings VALUES (?, ?, ?)", (card.title, code, rarity)
            )
        for alternative in card.alternative_titles:
            self._store.execute(
                "INSERT OR IGNORE INTO alternatives VALUES (?, ?)", (card.title, alternative)
            )
        for language, translated in sighting.translations:
            if languages is None or language in languages:
                self._store.execute(
                    "INSERT OR IGNORE INTO translations VALUES (?, ?, ?)",
                    (language, translated, card.title),
                )

    def add_set(self, sighting: SetSighting) -> None:
        """Add a sighting of a set."""
        if sighting not in self._sets:
            self._sets.add(sighting)
            self._store.execute(ADD_SET, sighting)

    def __len__(self) -> int:
        """The number of cards."""
        return int(self._store.execute("SELECT count(*) FROM cards").fetchone()[0])

    def printings(self) -> int:
        """The number of printings; a set counts once per card."""
        query = "SELECT count(*) FROM (SELECT DISTINCT title, code FROM printings)"
        return int(self._store.execute(query).fetchone()[0])

    def of_unknown_rarity(self) -> Iterator[tuple[str, str]]:
        """Titles and set codes without a known rarity, by set."""
        yield from self._store.execute(
            "SELECT title, code FROM printings GROUP BY code, title HAVING max(rarity) = ?",
            (UNKNOWN_RARITY,),
        )

    def sets(self) -> dict[str, SetSighting]:
        """The sets with at least one card, by code."""
        rows = self._store.execute(
            "SELECT * FROM sets WHERE code IN (SELECT code FROM printings) ORDER BY code"
        )
        return {row[0]: SetSighting(*row[:5], *map(bool, row[5:])) for row in rows}

    def titles(self) -> Iterator[tuple[str, str]]:
        """Titles with their identities, by title."""
        yield from self._store.execute("SELECT title, identity FROM cards ORDER BY title")

    def alternatives(self) -> Iterator[tuple[str, str]]:
        """Alternative titles, each with the title of its card."""
        yield from self._store.execute("SELECT alternative, title FROM alternatives")

    def cards(self) -> Iterator[SpooledCard]:
        """The cards with all their printings and alternative titles, by title."""
        rows = self._store.execute(
            "SELECT title, record, standing, is_for_tournaments,"
            " (SELECT group_concat(code || ':' || rarity, ' ') FROM printings AS p"
            "  WHERE p.title = cards.title),"
            " (SELECT json_group_array(alternative) FROM alternatives AS a"
            "  WHERE a.title = cards.title)"
            " FROM cards ORDER BY title"
        )
        for title, record, standing, is_for_tournaments, printings, alternatives in rows:
            card = card_of(title, record)._replace(
                status=STANDINGS[standing],
                printings=_printings(printings or ""),
                alternative_titles=tuple(sorted(json.loads(alternatives))),
            )
            yield SpooledCard(card, bool(is_for_tournaments))

    def languages(self) -> frozenset[str]:
        """The languages of the translated titles."""
        rows = self._store.execute("SELECT DISTINCT language FROM translations")
        return frozenset(language for (language,) in rows)

    def translations(self) -> Iterator[Translation]:
        """The translated titles, by language and title."""
        rows = self._store.execute("SELECT language, translated, title FROM translations")
        yield from map(Translation._make, rows)

    def _add_card(self, sighting: Sighting) -> None:
        card = sighting.card
        record = record_of(card._replace(printings=(), alternative_titles=()))
        standing, is_partial = STANDINGS.index(card.status), not sighting.is_whole
        facts = (sighting.identity, sighting.is_for_tournaments)
        self._store.execute(ADD_CARD, (card.title, record, standing, is_partial, *facts))


def _printings(text: str) -> tuple[Printing, ...]:
    """Printings with known rarity; those without only if the set has no other."""
    printings = [Printing(*printing.split(":")) for printing in text.split()]
    rated = {code for code, rarity in printings if rarity != UNKNOWN_RARITY}
    return tuple(
        printing
        for printing in printings
        if printing.rarity != UNKNOWN_RARITY or printing.set_code not in rated
    )
