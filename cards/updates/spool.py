"""Collect sightings by card on disk: the source repeats a card for each of its printings.

The spool is a temporary file next to the catalogue being built, which keeps memory constant
whatever the number of printings.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

from cards.catalogue_file import record_of
from cards.model import Card, Status, Translation
from cards.mtgjson import SetSighting, SheetCard, Sighting
from cards.store import card_of, printings_of

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
    is_preview INTEGER NOT NULL, size INTEGER NOT NULL
) WITHOUT ROWID;
"""
BOOSTER_SCHEMA = """
CREATE TABLE sheet_cards (
    uuid TEXT PRIMARY KEY, code TEXT NOT NULL, title TEXT NOT NULL, rarity TEXT NOT NULL,
    is_double_faced INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE boosters (
    code TEXT NOT NULL, kind TEXT NOT NULL, released TEXT NOT NULL, booster TEXT NOT NULL
);
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
        self._store.executescript(SCHEMA + BOOSTER_SCHEMA)
        self._store.execute("BEGIN")
        self._cards: dict[str, tuple[object, ...]] = {}
        self._legalities: dict[str, tuple[tuple[str, str], ...]] = {}
        self._states: dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(sqlite3.Error):
            self._store.close()

    def add(self, sighting: Sighting) -> None:
        """Add a sighting of a card with its translations."""
        card = sighting.card
        # The source repeats a card for each printing: skip what is already stored.
        mark = (sighting.identity, sighting.is_whole, card.status, sighting.is_for_tournaments)
        if self._cards.get(card.title) != mark:
            self._cards[card.title] = mark
            self._add_card(sighting)
        # A card that no format has may share its title with another one.
        if sighting.legalities or card.title not in self._legalities:
            self._legalities[card.title] = self._states.setdefault(
                sighting.legalities, sighting.legalities
            )
        for table, rows in (
            ("printings VALUES (?, ?, ?)", [(card.title, *one) for one in card.printings]),
            ("alternatives VALUES (?, ?)", [(card.title, one) for one in card.alternative_titles]),
            (
                "translations VALUES (?, ?, ?)",
                [(*one, card.title) for one in sighting.translations],
            ),
        ):
            self._store.executemany(f"INSERT OR IGNORE INTO {table}", rows)

    def add_set(self, sighting: SetSighting) -> None:
        """Add a set."""
        self._store.execute(
            "INSERT OR REPLACE INTO sets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", sighting
        )

    def add_boosters(
        self, cards: Iterable[tuple[str, SheetCard]], boosters: Iterable[tuple[str, str, str, str]]
    ) -> None:
        """Add the cards of a set by their ids, and its boosters: code, kind, release, JSON."""
        self._store.executemany(
            "INSERT OR IGNORE INTO sheet_cards VALUES (?, ?, ?, ?, ?)",
            ((uuid, *card) for uuid, card in cards),
        )
        self._store.executemany("INSERT INTO boosters VALUES (?, ?, ?, ?)", boosters)

    def boosters(self) -> Iterator[tuple[str, str, str, Any]]:
        """The boosters: set, kind, release and their sheets."""
        rows = self._store.execute("SELECT * FROM boosters ORDER BY code, kind DESC").fetchall()
        for code, kind, released, booster in rows:
            yield code, kind, released, json.loads(booster)

    def sheet_cards(self, uuids: Iterable[str]) -> list[SheetCard]:
        """The cards of a sheet; tokens and art cards are none."""
        query = "SELECT code, title, rarity, is_double_faced FROM sheet_cards WHERE uuid = ?"
        rows = (self._store.execute(query, (uuid,)).fetchone() for uuid in uuids)
        return [SheetCard(*row) for row in rows if row]

    def __len__(self) -> int:
        """The number of cards."""
        return int(self._store.execute("SELECT count(*) FROM cards").fetchone()[0])

    def printings(self) -> int:
        """The number of printings; a set counts once per card."""
        query = "SELECT count(*) FROM (SELECT DISTINCT title, code FROM printings)"
        return int(self._store.execute(query).fetchone()[0])

    def previews(self) -> frozenset[str]:
        """The codes of sets of which the source has a part of the cards."""
        rows = self._store.execute("SELECT code FROM sets WHERE is_preview")
        return frozenset(code for (code,) in rows)

    def sets(self) -> dict[str, SetSighting]:
        """The sets with at least one card, by code."""
        rows = self._store.execute(
            "SELECT * FROM sets WHERE code IN (SELECT code FROM printings) ORDER BY code"
        )
        return {row[0]: SetSighting._make((*row[:5], *map(bool, row[5:8]), row[8])) for row in rows}

    def titles(self) -> Iterator[str]:
        """All titles, sorted."""
        rows = self._store.execute("SELECT title FROM cards ORDER BY title")
        yield from (title for (title,) in rows)

    def legalities(self) -> dict[str, dict[str, str]]:
        """By title, the card's state in each format of the source."""
        as_dict = {states: dict(states) for states in self._states}
        return {title: as_dict[states] for title, states in self._legalities.items()}

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
                printings=printings_of(printings),
                alternative_titles=tuple(sorted(json.loads(alternatives))),
            )
            yield SpooledCard(card, bool(is_for_tournaments))

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
