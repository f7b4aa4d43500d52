"""Read back the facts of a written catalogue, the starting point of an update."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from cards.facts import Facts, SetFacts, Translation
from cards.store import address, card_of

_SETS = """
    SELECT code, name, released, kind, block, platform, dates_its_cards FROM sets
    ORDER BY released, code
"""
_TRANSLATIONS = """
    SELECT language, translated_titles.title, cards.title FROM translated_titles
    JOIN cards ON cards.id = card ORDER BY language, translated_titles.title, cards.id
"""
_COUNTS = "SELECT language, count(*) FROM translated_titles GROUP BY language ORDER BY language"


def read(path: Path) -> Facts:
    """All facts of the store at `path`; all but the sets are read lazily.

    Raises sqlite3.DatabaseError if there is no store.
    """
    meta = dict(_rows(path, "SELECT key, value FROM meta"))
    cards = _rows(path, "SELECT title, record FROM cards ORDER BY id")
    return Facts(
        as_of=datetime.date.fromisoformat(meta["as_of"]),
        sets=tuple(SetFacts._make((*row[:6], bool(row[6]))) for row in _rows(path, _SETS)),
        cards=(card_of(title, record) for title, record in cards),
        translations=map(Translation._make, _rows(path, _TRANSLATIONS)),
        translated_until=datetime.date.fromisoformat(meta["translated_until"]),
        incomplete=frozenset(meta.get("incomplete", "").split()),
        names_beyond=(name for (name,) in _rows(path, "SELECT folded FROM names_beyond")),
        source=meta.get("source", ""),
    )


def count_titles(path: Path) -> dict[str, int]:
    """The number of titles in each language."""
    return dict(_rows(path, _COUNTS))


def _rows(path: Path, query: str) -> Iterator[Any]:
    with closing(sqlite3.connect(address(path), uri=True)) as store:
        yield from store.execute(query)
