"""Read an organizer's upload; its kind is detected from the content, not the name."""

from __future__ import annotations

from pathlib import PurePosixPath

from headjudge import decklists
from headjudge.decklists.documents.tables import columns
from headjudge.web.pages.event import delimited, workbooks
from headjudge.web.pages.event.table import (
    TEXT_MAX,
    TOO_MUCH_TEXT,
    CannotBeRead,
    Sheet,
    Upload,
    sheet,
)
from messages import Message, say

UPLOAD_MAX = 5 * 1024 * 1024
"""Bytes of a file."""
ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
LONGEST_NAME = 120
PARTS_OF_WORKBOOKS = (b"[Content_Types].xml", b"content.xml")
"""Of .xlsx and .ods, which are archives too."""

NOTHING_IN_IT = say("This file is empty.")
NO_TABLE = say("This file is neither a text table (.csv) nor a spreadsheet (.xlsx or .ods).")
ARCHIVE = say("This is a ZIP archive. Please open it, and choose the table that is in it.")
ONE_DECK = say(
    "This table is a single decklist with one card per row. Check it with its team on the"
    " page “Check”."
)


def read(name: str, data: bytes) -> Upload:
    """The sheets of a file of that name; raises CannotBeRead."""
    name = PurePosixPath(name.replace("\\", "/")).name[:LONGEST_NAME]
    if len(data) > UPLOAD_MAX:
        raise CannotBeRead(too_large())
    if data.startswith((ZIP, EMPTY_ZIP)):
        if not _is_workbook(data):
            raise CannotBeRead(ARCHIVE)
        return _check_filled(Upload(name, workbooks.read(data), size=len(data)))
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
    delimiter, table = delimited.read(text)
    if table and columns(table[0].cells):
        raise CannotBeRead(ONE_DECK)
    return Upload(name, _filled(sheet("", table)), delimiter, encoding, len(data))


def _is_workbook(data: bytes) -> bool:
    """Whether an archive names the parts of a spreadsheet."""
    return any(name in data for name in PARTS_OF_WORKBOOKS)


def _filled(table: Sheet) -> tuple[Sheet, ...]:
    return (table,) if table.rows else ()
