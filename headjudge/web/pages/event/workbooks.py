"""Spreadsheets, .xlsx and .ods, read in a separate process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore
from time import monotonic

from headjudge.web.pages.event import workbook_process
from headjudge.web.pages.event.table import TOO_MUCH_TEXT, CannotBeRead, Sheet, rows_of, sheet
from headjudge.web.service import budget
from headjudge.web.service.problems import Problem
from messages import say

PROCESS = Path(workbook_process.__file__)
SECONDS = 9.0
"""Time-out for reading an upload's workbooks, including the wait for others."""
WAITING = 2.0
"""Seconds of them for a place."""
BUSY = say("The service is busy reading other spreadsheets: try again.")
_places = BoundedSemaphore(1)
"""Of the processes that a worker has at a time: each may take as much memory as the worker."""
NO_WORKBOOK = say(
    "This spreadsheet cannot be read: it is damaged, protected by a password or much too"
    " large. Please save it again as .xlsx or .csv."
)


def read(data: bytes, until: float | None = None) -> tuple[Sheet, ...]:
    """The sheets of a workbook that hold something, in its order, read by that time (monotonic).

    Raises CannotBeRead, and Problem 503 where other workbooks are being read all the while.
    """
    until = monotonic() + SECONDS if until is None else until
    try:
        with _place():
            ran = subprocess.run(
                [sys.executable, "-I", str(PROCESS)],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=max(until - monotonic(), 0),
                check=True,
            )
        tables = json.loads(ran.stdout)
    except subprocess.TimeoutExpired:
        raise budget.too_slow() from None
    except (subprocess.SubprocessError, ValueError) as error:
        if getattr(error, "returncode", None) == workbook_process.TOO_MUCH:
            raise CannotBeRead(TOO_MUCH_TEXT) from None
        raise CannotBeRead(NO_WORKBOOK) from None
    sheets = [sheet(name, rows_of(rows)) for name, rows in tables]
    return tuple(part for part in sheets if part.rows)


@contextmanager
def _place() -> Iterator[None]:
    if not _places.acquire(timeout=WAITING):
        raise Problem(503, BUSY, headers={"Retry-After": str(round(SECONDS))})
    try:
        yield
    finally:
        _places.release()
