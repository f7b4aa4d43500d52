"""The results as a table: the upload's rows in order, each with its team's verdict."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from headjudge.web.pages.event.columns import Columns, cell_of, names
from headjudge.web.pages.event.judging import STATES, Result
from headjudge.web.pages.event.table import Sheet
from messages import Message, say

HEADER = (
    say("Verdict"), say("Faults"), say("Notices"), say("Status"), say("Note"), say("Changes")
)  # fmt: skip
_FORMULA = re.compile(r"[^\S\t\r]*+[=+\-@\t\r]")

Translate = Callable[[Message | str], str]


def rows(
    sheet: Sheet, columns: Columns, results: Iterable[Result], translate: Translate
) -> Iterator[list[str]]:
    """The header and every row of the sheet, followed by the result and the progress.

    `translate` translates a message into the reader's language.
    """
    by_row: dict[int, Result] = {}
    replaced: dict[int, Result] = {}
    for result in results:
        by_row |= dict.fromkeys(result.entry.rows, result)
        replaced |= dict.fromkeys(result.entry.replaced, result)
    header = names(sheet, columns.header)
    yield [*header, *map(translate, HEADER)]
    for index in range(columns.first, len(sheet.rows)):
        cells = [cell_of(sheet.rows[index], column) for column in range(len(header))]
        words = [""] * len(HEADER)
        if found := by_row.get(index):
            words = list(_words(found, translate))
        elif newer := replaced.get(index):
            words[0] = translate(say("Replaced by row {row}", row=newer.entry.row))
        yield [*cells, *words]


def as_csv(table: Iterable[Sequence[str]], delimiter: str = ",") -> bytes:
    """The table as CSV in UTF-8, safe against formula injection."""
    text = io.StringIO()
    # Spreadsheets detect UTF-8 by its byte order mark.
    text.write("\ufeff")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows(map(_escape_formula, row) for row in table)
    return text.getvalue().encode("utf-8", "replace")


def _words(result: Result, translate: Translate) -> Iterator[str]:
    """The cells below `HEADER`."""
    yield translate(STATES[result.state])
    yield "\n".join(map(translate, result.faults))
    yield "\n".join(map(translate, result.notices))
    yield from map(translate, result.entry.progress)


def _escape_formula(cell: str) -> str:
    """The cell, with an apostrophe before anything a spreadsheet would execute."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
