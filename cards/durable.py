"""Atomic file writes: a file is complete or not there at all, even after a crash.

The only place in the engine that syncs to disk: a rename is atomic, but only synced content
survives a power failure.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PART = ".part"
"""The suffix of a file while it is written."""


def write(path: Path, text: str) -> None:
    """Replace a file with a text in UTF-8; OSError leaves the file unchanged."""
    with _part(path) as part, part.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


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
    with _part(target) as part:
        shutil.copy2(source, part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())


@contextmanager
def _part(path: Path) -> Iterator[Path]:
    """A temporary file that replaces the target when it is complete."""
    part = path.with_name(path.name + PART)
    try:
        yield part
        _replace(part, path)
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
