"""Pasted pairings: the table of each team."""

from __future__ import annotations

import re
from collections.abc import Sequence

from headjudge.web.pages.event.entries import Entry, fold

_CELLS = re.compile(r"[\t,;]")


def with_pairings(teams: Sequence[Entry], pairings: str) -> list[Entry]:
    """The teams with their tables; pairings have a table per line, number and teams in cells."""
    tables: dict[str, str] = {}
    for line in pairings.splitlines():
        # A name may contain the separator of cells; then it is all of the line after the number.
        cells = [cell.strip(' "') for cell in _CELLS.split(line)]
        if number := next(filter(str.isdecimal, cells), ""):
            whole = line.partition(number)[2].strip(' "\t,;')
            tables |= dict.fromkeys(map(fold, (*cells, whole)), number)
    tables.pop("", None)
    return [entry._replace(table=tables.get(fold(entry.team), entry.table)) for entry in teams]
