"""Read back the facts of a written catalogue, the starting point of an update."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from cards.facts import Facts, SetFacts, Translation
from cards.model import Card
from cards.store import address, card_of


def read(path: Path) -> Facts:
    """All facts of the store at `path`; cards and translations are read lazily.

    Raises sqlite3.DatabaseError if there is no store.
    """
    with closing(_connect(path)) as store:
        meta = dict(store.execute("SELECT key, value FROM meta"))
        sets = tuple(
            SetFacts._make((*row[:6], bool(row[6])))
            for row in store.execute(
                "SELECT code, name, released, kind, block, platform, dates_its_cards FROM sets"
                " ORDER BY released, code"
            )
        )
        return Facts(
            as_of=datetime.date.fromisoformat(meta["as_of"]),
            sets=sets,
            cards=_cards(path),
            translations=_translations(path),
            translated_until=datetime.date.fromisoformat(meta["translated_until"]),
            names_beyond=_names_beyond(path),
        )


def count_titles(path: Path) -> dict[str, int]:
    """The number of titles in each language."""
    with closing(_connect(path)) as store:
        query = (
            "SELECT language, count(*) FROM translated_titles GROUP BY language ORDER BY language"
        )
        return dict(store.execute(query))


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(address(path), uri=True)


def _cards(path: Path) -> Iterator[Card]:
    with closing(_connect(path)) as store:
        for title, record in store.execute("SELECT title, record FROM cards ORDER BY id"):
            yield card_of(title, record)


def _names_beyond(path: Path) -> Iterator[str]:
    with closing(_connect(path)) as store:
        yield from (name for (name,) in store.execute("SELECT folded FROM names_beyond"))


def _translations(path: Path) -> Iterator[Translation]:
    with closing(_connect(path)) as store:
        rows = store.execute(
            "SELECT language, translated_titles.title, cards.title FROM translated_titles"
            " JOIN cards ON cards.id = card ORDER BY language, translated_titles.title, cards.id"
        )
        for row in rows:
            yield Translation(*row)
