"""The working folder of updates, beside the editions; used by one process at a time."""

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
    """Files kept for the next update, or to resume an interrupted one."""

    def __init__(self, facts: Path) -> None:
        """The workplace for a folder of editions."""
        self.folder = facts / NAME
        self.downloads = self.folder / "downloads"
        self.spool = self.folder / "spool.sqlite"
        self.built = self.folder / "built.sqlite"
        self._state = self.folder / "state.json"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock out other updates; raises OSError, or CommandError if one is running."""
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
        """The record of the last successful update; empty if there was none."""
        try:
            state = json.loads(self._state.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        is_current = isinstance(state, dict) and state.get("version") == STATE_VERSION
        return state if is_current else {}

    def remember(self, state: Mapping[str, Any]) -> None:
        """Record a successful update; raises OSError."""
        durable.write(self._state, json.dumps({"version": STATE_VERSION, **state}) + "\n")

    def forget_downloads(self, larger_than: int) -> None:
        """Remove large downloads; small files are kept with their validators."""
        for path in list(self.downloads.iterdir()):
            is_part = path.name.endswith(durable.PART)
            if is_part or (path.exists() and path.stat().st_size > larger_than):
                forget(path)

    def _clear(self) -> None:
        """Remove an unfinished build, which is rebuilt from the downloads."""
        for path in (self.spool, self.built):
            path.unlink(missing_ok=True)


def _lock(file: BinaryIO) -> None:
    """Lock the file until it is closed or the process ends; OSError if it is locked."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
