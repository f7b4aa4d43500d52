"""Files that are wholly there or not at all, whatever happens while they are written.

The one place of the engine that asks the system to put on disk what was written: a rename is
atomic, but only what is synced before it is there after a power failure.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PART = ".part"
"""The end of a file's name while it is written."""


def write(path: Path, text: str) -> None:
    """Put a text in place of a file, in UTF-8; OSError leaves the file as it was."""
    with _part(path) as part, part.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def move(source: Path, target: Path) -> None:
    """Move a finished file, from another disk as well; OSError leaves both as they were."""
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
    """A file to write, which takes the place of another once it is written."""
    part = path.with_name(path.name + PART)
    try:
        yield part
        _replace(part, path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _replace(written: Path, path: Path) -> None:
    written.replace(path)
    # A folder can be synced where it can be opened, which Windows refuses; some disks refuse both.
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
