"""Reads a workbook in a process of its own: `python workbook_process.py < file > sheets.json`.

A workbook of a few bytes may claim a cell in its last row and column, or refer to one long text
from a million cells; the reader would run out of memory, and end its process. This process has
limited memory, imports nothing of the project and gets nothing but the file.
"""

from __future__ import annotations

import contextlib
import ctypes
import datetime
import io
import json
import signal
import sys
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any

MEMORY = 256 * 1024 * 1024
"""Bytes of address space, including libraries; the largest events take two thirds of it."""
SECONDS = 6
"""CPU time."""
PR_SET_PDEATHSIG = 1
"""Of Linux's prctl: the signal for this process when its parent ends."""
TEXT_MAX = 16 * 1024 * 1024
"""Characters of all sheets together, plus a constant per row and cell."""
ROW, CELL = 64, 8
"""Memory of a row and a cell regardless of their content, in characters."""
SHEETS_MAX = 30
ROWS_MAX = 5_001
"""Rows that are not blank, one more than allowed."""
COLUMNS_MAX = 200
NO_WORKBOOK, TOO_MUCH = 1, 3
"""Exit codes for unreadable files, and for oversized ones."""


class TooMuch(Exception):
    """A workbook is too large."""


def main() -> int:
    """Write `[sheets, names]`, the names being those of sheets left out; exits nonzero on failure.

    A sheet is `[name, [[cell, …], …]]`.
    """
    _limit()
    from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
        tabs = workbook.sheets_metadata
        visible = [tab.name for tab in tabs if tab.visible == SheetVisibleEnum.Visible]
        sheets = list(_sheets(workbook, visible[:SHEETS_MAX]))
        left_out = [name for name in workbook.sheet_names if name not in visible[:SHEETS_MAX]]
    except (CalamineError, OSError, ValueError):
        return NO_WORKBOOK
    except TooMuch:
        return TOO_MUCH
    sys.stdout.buffer.write(json.dumps([sheets, left_out], ensure_ascii=False).encode())
    return 0


def _sheets(workbook: Any, names: Iterable[str]) -> Iterator[tuple[str, list[list[str]]]]:
    """The sheets of these names; raises TooMuch."""
    left = TEXT_MAX
    for name in names:
        rows = []
        for row in _rows(workbook.get_sheet_by_name(name).iter_rows()):
            rows.append(row)
            left -= ROW + sum(CELL + len(cell) for cell in row)
            if left < 0:
                raise TooMuch
        yield name, rows


def _rows(records: Iterable[list[Any]]) -> Iterator[list[str]]:
    """The rows as text, without blank ones at the end."""
    blank = rows = 0
    for values in records:
        cells = [_text(value) for value in values[:COLUMNS_MAX]]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            blank += 1
            continue
        # A sheet formatted to its end has a million blank rows.
        yield from repeat([], min(blank, ROWS_MAX))
        yield cells
        blank, rows = 0, rows + 1
        if rows >= ROWS_MAX:
            return


def _text(value: Any) -> str:
    """The displayed value of a cell."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "minutes")
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return str(value).replace("_x000D_", "").replace("\r\n", "\n")


def _limit() -> None:
    """Limit memory and time, and end together with the parent process."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    with contextlib.suppress(ImportError):  # where the system has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main())
