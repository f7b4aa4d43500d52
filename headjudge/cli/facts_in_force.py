"""The card facts used by a command: those in force on this machine."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import cards
from cards.store import FACTS_FILE, SETTING, folder_of
from headjudge.cli.errors import CommandError
from headjudge.cli.output import tell

if TYPE_CHECKING:
    from cards.in_force import FactsFolder

NO_FOLDER = f"There is no folder for facts; {SETTING} names one."


def folder() -> FactsFolder:
    """The folder of this machine's facts; raises CommandError if there is none."""
    from cards.in_force import FactsFolder

    place = folder_of(os.environ, sys.platform)
    if place is None:
        raise CommandError(NO_FOLDER)
    return FactsFolder(Path(place))


def choose() -> None:
    """Use the facts in force; raises CommandError.

    Machines without updated facts only look for a missing file.
    """
    place = folder_of(os.environ, sys.platform)
    if place is None or not os.path.exists(place / FACTS_FILE):
        return
    from cards.catalogue_file import NotACatalogue

    try:
        facts, faults = folder().in_force()
    except NotACatalogue as error:
        raise CommandError(str(error)) from None
    for fault in faults:
        tell(f"{fault} The facts of {facts.as_of} are used.")
    cards.use(facts)


@contextmanager
def readable() -> Iterator[None]:
    """Report unreadable facts as CommandError."""
    try:
        yield
    except sqlite3.Error as error:
        raise CommandError(f"The card facts cannot be read: {error}.") from None
