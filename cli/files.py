"""Decklist files, in the encodings that players' programs write."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path

from cli.errors import CannotBeAsked

STDIN = "-"


def shown(name: str) -> str:
    """The file's name as reports print it."""
    return "<stdin>" if name == STDIN else name


def read_text(name: str) -> str:
    """The text of a file, or of standard input; raises CannotBeAsked.

    UTF-8 and, by its byte order mark, UTF-16 are what editors write. What is neither is taken
    for Windows-1252, and that is said on standard error.
    """
    data = _read_bytes(name)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decoded(name, data, "utf-16")
    if b"\0" in data:
        raise CannotBeAsked(f"{shown(name)} is no text file.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = _decoded(name, data, "cp1252")
        print(f"headjudge: {shown(name)} is not UTF-8; read as Windows-1252.", file=sys.stderr)
        return text


def _read_bytes(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotBeAsked(f"{shown(name)} cannot be read: {reason}.") from None


def _decoded(name: str, data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise CannotBeAsked(f"{shown(name)} is in no encoding that is known here.") from None
