"""Reads the tab-separated tables that facts are imported from."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

Rows = list[dict[str, str]]


def rows(path: Path) -> Rows:
    """The rows of a table by the names in its header; quotes are ordinary characters."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def grouped(rows: Rows, key: str) -> dict[str, Rows]:
    """The rows by the value of a column, in the order in which the values come."""
    groups: defaultdict[str, Rows] = defaultdict(list)
    for row in rows:
        groups[row[key]].append(row)
    return dict(groups)
