"""The card facts in force: those of the machine's folder, else those that ship.

    facts/
        facts.sqlite      in force, if it is whole and no older than the shipped facts
        previous.sqlite   the facts before them

`facts.sqlite` is only ever replaced by a rename, so readers see the old facts or the new ones even
if a process is killed. A file that is damaged, foreign, or built by another version of the program
is never in force: the facts before it are, or those that ship, and the reason is reported.
"""

import errno
import os
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cards.catalogue_file import NotACatalogue, open_catalogue
from cards.store import FACTS_FILE, SHIPPED, Catalogue

PART = ".part"
"""The suffix of a file while it is written."""
PREVIOUS = "previous.sqlite"


class InForce(NamedTuple):
    """The facts in force, and why they are not those of `facts.sqlite`, in sentences."""

    facts: Catalogue
    faults: tuple[str, ...] = ()


class FactsFolder:
    """The folder of a machine's facts, which need not exist."""

    def __init__(self, folder: Path, shipped: Path = SHIPPED) -> None:
        self.folder = folder
        self.current = folder / FACTS_FILE
        self.previous = folder / PREVIOUS
        self._shipped = shipped

    def in_force(self) -> InForce:
        """Open the facts in force; raises NotACatalogue if not even the shipped ones can be read.

        A file of the folder is verified, which takes some 20 ms.
        """
        try:
            shipped = Catalogue(self._shipped)
        except (OSError, sqlite3.Error, ValueError, KeyError) as error:
            raise NotACatalogue(f"{self._shipped.name} is no catalogue: {error}.") from None
        faults = []
        for path in (self.current, self.previous) if self.current.exists() else ():
            try:
                facts = open_catalogue(path)
            except NotACatalogue as error:
                faults.append(str(error))
                continue
            if facts.as_of >= shipped.as_of:
                return InForce(facts, tuple(faults))
            break
        return InForce(shipped, tuple(faults))

    def replace(self, built: Path) -> None:
        """Put a finished catalogue of the same disk in force; raises NotACatalogue or OSError.

        The facts before it are kept. On errors, the facts in force do not change.
        """
        open_catalogue(built)
        if self.current.exists():
            self._keep()
        move(built, self.current)

    def restore_previous(self) -> None:
        """Exchange the facts of the folder with those before them; FileNotFoundError without any.

        Before the first update, the shipped facts were in force.
        """
        kept = self.folder / f"{PREVIOUS}{PART}"
        if not self.current.exists():
            move(self.previous, self.current)
        elif self.previous.exists():
            open_catalogue(self.previous)
            self.previous.replace(kept)
            self._keep()
            move(kept, self.current)
        else:
            move(self.current, self.previous)

    def _keep(self) -> None:
        """Keep the current file as the previous one, without moving it."""
        part = self.folder / f"{FACTS_FILE}{PART}"
        with suppress(FileNotFoundError):
            part.unlink()
        try:
            part.hardlink_to(self.current)
        except OSError:  # no hard links on this disk
            shutil.copy2(self.current, part)
        move(part, self.previous)


def move(source: Path, target: Path) -> None:
    """Move a finished file, also across disks; OSError leaves both files unchanged."""
    with source.open("rb+") as file:
        os.fsync(file.fileno())
    try:
        _replace(source, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _copy(source, target)
        source.unlink()


def _copy(source: Path, target: Path) -> None:
    """Copy a file beside the target, and replace the target when the copy is complete."""
    part = target.with_name(target.name + PART)
    try:
        shutil.copy2(source, part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        _replace(part, target)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _replace(part: Path, path: Path) -> None:
    part.replace(path)
    # Folders that can be opened can be synced; Windows refuses the first, some disks the second.
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
