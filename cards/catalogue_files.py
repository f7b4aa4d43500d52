"""Catalogue files: their digests, and whether a file matches its digest.

A catalogue's digest is the SHA-256 of its whole file with the digits of the digest itself
replaced by zeros. It is stored in the file and is part of the fingerprint of answers, so any change
to the file shows.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import IO

from cards.store import Catalogue, address, identity
from cards.tables import create

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


def open_catalogue(path: Path) -> Catalogue:
    """Verify the whole file, which takes some 20 ms, and open it; raises NotACatalogue."""
    try:
        before = identity(path)
        _check_header(path)
        facts = Catalogue(path)
        if not _is_sealed(path, facts.digest):
            raise ValueError("it is damaged: it is not the file that its digest names")
        if identity(path) != before:
            raise ValueError("it was altered while it was read")
    except (OSError, sqlite3.Error, ValueError, KeyError) as error:
        raise NotACatalogue(f"{path.name} cannot be used: {_reason(error)}.") from None
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
