"""Which edition of the card facts a command judges by."""

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
from headjudge.receipts import trust_of
from validator.fingerprint import fingerprint_of

if TYPE_CHECKING:
    import argparse

    from cards.editions import Edition, Editions, Trust

STATE = "current.json"
"""As in `cards.editions`, which most runs need not import."""
CHECK = "`headjudge facts check` says what is wrong."
EXTRA = 'Signatures need {name}: python -m pip install "headjudge[service]"'
NO_FOLDER = f"There is no folder for facts; {SETTING} names one."


def add_facts(command: argparse.ArgumentParser) -> None:
    """The option that names other facts than those in force."""
    command.add_argument(
        "--facts", metavar="ID", help="an edition of the card facts (that in force)"
    )


def folder() -> Path:
    """Where the editions are kept; raises CommandError where there is no such place."""
    place = folder_of(os.environ, sys.platform)
    if place is None:
        raise CommandError(NO_FOLDER)
    return place


def editions(place: Path | None = None) -> Editions:
    """The editions of that folder, else of this machine's; raises CommandError."""
    from cards.editions import Editions

    return Editions(place or folder(), trust=_trust())


def _trust() -> Trust | None:
    """What decides whether facts are trusted, None where all are; CommandError."""
    with signatures():
        return trust_of(os.environ)


@contextmanager
def signatures() -> Iterator[None]:
    """Say of what signatures cannot be made or verified, and why, as CommandError."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise CommandError(EXTRA.format(name=error.name)) from None
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from None


def choose(name: str | None = None) -> None:
    """Use the edition that is asked for, else the one in force; raises CommandError.

    It is read through first, which takes some 20 ms. A machine on which nothing was ever added to
    the shipped facts pays one look at a file that is not there.
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
    """Say of facts that turn out to be unreadable that nothing can be asked of them."""
    try:
        yield
    except sqlite3.Error as error:
        raise CommandError(f"The card facts cannot be read: {error}. {CHECK}") from None


def find(name: str) -> Edition:
    """The edition of an id, the beginning of one, a fingerprint, or `shipped`; CommandError."""
    from cards.editions import UnknownEdition

    versions = editions()
    for edition in versions.all():
        if fingerprint_of(edition.digest) == name:
            return edition
    try:
        return versions.find(name)
    except UnknownEdition as error:
        raise CommandError(f"--facts: {error}") from None


def use(path: Path) -> None:
    """Judge by the catalogue of that file; raises CommandError."""
    try:
        cards.use(cards.Catalogue(path))
    except sqlite3.Error as error:
        raise CommandError(f"The facts of {path} cannot be opened: {error}.") from None


def _in_force() -> Edition:
    versions = editions()
    for fault in versions.state_faults():
        tell(str(fault))
    try:
        return versions.in_force()
    except ValueError as error:
        raise CommandError(str(error)) from None
