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
CELL_MAX = 32_767
"""Characters of a cell of a spreadsheet."""
_FORMULA = re.compile(r"[^\S\t\r]*+[=+\-@\t\r]")
_WIDTHS = (14, 70, 50, 12, 30, 50)
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters not allowed in XML."""

Translate = Callable[[Message | str], str]


def rows(
    sheet: Sheet, columns: Columns, results: Iterable[Result], translate: Translate
) -> Iterator[list[str]]:
    """The header and every row of the sheet, followed by the result and the progress.

    `translate` translates a message into the reader's language.
    """
    by_row = {index: result for result in results for index in result.entry.rows}
    header = names(sheet, columns.has_header)
    yield [*header, *map(translate, HEADER)]
    for index in range(columns.has_header, len(sheet.rows)):
        cells = [cell_of(sheet.rows[index], column) for column in range(len(header))]
        result = by_row.get(index)
        yield [*cells, *(_words(result, translate) if result else [""] * len(HEADER))]


def as_csv(table: Iterable[Sequence[str]], delimiter: str = ",") -> bytes:
    """The table as CSV in UTF-8, safe against formula injection."""
    text = io.StringIO()
    # Spreadsheets detect UTF-8 by its byte order mark.
    text.write("\ufeff")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows(map(_escape_formula, row) for row in table)
    return text.getvalue().encode("utf-8", "replace")


def as_xlsx(table: Iterable[Sequence[str]], title: str) -> bytes:
    """The table as a workbook of one sheet, with only text cells."""
    import xlsxwriter  # late: large and rarely needed

    data = io.BytesIO()
    workbook = xlsxwriter.Workbook(data, {"in_memory": True})
    sheet = workbook.add_worksheet(_sheet_name(title))
    wrapped = workbook.add_format({"text_wrap": True, "valign": "top"})
    plain = workbook.add_format({"valign": "top"})
    bold = workbook.add_format({"bold": True, "bottom": 1})
    row = width = 0
    for row, cells in enumerate(table):
        width = len(cells)
        for column, cell in enumerate(cells):
            is_result = column >= width - len(HEADER)
            style = bold if row == 0 else wrapped if is_result else plain
            sheet.write_string(row, column, _xml_text(cell), style)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, row, max(width - 1, 0))
    for column, size in enumerate(_WIDTHS, width - len(_WIDTHS)):
        sheet.set_column(column, column, size)
    workbook.close()
    return data.getvalue()


def _words(result: Result, translate: Translate) -> Iterator[str]:
    """The cells below `HEADER`."""
    yield translate(STATES[result.state])
    yield "\n".join(map(translate, result.faults))
    yield "\n".join(map(translate, result.notices))
    yield from map(translate, result.entry.progress)


def _escape_formula(cell: str) -> str:
    """The cell, with an apostrophe before anything a spreadsheet would execute."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _xml_text(cell: str) -> str:
    """The cell without characters that a workbook cannot contain, cut to its limit."""
    text = _NOT_IN_XML.sub("�", cell.replace("\r\n", "\n"))
    return text if len(text) <= CELL_MAX else text[: CELL_MAX - 1] + "…"


def _sheet_name(title: str) -> str:
    name = re.sub(r"[\[\]:*?/\\']", " ", _NOT_IN_XML.sub("", title)).strip()[:31].strip()
    return "Sheet" if name.lower() in ("", "history") else name
