"""Decklist files, in the encodings that players' programs write."""

from __future__ import annotations

import sys
from pathlib import Path

import decklists
from cli.errors import CannotBeAsked

STDIN = "-"


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
        return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotBeAsked(f"{shown(name)} cannot be read: {reason}.") from None
