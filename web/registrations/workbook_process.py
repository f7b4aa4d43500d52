"""Reads a workbook in a process of its own: `python workbook_process.py < file > sheets.json`.

A workbook of a few bytes may claim a cell in its last row and column, or have one long text
referred to by a million cells; the reader would ask for more memory than there is, and end the
process. This one may use so much and no more, and knows nothing that the service knows: it
imports nothing of the project and is handed a file alone.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

MEMORY = 1024 * 1024 * 1024
"""Bytes of addresses, libraries with them."""
SECONDS = 10
"""Of computing."""
TEXT_MAX = 33 * 1024 * 1024
ROWS_MAX = 5_001
"""Rows that are not blank, one more than is taken."""
COLUMNS_MAX = 200


def main() -> int:
    """Write the visible sheets as `[[name, [[cell, …], …]], …]`; 1 where it is no workbook."""
    _limit()
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
        visible = [one.name for one in workbook.sheets_metadata if "Visible" in str(one.visible)]
        sheets = [
            [name, list(_rows(workbook.get_sheet_by_name(name).iter_rows()))] for name in visible
        ]
    except (CalamineError, OSError, ValueError):
        return 1
    sys.stdout.write(json.dumps(sheets))
    return 0


def _rows(found: Iterable[list[Any]]) -> Iterator[list[str]]:
    """The rows as text, up to the last that is not blank."""
    blank = rows = size = 0
    for values in found:
        cells = [_text(value) for value in values[:COLUMNS_MAX]]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            blank += 1
            continue
        # A sheet that was formatted to its end has a million blank rows.
        yield from ([] for _ in range(min(blank, ROWS_MAX)))
        yield cells
        blank, rows, size = 0, rows + 1, size + sum(map(len, cells))
        if rows >= ROWS_MAX or size > TEXT_MAX:
            return


def _text(value: Any) -> str:
    """A cell as a person reads it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "minutes")
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return str(value).replace("_x000D_", "").replace("\r\n", "\n")


def _limit() -> None:
    with contextlib.suppress(ImportError):  # where the system has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(main())
