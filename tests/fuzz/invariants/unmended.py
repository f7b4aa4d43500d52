"""The service without one of its mends, to prove that what it kept is found to be broken."""

from __future__ import annotations

import mmap
import tempfile
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from headjudge.web.api.batch import pool
from headjudge.web.app import create_app, create_front
from headjudge.web.server import computing, connections, spool
from headjudge.web.server.front import Front
from headjudge.web.service import counts


def leaving() -> Front:
    """No batch hears that its client has left."""
    shared = pool._distribute
    pool._distribute = lambda some_chunks, terms, ways, count: shared(
        some_chunks, terms, ways._replace(is_gone=lambda: False), count
    )
    return create_front(create_app())


def dripping() -> Front:
    """A batch keeps its place while it waits for its client."""

    def kept(*_: Any) -> AbstractContextManager[None]:
        return nullcontext()

    computing.Computing.pause = kept  # type: ignore[assignment, method-assign]
    return create_front(create_app())


def crumbs() -> Front:
    """As much is read of a connection as asyncio takes."""
    connections.READ_LEAST = connections.READ_MAX = 256 * 1024
    return create_front(create_app())


def spooled() -> Front:
    """Bodies have no quota."""
    spool.Spool._count = lambda *_: None  # type: ignore[method-assign]
    return create_front(create_app())


def full_disk() -> Front:
    """What is counted is mapped into memory out of a file."""

    def note(self: counts.Sharing) -> None:
        with tempfile.TemporaryFile() as file:
            file.truncate(mmap.PAGESIZE)
            mmap.mmap(file.fileno(), mmap.PAGESIZE)[0] = 1

    counts.Sharing.note = note  # type: ignore[method-assign]
    return create_front(create_app())
