"""The tables of a catalogue's store."""

from __future__ import annotations

import sqlite3

VERSION = 2
"""Increase it when the content of the tables changes; stored as `PRAGMA user_version`. Changes to
the schema are detected without it (`cards.catalogue_files`)."""
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sets (
    code TEXT PRIMARY KEY, name TEXT NOT NULL, released TEXT NOT NULL, kind TEXT NOT NULL,
    block TEXT NOT NULL, platform TEXT NOT NULL, dates_its_cards INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE cards (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, record TEXT NOT NULL, renown INTEGER NOT NULL
);
CREATE TABLE names (
    folded TEXT NOT NULL, level INTEGER NOT NULL, card INTEGER NOT NULL, loose TEXT NOT NULL,
    bare TEXT NOT NULL, PRIMARY KEY (folded, level, card)
) WITHOUT ROWID;
CREATE INDEX names_by_loose ON names (loose);
CREATE INDEX names_by_bare ON names (bare);
CREATE TABLE translations (
    folded TEXT NOT NULL, language TEXT NOT NULL, card INTEGER NOT NULL, ending TEXT NOT NULL,
    PRIMARY KEY (folded, language, card)
) WITHOUT ROWID;
CREATE INDEX translations_by_ending ON translations (ending);
CREATE TABLE translated_titles (
    card INTEGER NOT NULL, language TEXT NOT NULL, title TEXT NOT NULL,
    PRIMARY KEY (card, language, title)
) WITHOUT ROWID;
CREATE TABLE like_tokens (bare TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE names_beyond (folded TEXT PRIMARY KEY) WITHOUT ROWID;
"""


def create(store: sqlite3.Connection) -> None:
    """Create the tables of a catalogue."""
    store.executescript(SCHEMA)
    store.execute(f"PRAGMA user_version = {VERSION}")
