"""Spreadsheets: .xlsx and .ods, read in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from messages import say
from web import budget
from web.registrations import workbook_process
from web.registrations.table import TOO_MUCH_TEXT, CannotBeRead, Sheet, rows_of, sheet

PROCESS = Path(workbook_process.__file__)
NO_WORKBOOK = say(
    "This spreadsheet cannot be read: it is damaged, protected by a password or much too large."
    " Save it anew as .xlsx or .csv, please."
)


def read(data: bytes) -> tuple[Sheet, ...]:
    """The sheets of a workbook that hold something, in its order; raises CannotBeRead."""
    try:
        ran = subprocess.run(
            [sys.executable, "-I", str(PROCESS)],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=budget.left(),
            check=True,
        )
        found = json.loads(ran.stdout)
    except subprocess.TimeoutExpired:
        raise budget.too_slow() from None
    except (subprocess.SubprocessError, ValueError) as error:
        if getattr(error, "returncode", None) == workbook_process.TOO_MUCH:
            raise CannotBeRead(TOO_MUCH_TEXT) from None
        raise CannotBeRead(NO_WORKBOOK) from None
    sheets = [sheet(name, rows_of(rows)) for name, rows in found]
    return tuple(one for one in sheets if one.rows)
