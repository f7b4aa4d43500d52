"""The file of a catalogue: its tables, how they are written, sealed, verified and read back.

Equal facts give equal bytes. A catalogue's digest is the SHA-256 of its whole file with the digits
of the digest itself replaced by zeros. It is stored in the file and is part of the fingerprint of
answers, so any change to the file shows.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache
from itertools import filterfalse
from pathlib import Path
from typing import IO, Any

from cards.additions import Additions
from cards.corrections import is_slip
from cards.model import Card, Facts, SetFacts, Translation
from cards.store import Catalogue, address, card_of, identity
from cards.titles import ANY_LENGTH, LEVELS, bare, fold, has_token_word, loosen, reversed_end

VERSION = 3
"""Increase it when the content of the tables changes; stored as `PRAGMA user_version`. Changes to
the schema are detected without it (`cards.catalogue_file`)."""
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sets (
    code TEXT PRIMARY KEY, name TEXT NOT NULL, released TEXT NOT NULL, kind TEXT NOT NULL,
    block TEXT NOT NULL, platform TEXT NOT NULL, dates_its_cards INTEGER NOT NULL,
    size INTEGER NOT NULL, held INTEGER NOT NULL
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
CREATE TABLE names_by_length (
    length INTEGER PRIMARY KEY, names TEXT NOT NULL, cards TEXT NOT NULL
);
CREATE TABLE like_tokens (bare TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE names_beyond (folded TEXT PRIMARY KEY) WITHOUT ROWID;
"""


def create(store: sqlite3.Connection) -> None:
    """Create the tables of a catalogue."""
    store.executescript(SCHEMA)
    store.execute(f"PRAGMA user_version = {VERSION}")


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
        store.executemany("INSERT INTO sets VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)", facts.sets)
        numbers = _write_cards(store, facts.cards)
        _write_names_by_length(store)
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
    held: Counter[str] = Counter()
    for number, card in enumerate(cards, 1):
        record = record_of(card)
        numbers[card.title] = number
        ranking.append(_ranking_key(card))
        held.update({code for code, _ in card.printings})
        store.execute("INSERT INTO cards VALUES (?, ?, ?, 0)", (number, card.title, record))
        store.executemany(
            "INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?, ?)",
            ((fold(name), level, number, loosen(name), bare(name)) for level, name in _names(card)),
        )
    store.executemany(
        "UPDATE cards SET renown = ? WHERE id = ?",
        ((renown, numbers[title]) for renown, (*_, title) in enumerate(sorted(ranking))),
    )
    store.executemany(
        "UPDATE sets SET held = ? WHERE code = ?", ((count, code) for code, count in held.items())
    )
    return numbers


def _write_names_by_length(store: sqlite3.Connection) -> None:
    """Write the index of `cards.suggestions`: names by their number of letters, best first."""
    of_length: dict[int, dict[str, tuple[str, int]]] = {ANY_LENGTH: {}}
    rows = store.execute(
        "SELECT folded, loose, card, level FROM names JOIN cards ON cards.id = names.card"
        " ORDER BY level, renown"
    )
    for folded, loose, number, level in rows:
        card = number * LEVELS + level - 1
        of_length[ANY_LENGTH].setdefault(folded, (folded, card))
        of_length.setdefault(len(loose), {}).setdefault(folded, (loose, card))
    store.executemany(
        "INSERT INTO names_by_length VALUES (?, ?, ?)",
        (
            (length, as_json([name for name, _ in names.values()]),
             as_json([card for _, card in names.values()]))
            for length, names in of_length.items()
        ),
    )  # fmt: skip


