"""Layout of rows in two columns: their heights, and their pages and columns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from headjudge.web.sheets.canvas import GREY, POINT, Canvas, Type
from headjudge.web.sheets.contents import Part, Row
from messages import Message, say

COLUMNS = 2
GUTTER = 6.0
SLOT = 5.75
"""The height of one writing line, in millimetres."""
TITLE, TRANSLATED = Type(9.5), Type(8, shade=GREY)
STACKED, BELOW = Type(8), Type(6.2, shade=GREY)
"""The styles of an English title and its translation stacked in one slot."""
LEADING = 1.15
"""Line height of wrapped text, relative to the font size."""
LEAST = 5.6
"""Points; smaller text cannot be read at a table."""
NOTHING = ("", TRANSLATED)
UNKNOWN, MARK = "?", Type(10, bold=True)
"""Marks a row whose name is unknown or ambiguous."""
GAP = 2.5
"""Minimum gap between a title and its translation, in millimetres."""


class Heading(NamedTuple):
    """The heading of a part; `again` if the part continues in another column."""

    part: Part
    again: bool = False
    slots: int = 1

    @property
    def name(self) -> Message:
        """The text of the heading."""
        return say("{part}, continued", part=self.part.name) if self.again else self.part.name


class PlacedRow(NamedTuple):
    """A laid out row; an open line if it has no row."""

    row: Row | None
    lines: tuple[tuple[str, Type], ...] = ()
    """The lines of text, from top to bottom."""
    aside: tuple[str, Type] = NOTHING
    """The translated title if it fits beside the English one, or UNKNOWN."""
    slots: int = 1


Item = Heading | PlacedRow
Column = list[Item]
OPEN = PlacedRow(None)


def entry(row: Row, canvas: Canvas, width: float) -> PlacedRow:
    """Lay out a row in that width: on one line, else stacked, else wrapped."""
    aside = (UNKNOWN, MARK) if row.is_unknown else (row.translated, TRANSLATED)
    place = canvas.measure(*aside) + GAP if aside[0] else 0
    if canvas.measure(row.title, TITLE) + place <= width:
        return PlacedRow(row, ((row.title, TITLE),), aside)
    texts = [(row.title, STACKED), *([(row.translated, BELOW)] if row.translated else [])]
    aside, width = (aside, width - place) if row.is_unknown else (NOTHING, width)
    single = [(text, canvas.fit(text, style, width)) for text, style in texts]
    if all(style.size >= LEAST for _, style in single):
        return PlacedRow(row, tuple(single), aside)
    lines = [(line, style) for text, style in texts for line in canvas.wrap(text, style, width)]
    height = sum(style.size * POINT * LEADING for _, style in lines)
    return PlacedRow(row, tuple(lines), aside, math.ceil(height / SLOT))


def items(part: Part, canvas: Canvas, width: float) -> list[Item]:
    """The part with its heading and its open lines."""
    rows = [entry(row, canvas, width) for row in part.rows]
    return [Heading(part), *rows, *[OPEN] * (part.open_lines - len(rows))]


def slots(column: Iterable[Item]) -> int:
    """The total height in slots."""
    return sum(item.slots for item in column)


def flow(sequence: Sequence[Item], height: int) -> list[Column]:
    """Distribute the items over columns of that height; a continued part repeats its heading.

    No column ends with a heading. A row higher than a column, which `entry` never makes, would
    get one of its own.
    """
    columns: list[Column] = [[]]
    used = 0
    heading: Heading | None = None
    for item in sequence:
        needed = item.slots + isinstance(item, Heading)
        if columns[-1] and used + needed > height:
            columns.append([])
            if heading and isinstance(item, PlacedRow):
                columns[-1].append(heading._replace(again=True))
            used = slots(columns[-1])
        if isinstance(item, Heading):
            heading = item
        columns[-1].append(item)
        used += item.slots
    return columns


def pages(columns: Sequence[Column]) -> list[Sequence[Column]]:
    """The columns in pairs, one per page."""
    return [columns[start : start + COLUMNS] for start in range(0, len(columns), COLUMNS)]
