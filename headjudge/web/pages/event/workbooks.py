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

from headjudge.web.http import Problem
from headjudge.web.pages.event import workbook_process
from headjudge.web.pages.event.table import TOO_MUCH_TEXT, CannotBeRead, Sheet, rows_of, sheet
from messages import say

PROCESS = Path(workbook_process.__file__)
SECONDS = 9.0
"""Time-out for reading an upload's workbooks, including the wait for others."""
WAIT_SECONDS = 2.0
"""Of those, for the wait."""
BUSY = say("The service is busy reading other spreadsheets: try again.")
_places = BoundedSemaphore(1)
"""One process per worker at a time, as each may take as much memory as the worker."""
NO_WORKBOOK = say(
    "This spreadsheet cannot be read: it is damaged, protected by a password or much too"
    " large. Please save it again as .xlsx or .csv."
)


def read(data: bytes, deadline: float | None = None) -> tuple[Sheet, ...]:
    """The sheets of a workbook that are not empty, in order; the deadline is monotonic time.

    Raises CannotBeRead, and Problem 503 if the service is busy reading others.
    """
    deadline = monotonic() + SECONDS if deadline is None else deadline
    try:
        with _place():
            process = subprocess.run(
                [sys.executable, "-I", str(PROCESS)],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=max(deadline - monotonic(), 0),
                check=True,
            )
        tables = json.loads(process.stdout)
    except subprocess.TimeoutExpired:
        raise CannotBeRead(TOO_MUCH_TEXT) from None
    except (subprocess.SubprocessError, ValueError) as error:
        if getattr(error, "returncode", None) == workbook_process.TOO_MUCH:
            raise CannotBeRead(TOO_MUCH_TEXT) from None
        raise CannotBeRead(NO_WORKBOOK) from None
    sheets = (sheet(name, rows_of(rows)) for name, rows in tables)
    return tuple(part for part in sheets if part.rows)


@contextmanager
def _place() -> Iterator[None]:
    if not _places.acquire(timeout=WAIT_SECONDS):
        raise Problem(503, BUSY, headers={"Retry-After": str(round(SECONDS))})
    try:
        yield
    finally:
        _places.release()
