"""Catalogue files: their digests, and whether a file matches its digest.

A catalogue's digest is the SHA-256 of its whole file with the digits of the digest itself
replaced by zeros. It is stored in the file, names the edition and is part of the fingerprint of
answers, so any change to the file shows.
"""

from __future__ import annotations

import datetime
import hashlib
import sqlite3
from contextlib import closing
from functools import cache, lru_cache
from pathlib import Path
from typing import IO

from cards.store import ID_DIGITS, Catalogue, Identity, address, identity
from cards.tables import create

HEADER = b"SQLite format 3\x00"
UNSEALED = "0" * 64
"""Placeholder for the digest until the file is sealed."""
_HEAD = 64 * 1024
"""Bytes that contain the digest: its table is the first of the file."""
_PIECE = 1024 * 1024
_KIND_OF_META = "SELECT type FROM sqlite_master WHERE name = 'meta'"
_WRITTEN_BY = slice(96, 100)
"""Where SQLite stores its own version, which is not part of the facts."""


class NotAnEdition(ValueError):
    """The file is no catalogue readable by this code; the text is a sentence with the reason."""


class Header:
    """The header of a catalogue file; raises OSError, sqlite3.Error, ValueError or KeyError."""

    def __init__(self, path: Path) -> None:
        status = path.stat()
        with path.open("rb") as file:
            head = file.read(100)
        # A truncated file has fewer pages than its header says (SQLite's file format).
        size = int.from_bytes(head[16:18], "big") or 1
        expected = (65536 if size == 1 else size) * int.from_bytes(head[28:32], "big")
        if not head.startswith(HEADER) or status.st_size != expected:
            raise ValueError("it is cut off" if head.startswith(HEADER) else "it is another file")
        with closing(sqlite3.connect(address(path), uri=True)) as store:
            self.build = build_of(store)
            """Equal if the tables were built by the code that reads them."""
            if store.execute(_KIND_OF_META).fetchone() != ("table",):
                raise ValueError("it is another file")  # reading a view might never end
            meta = dict(store.execute("SELECT key, value FROM meta"))
        self.as_of = datetime.date.fromisoformat(meta["as_of"])
        self.digest: str = meta["digest"]
        if not is_id(self.digest[:ID_DIGITS]):
            raise ValueError("its digest is none")
        self.written = datetime.datetime.fromtimestamp(int(status.st_mtime), datetime.UTC)


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


def verify(path: Path, digest: str) -> None:
    """Read a whole file; raises NotAnEdition if it does not match the digest.

    Takes some 20 ms, once for each state of the file; the result is cached until the file is
    touched again.
    """
    try:
        is_sealed = _is_sealed(path, digest, identity(path))
    except OSError as error:
        raise NotAnEdition(f"{path.name} cannot be read: {error.strerror or error}.") from None
    if not is_sealed:
        raise NotAnEdition(f"{path.name} is damaged: it is not the file that its digest names.")


def clear_verified() -> None:
    """Forget which files were verified, so that all are read again."""
    _is_sealed.cache_clear()


def open_catalogue(path: Path) -> Catalogue:
    """Verify and open a catalogue file; raises NotAnEdition, sqlite3.Error or OSError."""
    before = identity(path)
    facts = Catalogue(path)
    verify(path, facts.digest)
    if identity(path) != before:
        raise NotAnEdition(f"{path.name} was altered while it was read.")
    return facts


def is_id(text: object) -> bool:
    """Whether the text has the form of an edition's id."""
    digits = set("0123456789abcdef")
    return isinstance(text, str) and len(text) == ID_DIGITS and digits.issuperset(text)


@lru_cache(maxsize=256)
def _is_sealed(path: Path, digest: str, _: Identity) -> bool:
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
