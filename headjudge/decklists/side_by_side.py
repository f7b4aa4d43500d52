"""Lines with several cards, and lists that are side by side in columns."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from headjudge.decklists.documents import cells
from headjudge.decklists.lines import headings, notation
from headjudge.decklists.lines.headings import Heading
from headjudge.decklists.lines.items import Context, Entry, Kind, Several, Step

_CELL = re.compile(r"\S(?: ?\S)*")
"""Words with single spaces between them; columns are separated by more."""


class Column(NamedTuple):
    """A heading beside others."""

    place: int
    """The index of its cell, or of its first character if spaces separate the columns."""
    section: str | None


class Cell(NamedTuple):
    """The content of a column of a line."""

    place: int
    text: str


def columns(steps: list[Step], _: Context) -> list[Step]:
    """The lines, with one step for each card of a line with several.

    Cards below headings that are side by side belong to the columns of these headings.
    """
    over: list[Column] = []
    flat: list[Step] = []
    is_begun = False
    for step in steps:
        item = step.item
        if isinstance(item, Heading):
            over = []
        if not isinstance(item, Several):
            is_begun = is_begun or isinstance(item, Entry)
            # The white space before a single card shows its column, the longest one.
            if over and type(item) is Entry and not item.section:
                (section,) = _sections(step.text, 1, over)[:1]
                step = step._replace(item=item._replace(section=section))
            flat.append(step)
            continue
        named = tuple(part for part in item.items if isinstance(part, Heading))
        if len(named) == len(item.items):
            over = _columns(step.text, named)
            flat.append(step._replace(item=Kind.COMMENT))
            continue
        if not is_begun and named == item.items[:1] and named[0].section:
            # The sideboard on one line above the deck: the cards below do not belong to it.
            item = Several(tuple(_in_section(part, named[0].section) for part in item.items[1:]))
        sections = _sections(step.text, len(item.items), over)
        for part, section in zip(item.items, sections, strict=True):
            flat.append(step._replace(item=_in_section(part, section)))
    return flat


def _in_section(part: Entry | Heading | Kind, section: str | None) -> Entry | Heading | Kind:
    """The card in the section, unless it names its own."""
    return part._replace(section=part.section or section) if isinstance(part, Entry) else part


def _columns(text: str, over: Sequence[Heading]) -> list[Column]:
    """The headings with their places, or with their order if the places are unclear."""
    places_of_headings = [cell.place for cell in _cells(text) if headings.read(cell.text)]
    places = places_of_headings if len(places_of_headings) == len(over) else range(len(over))
    return [Column(place, each.section) for place, each in zip(places, over, strict=True)]


def _sections(text: str, number: int, columns: Sequence[Column]) -> list[str | None]:
    """The section of each card of a line with that many: the section of its column."""
    if len(columns) == number:
        return [column.section for column in columns]
    row = _cells(text)
    places = [cell.place for cell in row if not cells.count(cell.text)]
    if not columns or len(places) < number:
        return [None] * number
    if len(places) < len(row) and columns[-1].place - columns[0].place < len(columns):
        # Each heading is a single cell above two, the count and the title.
        places = [place // 2 for place in places]
    return [_nearest(place, columns).section for place in places[:number]]


def _nearest(place: int, columns: Sequence[Column]) -> Column:
    return min(columns, key=lambda column: abs(column.place - place))


def _cells(text: str) -> list[Cell]:
    """The non-empty cells of the line; in a table, by the index of the cell."""
    sign = next(filter(text.__contains__, "\t|"), None)
    if sign is None:
        return [Cell(each.start(), each[0]) for each in _CELL.finditer(text)]
    row = text.strip(" ").removeprefix("|").split(sign)
    return [Cell(at, cell) for at, each in enumerate(row) if (cell := notation.tidy(each))]
