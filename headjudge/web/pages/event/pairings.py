"""Pairings as they are pasted: which team sits at which table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from headjudge.web.pages.event.entries import Entry, fold

_CELLS = re.compile(r"[\t,;]")


def with_pairings(teams: Sequence[Entry], pairings: str) -> list[Entry]:
    """The teams at the tables of pairings: a table a line, its number and teams in cells."""
    tables: dict[str, str] = {}
    for line in pairings.splitlines():
        # A name may hold the separator of the cells; then it stands alone behind the number.
        cells = [cell.strip(' "') for cell in _CELLS.split(line)]
        if number := next(filter(str.isdecimal, cells), ""):
            whole = line.partition(number)[2].strip(' "\t,;')
            tables |= dict.fromkeys(map(fold, (*cells, whole)), number)
    tables.pop("", None)
    return [entry._replace(table=tables.get(fold(entry.team), entry.table)) for entry in teams]
