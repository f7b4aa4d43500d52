"""The folder beside the editions where an update is prepared, by one process at a time."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from cards import durable
from headjudge.cli.errors import CommandError
from headjudge.cli.sources.notes import forget

NAME = "update"
STATE_VERSION = 1


class Workplace:
    """What an update leaves behind for the next, and for itself where it is cut off."""

    def __init__(self, facts: Path) -> None:
        """The workplace of a folder of editions."""
        self.folder = facts / NAME
        self.downloads = self.folder / "downloads"
        self.spool = self.folder / "spool.sqlite"
        self.built = self.folder / "built.sqlite"
        self._state = self.folder / "state.json"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other updates out; CommandError where one is under way, OSError."""
        self.downloads.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("ab") as file:
            try:
                _lock(file)
            except OSError:
                raise CommandError(f"Another update is under way in {self.folder}.") from None
            self._clear()
            try:
                yield
            finally:
                self._clear()

    def state(self) -> Mapping[str, Any]:
        """What the last update that was put in force wrote down; empty where there was none."""
        try:
            state = json.loads(self._state.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        is_current = isinstance(state, dict) and state.get("version") == STATE_VERSION
        return state if is_current else {}

    def remember(self, state: Mapping[str, Any]) -> None:
        """Write down what was put in force; OSError."""
        durable.write(self._state, json.dumps({"version": STATE_VERSION, **state}) + "\n")

    def forget_downloads(self, larger_than: int) -> None:
        """Remove what was downloaded; small files stay, with what asks whether they changed."""
        for path in list(self.downloads.iterdir()):
            is_part = path.name.endswith(durable.PART)
            if is_part or (path.exists() and path.stat().st_size > larger_than):
                forget(path)

    def _clear(self) -> None:
        """Remove what was being built: it is built anew from what was downloaded."""
        for path in (self.spool, self.built):
            path.unlink(missing_ok=True)


def _lock(file: BinaryIO) -> None:
    """Hold the file until it is closed, or the process ends; OSError where another holds it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