def as_json(value: object) -> str:
    """The value as JSON without spaces, as tables hold it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_CONTROLS = r"[\x00-\x1f\x7f-\x9f]"
"""What is left of a character that a source decoded wrongly; no title has one."""


def _write_translations(
    store: sqlite3.Connection, translations: Iterable[Translation], numbers: Mapping[str, int]
) -> None:
    for language, written, title in filterfalse(is_slip, translations):
        translated = re.sub(_CONTROLS, "", written)
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
        [(bare(folded),) for (folded,) in names if has_token_word(folded)],
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
    return as_json(
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
        ]
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


HEADER = b"SQLite format 3\x00"
UNSEALED = "0" * 64
"""Placeholder for the digest until the file is sealed."""
_HEAD = 64 * 1024
"""Bytes that contain the digest: its table is the first of the file."""
_PIECE = 1024 * 1024
_WRITTEN_BY = slice(96, 100)
"""Where SQLite stores its own version, which is not part of the facts."""


class NotACatalogue(ValueError):
    """The file cannot be used as a catalogue; the text is a sentence with the reason."""


READS = 5
"""How often a file is read that is replaced meanwhile: more would be no update."""


def open_catalogue(path: Path) -> Catalogue:
    """Verify the whole file, which takes some 20 ms, and open it; raises NotACatalogue.

    A file that an update replaces or links meanwhile is read again.
    """
    try:
        for _ in range(READS):
            before = identity(path)
            try:
                facts = _verify(path)
            except (OSError, sqlite3.Error, ValueError, KeyError):
                if identity(path) == before:
                    raise
            else:
                if identity(path) == before:
                    return facts
        raise ValueError("it was altered while it was read")
    except (OSError, sqlite3.Error, ValueError, KeyError) as error:
        raise NotACatalogue(f"{path.name} cannot be used: {_reason(error)}.") from None


def _verify(path: Path) -> Catalogue:
    """Open the file; raises OSError, sqlite3.Error, ValueError or KeyError if it is no catalogue,
    or not the one that its digest names."""
    _check_header(path)
    facts = Catalogue(path)
    if not _is_sealed(path, facts.digest):
        raise ValueError("it is damaged: it is not the file that its digest names")
    return facts


def _check_header(path: Path) -> None:
    """Raises OSError, sqlite3.Error or ValueError if the file is no catalogue of this version."""
    with path.open("rb") as file:
        head = file.read(100)
    if not head.startswith(HEADER):
        raise ValueError("it is another file")
    # A truncated file has fewer pages than its header says (SQLite's file format).
    size = int.from_bytes(head[16:18], "big") or 1
    expected = (65536 if size == 1 else size) * int.from_bytes(head[28:32], "big")
    if path.stat().st_size != expected:
        raise ValueError("it is cut off")
    with closing(sqlite3.connect(address(path), uri=True)) as store:
        if build_of(store) != current_build():
            raise ValueError("it was built by another version of Headjudge")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or "it cannot be read"
    return f"it does not say {error}" if isinstance(error, KeyError) else str(error)


def build_of(store: sqlite3.Connection) -> object:
    """The version of a catalogue's tables, and their schema."""
    (version,) = store.execute("PRAGMA user_version").fetchone()
    return version, store.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()


@cache
def current_build() -> object:
    """The build of catalogues written by this code."""
    with closing(sqlite3.connect(":memory:")) as store:
        create(store)
        return build_of(store)


def seal(path: Path) -> None:
    """Write the digest into a finished file that holds `UNSEALED`; raises OSError."""
    with path.open("r+b") as file:
        head = bytearray(file.read(_HEAD))
        head[_WRITTEN_BY] = bytes(4)
        place = head.index(UNSEALED.encode())
        digest = _sha256(bytes(head), file)
        head[place : place + len(digest)] = digest.encode()
        file.seek(0)
        file.write(head)


def _is_sealed(path: Path, digest: str) -> bool:
    """Whether the whole file matches its digest."""
    with path.open("rb") as file:
        head, digits = file.read(_HEAD), digest.encode()
        once = head.count(digits) == 1
        return once and _sha256(head.replace(digits, UNSEALED.encode()), file) == digest


def _sha256(head: bytes, file: IO[bytes]) -> str:
    """The digest of a file of which `head` has already been read."""
    digest = hashlib.sha256(head)
    while piece := file.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest()


_SETS = """
    SELECT code, name, released, kind, block, platform, dates_its_cards, size FROM sets
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
        sets=tuple(SetFacts._make((*row[:6], bool(row[6]), row[7])) for row in _rows(path, _SETS)),
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
