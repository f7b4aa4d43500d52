"""Where bodies wait that are too long for memory: one quota for all workers of the service."""

from __future__ import annotations

import mmap
import shutil
import tempfile
from collections import Counter
from tempfile import SpooledTemporaryFile
from typing import IO

from headjudge.web.service.limits import LIMITS
from headjudge.web.service.problems import Problem
from messages import say

IN_MEMORY = 64 * 1024
"""Bytes of a body that are held in memory; no team's lists have more."""
QUOTA = LIMITS.spool
MOST = QUOTA // 2
"""Bytes of one client: what is left is for others."""
SPARED = 16 * 1024 * 1024
"""Bytes on disk that stay free, for the counts of /metrics and whatever else is there."""
WORKERS_MAX = 256

TOO_LARGE = Problem(
    413,
    say(
        "A body that is sent whole may have {most} bytes here. A batch may be sent in chunks.",
        most=MOST,
    ),
)
FULL = Problem(
    503,
    say("Too much is being asked of the service. Ask again in a moment."),
    headers={"Retry-After": "5"},
)

_used = memoryview(mmap.mmap(-1, 8 * WORKERS_MAX)).cast("q")
"""Bytes that each worker has spooled: memory that all share which are forked from one process."""
_place = 0
_held: Counter[str] = Counter()
"""By client, of this worker."""


def begin(worker: int) -> None:
    """Count what this process spools as that worker's."""
    global _place
    _place = worker % WORKERS_MAX


def forget(worker: int) -> None:
    """A worker has ended, and its files with it."""
    _used[worker % WORKERS_MAX] = 0


class Spool:
    """A body of one client: in memory as long as it is short, then in a file without a name."""

    def __init__(self, client: str) -> None:
        self._client = client
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115, see release
        self._size = 0
        self._counted = 0

    def grow(self, piece: bytes) -> None:
        """Take a piece; raises Problem 413 or 503 where there is no room for it."""
        self._size += len(piece)
        if self._size > IN_MEMORY:
            self._count(self._size - self._counted)
        try:
            self._file.write(piece)
        except OSError:
            raise FULL from None

    def rewind(self) -> IO[bytes]:
        """What was taken, from its beginning."""
        self._file.seek(0)
        return self._file

    def release(self) -> None:
        """Forget it; again does nothing."""
        self._file.close()
        if not self._counted:
            return
        _used[_place] -= self._counted
        _held[self._client] -= self._counted
        if _held[self._client] <= 0:
            del _held[self._client]
        self._counted = 0

    def _count(self, more: int) -> None:
        if _held[self._client] + more > MOST:
            raise TOO_LARGE if self._counted == _held[self._client] else FULL
        if sum(_used) + more > QUOTA or _free() < more + SPARED:
            raise FULL
        _used[_place] += more
        _held[self._client] += more
        self._counted += more


def _free() -> int:
    """Bytes that are free where the files are."""
    return shutil.disk_usage(tempfile.gettempdir()).free
