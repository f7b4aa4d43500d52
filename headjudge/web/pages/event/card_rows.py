"""Sheets with one card per row: the rows of a player become one row with the player's list.

The list stays a table, as the reader of decklists knows such tables: no row of it is judged here.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cards import catalogue
from headjudge.decklists.documents import tables
from headjudge.decklists.lines import headings
from headjudge.web.pages.event.columns import HEADER_ROWS, SAMPLE, cell_of, meaning_of
from headjudge.web.pages.event.upload import CELL_MAX, CannotBeRead, Sheet, TableRow, Upload
from messages import say

OF_OWNER = ("team", "player")
"""The meanings of columns that say whose card a row is."""
BESIDE = (*OF_OWNER, "player-id", "private", "time", "format", "table")
"""The meanings of columns that are about a player, not about a card."""
LIST, DECK, COUNT = "Decklist", "Deck name", "Count"
"""Names of columns that take the place of those of cards."""

ONE_DECK = say(
    "This table is a single decklist with one card per row. Check it with its team on the"
    " page “Check”."
)
NO_COUNT = say(
    "This table has one card per row, but no column that is named as the number of copies. Name"
    " that column “Count”."
)


class CardTable(NamedTuple):
    """A sheet with one card per row."""

    header: int
    """The index of the row that names the columns."""
    owners: tuple[int, ...]
    """The columns that say whose card it is."""
    beside: tuple[int, ...]
    """The columns about the players, with those of the owners."""
    of_cards: tuple[int, ...]
    """The columns about the cards."""
    deck: int | None
    """The column that names decks."""
    is_counted: bool


def with_lists(upload: Upload) -> Upload:
    """The upload, its sheets with one card per row as sheets of lists; raises CannotBeRead."""
    sheets, decks = [], 0
    for sheet in upload.sheets:
        table = _card_table(sheet)
        decks += bool(table and not table.owners)
        sheets.append(_collected(sheet, table) if table and table.owners else sheet)
    if decks == len(sheets):
        raise CannotBeRead(ONE_DECK)
    return upload._replace(sheets=tuple(sheets))


def is_of_cards(sheet: Sheet) -> bool:
    """Whether the rows of a sheet are cards, of no owner."""
    return _card_table(sheet) is not None


def _card_table(sheet: Sheet) -> CardTable | None:
    """The table of a sheet whose rows are cards, as the titles in them prove it."""
    for index, row in enumerate(sheet.rows[:HEADER_ROWS]):
        named = tables.columns(row.cells, one_a_row=True)
        below = sheet.rows[index + 1 : index + 1 + SAMPLE]
        if named and _are_titles(cell_of(one, named.names[0]).strip() for one in below):
            return _table_of(row, index, named, below)
    return None


def _are_titles(cells: Iterable[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return bool(filled) and 2 * sum(map(catalogue().is_title, filled)) > len(filled)


def _table_of(
    header: TableRow, index: int, named: tables.Columns, below: Sequence[TableRow]
) -> CardTable:
    decks = [] if named.deck is None else [cell_of(row, named.deck).strip() for row in below]
    deck = None if all(map(headings.section, filter(None, decks))) else named.deck
    beside = [
        column
        for column, name in enumerate(header.cells)
        if column in (named.player, deck)
        or (column not in named.used and meaning_of(name) in BESIDE)
    ]
    owners = [
        column
        for column in beside
        if column == named.player or meaning_of(header.cells[column]) in OF_OWNER
    ]
    if owners and deck is not None:
        owners.append(deck)
    is_counted = named.copies is not None or bool(named.copies_in)
    if owners and not is_counted and any(map(_are_small, _cells(named.others, beside, below))):
        raise CannotBeRead(NO_COUNT)
    of_cards = tuple(column for column in range(len(header.cells)) if column not in beside)
    return CardTable(index, tuple(owners), tuple(beside), of_cards, deck, is_counted)


def _cells(
    columns: Iterable[int], beside: Sequence[int], rows: Sequence[TableRow]
) -> list[list[str]]:
    """The cells of each of the columns that is about cards."""
    return [[cell_of(row, one).strip() for row in rows] for one in columns if one not in beside]


def _are_small(cells: Iterable[str]) -> bool:
    """Whether all cells are numbers that may be those of copies."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(cell.isdecimal() and len(cell) < 3 for cell in filled)


def _collected(sheet: Sheet, table: CardTable) -> Sheet:
    """The sheet with a row for each owner: what is beside the cards, and the list as a table."""
    groups: dict[tuple[str, ...], list[TableRow]] = {}
    above: Mapping[int, str] = {}
    for row in sheet.rows[table.header + 1 :]:
        if row.is_blank:
            continue
        given = {column: cell_of(row, column).strip() for column in table.owners}
        # In merged cells the owner stands in the first of the rows alone.
        above = {column: text or above.get(column, "") for column, text in given.items()}
        key = tuple(" ".join(text.casefold().split()) for text in above.values())
        groups.setdefault(key, []).append(row)
    header = sheet.rows[table.header]
    names = [DECK if column == table.deck else header.cells[column] for column in table.beside]
    rows = [
        TableRow(header.number, (*names, LIST)),
        *(_row_of(header, rows, table) for rows in groups.values()),
    ]
    return sheet._replace(rows=tuple(rows))


def _row_of(header: TableRow, rows: Sequence[TableRow], table: CardTable) -> TableRow:
    beside = (
        next(filter(None, (cell_of(row, column).strip() for row in rows)), "")
        for column in table.beside
    )
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in (header, *rows):
        cells = [" ".join(cell_of(row, column).split()) for column in table.of_cards]
        count = [] if table.is_counted else [COUNT if row is header else "1"]
        writer.writerow([*count, *cells])
    list_ = text.getvalue()
    fault = next((row.fault for row in rows if row.fault), "long" * (len(list_) > CELL_MAX))
    return TableRow(rows[0].number, (*beside, list_[:CELL_MAX]), fault)
