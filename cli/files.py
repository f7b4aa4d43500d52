"""Decklist files: of any syntax, in the encodings that players' programs write; and links."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import decklists
from cli.errors import CannotBeAsked
from cli.output import tell
from validator import Decklist

if TYPE_CHECKING:
    from links import Fetched

STDIN = "-"
LINK = ("https://", "http://")
LARGEST = 10_000_000
"""Bytes. Decklists are a thousand times smaller; whatever is larger was not meant for one."""


def add_syntax(command: argparse.ArgumentParser, option: str = "--syntax") -> None:
    """The option that names the syntax of the files, which is told from each file without it."""
    command.add_argument(
        option,
        dest="syntax",
        choices=decklists.SYNTAXES,
        metavar="SYNTAX",
        help=f"read the files as: {_listed(decklists.SYNTAXES)} (told from each file)",
    )


def add_wanted_syntax(command: argparse.ArgumentParser, option: str) -> None:
    """The option that names the syntax to write."""
    command.add_argument(
        option,
        dest="to",
        required=True,
        choices=decklists.WRITERS,
        metavar="SYNTAX",
        help=f"write the deck as: {_listed(decklists.WRITERS)}",
    )


def check_standard_input(names: Sequence[str]) -> None:
    """Raise CannotBeAsked where standard input would be read for two files."""
    if names.count(STDIN) > 1:
        raise CannotBeAsked("Standard input can be read for one file only.")


def is_link(name: str) -> bool:
    """Whether a name is an address of the web, and so no file."""
    return name.lower().startswith(LINK)


def read_decks(name: str, syntax: str | None, main_min: int = 60) -> tuple[Decklist, ...]:
    """Every deck of a file or link, in order; raises CannotBeAsked."""
    return read_team(name, syntax, main_min)[1]


def read_team(name: str, syntax: str | None, main_min: int) -> tuple[str, tuple[Decklist, ...]]:
    """The text of a file or link, and every deck in it, in order; raises CannotBeAsked."""
    text = read_text(name)
    if not is_link(name):
        return text, decklists.read_team(text, main_min=main_min, syntax=syntax)
    fetched = _fetched(name)
    read = decklists.read_team(text, main_min=main_min, syntax=fetched.syntax or syntax)
    return text, fetched.told(read)


def read_pool(name: str, syntax: str | None) -> Decklist:
    """The card pool of a file or link; raises CannotBeAsked."""
    text = read_text(name)
    if not is_link(name):
        return decklists.read(text, pool=True, syntax=syntax)
    fetched = _fetched(name)
    (pool,) = fetched.told((decklists.read(text, pool=True, syntax=fetched.syntax or syntax),))
    return pool


def shown(name: str) -> str:
    """The file's name as reports print it."""
    return "<stdin>" if name == STDIN else name


def read_text(name: str) -> str:
    """The text of a file, of a link, or of standard input; raises CannotBeAsked.

    A guessed encoding is said on standard error.
    """
    if is_link(name):
        text, guessed = _fetched(name).text, _fetched(name).encoding
    else:
        text, guessed = _decoded(name)
    if guessed:
        tell(f"{shown(name)} is not UTF-8; read as {guessed}.")
    return text


def write_text(name: str, text: str) -> None:
    """Write the text to a file, in UTF-8; raises CannotBeAsked."""
    try:
        # A list may hold what is no text in UTF-8: lone surrogates, out of JSON.
        Path(name).write_bytes(text.encode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotBeAsked(f"{name} cannot be written: {reason}.") from None


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of standard input; raises CannotBeAsked."""
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


def _decoded(name: str) -> decklists.Decoded:
    try:
        return decklists.decode(read_bytes(name))
    except decklists.NoText as error:
        raise CannotBeAsked(f"{shown(name)} {error}.") from None


def _fetched(name: str) -> Fetched:
    from cli import links  # it brings a client of HTTP

    return links.fetched(name)


def _listed(syntaxes: Iterable[str]) -> str:
    return ", ".join(syntaxes)
