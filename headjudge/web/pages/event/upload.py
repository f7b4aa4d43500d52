"""Read an organizer's upload; its kind is detected from the content, not the name."""

from __future__ import annotations

import json
import zipfile
from pathlib import PurePosixPath
from time import monotonic

from headjudge import decklists
from headjudge.decklists.documents.columns import columns
from headjudge.web.pages.event import archives, delimited, workbooks
from headjudge.web.pages.event.table import (
    CELL_MAX,
    SHEETS_MAX,
    TEXT_MAX,
    TOO_MUCH_TEXT,
    CannotBeRead,
    Sheet,
    TableRow,
    Upload,
    rows_of,
    sheet,
)
from messages import Message, say

UPLOAD_MAX = 20 * 1024 * 1024
"""Bytes of a file."""
ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
LONGEST_NAME = 120
TABLES_MAX = 5
"""Tables of an archive."""
REQUEST = "Request"

NOTHING_IN_IT = say("This file is empty.")
NO_TABLE = say(
    "This file is neither a text table, nor a spreadsheet (.xlsx or .ods), nor a ZIP archive."
)
ONE_DECK = say(
    "This table is a single decklist with one card per row. Check it with its team on the"
    " page “Check”, or put the lists of all teams into one ZIP archive."
)


def read(name: str, data: bytes) -> Upload:
    """The sheets of a file of that name; raises CannotBeRead."""
    name = PurePosixPath(name.replace("\\", "/")).name[:LONGEST_NAME]
    if len(data) > UPLOAD_MAX:
        raise CannotBeRead(too_large())
    if data.startswith((ZIP, EMPTY_ZIP)):
        return _check_filled(_archive(name, data))
    if data.startswith(OLD_WORKBOOK):
        raise CannotBeRead(say("Please save this spreadsheet as .xlsx or .csv first."))
    return _check_filled(_text(name, data))


def too_large() -> Message:
    """The error for a file over the limit."""
    return say("The file is larger than {size} MiB. Please split it.", size=UPLOAD_MAX // 1024**2)


def _check_filled(upload: Upload) -> Upload:
    if not upload.sheets:
        raise CannotBeRead(NOTHING_IN_IT)
    return upload


def _text(name: str, data: bytes) -> Upload:
    try:
        text, encoding = decklists.decode(data)
    except decklists.NoText:
        raise CannotBeRead(NO_TABLE) from None
    if len(text) > TEXT_MAX:
        raise CannotBeRead(TOO_MUCH_TEXT)
    if is_requests(text):
        # Rows have the line numbers of an editor.
        if text.count("\n") > delimited.LINES_MAX:
            raise CannotBeRead(TOO_MUCH_TEXT)
        lines = rows_of((line,) for line in text.split("\n"))
        rows = [row for row in lines if not row.is_blank]
        header = TableRow(0, (REQUEST,))
        return Upload(name, _filled(sheet("", [header, *rows], "requests")), ",", encoding)
    delimiter, table = delimited.read(text)
    if table and columns(table[0].cells):
        raise CannotBeRead(ONE_DECK)
    return Upload(name, _filled(sheet("", table)), delimiter, encoding)


def is_requests(text: str) -> bool:
    """Whether a text is NDJSON: an object on each line."""
    first = next((line for line in text.split("\n", 100)[:100] if line.strip()), "")
    if len(first) > CELL_MAX:
        return first.lstrip().startswith("{")
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def _archive(name: str, data: bytes) -> Upload:
    archive = archives.open_archive(data)
    if archives.is_workbook(archive):
        return Upload(name, workbooks.read(data))
    files = archives.visible_files(archive)
    tables = list(archives.table_files(files))
    if tables and len(tables) == len(files) <= TABLES_MAX:
        return _tables(name, archive, tables) or _decks(name, archive, files)
    return _decks(name, archive, files)


def _tables(name: str, archive: zipfile.ZipFile, files: list[zipfile.ZipInfo]) -> Upload | None:
    """The tables of an archive as sheets; None if they are decklists, or unreadable.

    Raises CannotBeRead if they have more text together than an event has.
    """
    uploads, left = [], TEXT_MAX
    deadline = monotonic() + workbooks.SECONDS
    for file in files:
        if file.file_size > UPLOAD_MAX:
            raise CannotBeRead(TOO_MUCH_TEXT)
        data = archives.content(archive, file)
        inner = archives.open_archive(data) if data and data.startswith(ZIP) else None
        if data is None or (inner and not archives.is_workbook(inner)):
            return None
        try:
            path = file.filename
            upload = Upload(path, workbooks.read(data, deadline)) if inner else _text(path, data)
        except CannotBeRead:
            return None
        left -= sum(part.size for part in upload.sheets)
        if left < 0:
            raise CannotBeRead(TOO_MUCH_TEXT)
        uploads.append(upload)
    sheets = tuple(
        part._replace(name=" / ".join(filter(None, (upload.name, part.name))))
        for upload in uploads
        for part in upload.sheets
    )
    return uploads[0]._replace(name=name, sheets=sheets[:SHEETS_MAX])


def _decks(name: str, archive: zipfile.ZipFile, files: list[zipfile.ZipInfo]) -> Upload:
    rows, left_out = archives.deck_rows(archive, files)
    sheets = _filled(sheet("", rows, "files")) if len(rows) > 1 else ()
    return Upload(name, sheets, left_out=tuple(left_out))


def _filled(table: Sheet) -> tuple[Sheet, ...]:
    return (table,) if table.rows else ()
