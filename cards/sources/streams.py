"""MTGJSON's files as streams of JSON, compressed or not: only the current set is in memory."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

import ijson

PACKED: tuple[tuple[bytes, Callable[..., Any]], ...] = (
    (b"\x1f\x8b", gzip.open),
    (b"\xfd7zXZ\x00", lzma.open),
    (b"BZh", bz2.open),
)
"""The first bytes of compressed files, and their decompressors."""
CHUNK = 1 << 18
_DAMAGED = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error, ijson.JSONError, ValueError)


class Damaged(ValueError):
    """The file is truncated, altered or not of that source; the text is a sentence."""


@contextmanager
def open_packed(path: Path) -> Iterator[BinaryIO]:
    """The decompressed bytes of a file; raises OSError, or Damaged if they are corrupt."""
    with path.open("rb") as file:
        begin = file.read(8)
    unpack = next((unpack for mark, unpack in PACKED if begin.startswith(mark)), open)
    try:
        with unpack(path, "rb") as stream:
            yield cast(BinaryIO, stream)
    except Damaged:
        raise
    except _DAMAGED as error:
        raise Damaged(f"{path.name} is cut off or altered ({_reason(error)}).") from None


def members(path: Path, prefix: str) -> Iterator[tuple[str, Any]]:
    """The members of a JSON object, one at a time: keys with their values."""
    with open_packed(path) as stream:
        yield from ijson.kvitems(stream, prefix, use_float=True, buf_size=CHUNK)


def events(path: Path) -> Iterator[tuple[str, str, Any]]:
    """The file's JSON events (see ijson)."""
    with open_packed(path) as stream:
        yield from ijson.parse(stream, use_float=True, buf_size=CHUNK)


def _reason(error: BaseException) -> str:
    message = error.args[0] if error.args else ""
    text = (
        message.decode("utf-8", "replace") if isinstance(message, bytes) else str(error)
    ).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__
