"""Write a catalogue's store. Equal facts give equal bytes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import filterfalse
from pathlib import Path

from cards.additions import Additions
from cards.catalogue_files import UNSEALED, seal
from cards.corrections import is_slip
from cards.facts import Facts, Translation
from cards.model import Card
from cards.tables import create
from cards.titles import bare, fold, loosen, reversed_end
from cards.tokens import has_word

TITLE, ALTERNATIVE, FRONT_FACE, OTHER_FACE = 1, 2, 3, 4


def write(facts: Facts, out: Path) -> None:
    """Write the catalogue of the facts to the file `out`, replacing it; see `write_unsealed`."""
    write_unsealed(facts, out)
    seal(out)


def add(additions: Additions, out: Path) -> None:
    """Complete an unsealed catalogue with what an update learnt besides cards, and seal it."""
    with closing(sqlite3.connect(out, isolation_level=None)) as store:
        store.execute("PRAGMA journal_mode = OFF")
        store.execute("INSERT INTO meta VALUES ('additions', ?)", (additions.as_json(),))
    seal(out)


def write_unsealed(facts: Facts, out: Path) -> None:
    """Write the catalogue without its digest, which `seal` computes.

    Raises OSError or sqlite3.OperationalError; the file is then no valid catalogue.
    """
    out.unlink(missing_ok=True)
    with closing(sqlite3.connect(out, isolation_level=None)) as store:
        store.execute("PRAGMA journal_mode = OFF")
        create(store)
        store.execute("BEGIN")
        store.executemany("INSERT INTO sets VALUES (?, ?, ?, ?, ?, ?, ?)", facts.sets)
        numbers = _write_cards(store, facts.cards)
        _write_translations(store, facts.translations, numbers)
        _write_names_beyond(store, facts.names_beyond)
        store.executemany(
            "INSERT INTO meta VALUES (?, ?)",
            [
                ("as_of", str(facts.as_of)),
                ("digest", UNSEALED),
                ("incomplete", " ".join(sorted(facts.incomplete))),
                ("source", facts.source),
                ("translated_until", str(facts.translated_until or facts.as_of)),
            ],
        )
        store.execute("COMMIT")
        store.execute("VACUUM")


def _write_cards(store: sqlite3.Connection, cards: Iterable[Card]) -> dict[str, int]:
    """Write the cards; return their numbers by title."""
    numbers: dict[str, int] = {}
    ranking: list[tuple[bool, int, str]] = []
    for number, card in enumerate(cards, 1):
        record = record_of(card)
        numbers[card.title] = number
        ranking.append(_ranking_key(card))
        store.execute("INSERT INTO cards VALUES (?, ?, ?, 0)", (number, card.title, record))
        store.executemany(
            "INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?, ?)",
            ((fold(name), level, number, loosen(name), bare(name)) for level, name in _names(card)),
        )
    store.executemany(
        "UPDATE cards SET renown = ? WHERE id = ?",
        ((renown, numbers[title]) for renown, (*_, title) in enumerate(sorted(ranking))),
    )
    return numbers


def _write_translations(
    store: sqlite3.Connection, translations: Iterable[Translation], numbers: Mapping[str, int]
) -> None:
    for language, translated, title in filterfalse(is_slip, translations):
        folded = fold(translated)
        store.execute(
            "INSERT OR IGNORE INTO translations VALUES (?, ?, ?, ?)",
            (folded, language, numbers[title], reversed_end(folded)),
        )
        store.execute(
            "INSERT OR IGNORE INTO translated_titles VALUES (?, ?, ?)",
            (numbers[title], language, translated),
        )
    names = store.execute("SELECT folded FROM names UNION SELECT folded FROM translations")
    store.executemany(
        "INSERT OR IGNORE INTO like_tokens VALUES (?)",
        [(bare(folded),) for (folded,) in names if has_word(folded)],
    )


def _write_names_beyond(store: sqlite3.Connection, names: Iterable[str]) -> None:
    """Write the names without facts, but no names of cards, also with other small words."""
    store.executemany(
        "INSERT OR IGNORE INTO names_beyond SELECT ?1 WHERE ?1 <> ''"
        " AND NOT EXISTS (SELECT 1 FROM names WHERE folded = ?1 OR bare = ?2 AND bare <> '')"
        " AND NOT EXISTS (SELECT 1 FROM translations WHERE folded = ?1)",
        ((folded, bare(folded)) for folded in map(fold, names)),
    )


def _ranking_key(card: Card) -> tuple[bool, int, str]:
    """Cards on paper first, then those in many sets."""
    return card.status != "paper", -len(card.printings), card.title


def record_of(card: Card) -> str:
    """The fields of a `Card` except for the title, as a JSON array."""
    return json.dumps(
        [
            card.faces,
            card.layout,
            card.types,
            card.supertypes,
            card.subtypes,
            card.mana_value,
            card.colors,
            card.copy_limit,
            " ".join(map(":".join, card.printings)),
            card.status,
            card.alternative_titles,
            *filter(None, [card.command]),
        ],
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _names(card: Card) -> Iterator[tuple[int, str]]:
    """All English names of the card, each with its match level."""
    yield TITLE, card.title
    for alternative in card.alternative_titles:
        yield ALTERNATIVE, alternative
        front, *others = alternative.split(" // ")
        yield ALTERNATIVE, front
        for face in others:
            yield OTHER_FACE, face
    for position, face in enumerate(card.faces):
        yield (OTHER_FACE if position else FRONT_FACE), face
