"""Decklist files, in the encodings that players' programs write."""

from __future__ import annotations

import sys
from pathlib import Path

import decklists
from cli.errors import CannotBeAsked

STDIN = "-"
LARGEST = 10_000_000
"""Bytes. Decklists are a thousand times smaller; whatever is larger was not meant for one."""


def shown(name: str) -> str:
    """The file's name as reports print it."""
    return "<stdin>" if name == STDIN else name


def read_text(name: str) -> str:
    """The text of a file, or of standard input; raises CannotBeAsked.

    A guessed encoding is said on standard error.
    """
    try:
        text, guessed = decklists.decode(_read_bytes(name))
    except decklists.NoText as error:
        raise CannotBeAsked(f"{shown(name)} {error}.") from None
    if guessed:
        print(f"headjudge: {shown(name)} is not UTF-8; read as {guessed}.", file=sys.stderr)
    return text


def _read_bytes(name: str) -> bytes:
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotBeAsked(f"{shown(name)} cannot be read: {reason}.") from None
    if len(data) > LARGEST:
        raise CannotBeAsked(f"{shown(name)} is larger than 10 MB, which no decklist is.")
    return data
