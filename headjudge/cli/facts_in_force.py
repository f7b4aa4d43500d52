"""The edition of the card facts used by a command."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import cards
from cards.places import SETTING, folder_of
from headjudge.cli.errors import CommandError
from headjudge.cli.output import tell
from validator.fingerprint import fingerprint_of

if TYPE_CHECKING:
    import argparse

    from cards.editions import Edition, Editions

STATE = "current.json"
"""The same as in `cards.editions`, whose import most runs can avoid."""
CHECK = "`headjudge facts check` says what is wrong."
NO_FOLDER = f"There is no folder for facts; {SETTING} names one."


def add_facts(command: argparse.ArgumentParser) -> None:
    """The option that selects other facts than those in force."""
    command.add_argument(
        "--facts", metavar="ID", help="an edition of the card facts (that in force)"
    )


def folder() -> Path:
    """The folder of the editions; raises CommandError if there is none."""
    place = folder_of(os.environ, sys.platform)
    if place is None:
        raise CommandError(NO_FOLDER)
    return place


def editions(place: Path | None = None) -> Editions:
    """The editions in that folder, by default this machine's; raises CommandError."""
    from cards.editions import Editions

    return Editions(place or folder())


def choose(name: str | None = None) -> None:
    """Use the requested edition, by default the one in force; raises CommandError.

    It is verified first, which takes some 20 ms. Machines that only ever had the shipped facts
    just check for a missing file.
    """
    place = folder_of(os.environ, sys.platform)
    if name is None and (place is None or not os.path.exists(place / STATE)):
        return
    edition = find(name) if name else _in_force()
    try:
        edition.verify()
    except ValueError as error:
        raise CommandError(f"{error} {CHECK}") from None
    if not edition.is_shipped:
        use(edition.path)


@contextmanager
def readable() -> Iterator[None]:
    """Report unreadable facts as CommandError."""
    try:
        yield
    except sqlite3.Error as error:
        raise CommandError(f"The card facts cannot be read: {error}. {CHECK}") from None


def find(name: str) -> Edition:
    """The edition given by an id or its beginning, a fingerprint, or `shipped`; CommandError."""
    from cards.editions import UnknownEdition

    all_editions = editions()
    for edition in all_editions.all():
        if fingerprint_of(edition.digest) == name:
            return edition
    try:
        return all_editions.find(name)
    except UnknownEdition as error:
        raise CommandError(f"--facts: {error}") from None


def use(path: Path) -> None:
    """Use the catalogue of that file; raises CommandError."""
    try:
        cards.use(cards.Catalogue(path))
    except sqlite3.Error as error:
        raise CommandError(f"The facts of {path} cannot be opened: {error}.") from None


def _in_force() -> Edition:
    all_editions = editions()
    for fault in all_editions.state_faults():
        tell(str(fault))
    try:
        return all_editions.in_force()
    except ValueError as error:
        raise CommandError(str(error)) from None
