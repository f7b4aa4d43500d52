"""Temporary storage of long bodies, with one quota for all workers of the service."""

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
"""Bytes of a body stored in memory; no team's lists have more."""
QUOTA = LIMITS.spool
CLIENT_QUOTA = QUOTA // 2
"""Bytes of one client; the rest is for others."""
SPARED = 16 * 1024 * 1024
"""Bytes left free on disk, for the counts of /metrics and other programs."""
WORKERS_MAX = 256

TOO_LARGE = Problem(
    413,
    say(
        "A body that is sent whole may have at most {most} bytes here. A batch may be sent in"
        " chunks.",
        most=CLIENT_QUOTA,
    ),
)
FULL = Problem(
    503,
    say("The service is overloaded. Try again in a moment."),
    headers={"Retry-After": "5"},
)

_worker_bytes = memoryview(mmap.mmap(-1, 8 * WORKERS_MAX)).cast("q")
"""Bytes spooled by each worker, in memory shared by processes forked from one."""
_place = 0
_client_bytes: Counter[str] = Counter()
"""By client, in this worker."""


def begin(worker: int) -> None:
    """Account what this process spools to a worker."""
    global _place
    _place = worker % WORKERS_MAX


def forget(worker: int) -> None:
    """Reset the account of an ended worker, whose files are gone."""
    _worker_bytes[worker % WORKERS_MAX] = 0


class Spool:
    """A body of one client: in memory while short, then in an anonymous file."""

    def __init__(self, client: str) -> None:
        self._client = client
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115, see release
        self._size = 0
        self._counted = 0

    def grow(self, piece: bytes) -> None:
        """Append a piece; raises Problem 413 or 503 if there is no room for it."""
        self._size += len(piece)
        if self._size > IN_MEMORY:
            self._count(self._size - self._counted)
        try:
            self._file.write(piece)
        except OSError:
            raise FULL from None

    def rewind(self) -> IO[bytes]:
        """The stored bytes, from the beginning."""
        self._file.seek(0)
        return self._file

    def release(self) -> None:
        """Free the storage; may be called again."""
        self._file.close()
        if not self._counted:
            return
        _worker_bytes[_place] -= self._counted
        _client_bytes[self._client] -= self._counted
        if _client_bytes[self._client] <= 0:
            del _client_bytes[self._client]
        self._counted = 0

    def _count(self, more: int) -> None:
        if _client_bytes[self._client] + more > CLIENT_QUOTA:
            raise TOO_LARGE if self._counted == _client_bytes[self._client] else FULL
        if sum(_worker_bytes) + more > QUOTA or _free() < more + SPARED:
            raise FULL
        _worker_bytes[_place] += more
        _client_bytes[self._client] += more
        self._counted += more


def _free() -> int:
    """Free bytes on the disk of the files."""
    return shutil.disk_usage(tempfile.gettempdir()).free
