"""Rows of tables without a header, in Markdown or copied from browsers."""

from __future__ import annotations

import csv
import re

from headjudge.decklists.lines.notation import tidy

HEADINGS = """
    count, qty, qty., quantity, amount, number, #, no., name, card, card name, title, edition,
    set, collector number, rarity, type, cost, mana cost, price, section, board
"""
"""Titles of columns."""

SIGNS = ("\t", " | ", "::")
"""Separators of cells in rows that do not begin with a bar."""

LONGEST_ROW = 4096
"""Maximum characters of a CSV row that is parsed without a header."""
_HEADINGS = frozenset(heading.strip() for heading in HEADINGS.split(","))
_COUNT = re.compile(r"[x×]? ?([0-9]+) ?[x×]?", re.I)
_RULE = re.compile(r":?-+:?")


def split(text: str) -> list[str]:
    """The tidied, non-empty cells of a row; empty for lines that are no row.

    A row begins with a bar or contains one of the SIGNS.
    """
    stripped = text.strip()
    sign = "|" if stripped.startswith("|") else next(filter(stripped.__contains__, SIGNS), None)
    if sign is None:
        return []
    return [cell for each in stripped.split(sign) if (cell := tidy(each))]


def of_csv(text: str) -> list[str]:
    """The cells of a CSV row with a count as the first, second or last cell; else empty."""
    for sign in ",;":
        if sign in text:
            try:
                row = next(csv.reader([text.replace("\0", "")[:LONGEST_ROW]], delimiter=sign), [])
            except csv.Error:  # a line end within the row, as in strings from JSON
                return []
            cells = [tidy(each) for each in row]
            if len(cells) > 1 and any(cells[at].isdecimal() for at in (0, 1, -1)):
                return [cell for cell in cells if cell]
    return []


def count(cell: str) -> str | None:
    """The digits of a cell that is just a number of copies."""
    match = _COUNT.fullmatch(cell)
    return match[1] if match else None


def is_head(cells: list[str]) -> bool:
    """Whether the cells are a table's header, or the line below it."""
    return all(cell.lower() in _HEADINGS or _RULE.fullmatch(cell) for cell in cells)
