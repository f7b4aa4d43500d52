"""The upload packed into a field of the page: the service stores nothing between two steps.

It is base64url of gzipped text: a row per line, with tabs between the cells. It is not JSON, as a
kilobyte of compressed brackets would become a gigabyte of lists. A packed upload is as untrusted
as any upload.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice

from headjudge.web.pages.event import delimited
from headjudge.web.pages.event.table import (
    COLUMNS_MAX,
    ROW_FAULTS,
    ROWS_MAX,
    SHEETS_MAX,
    TEXT_MAX,
    CannotBeRead,
    Sheet,
    TableRow,
    Upload,
    sheet,
)
from messages import say

PACKED_MAX = 24 * 1024 * 1024
"""Characters."""
UNPACKED_MAX = 4 * TEXT_MAX
"""Bytes of text; a character has four at most."""
CELLS_MAX = TEXT_MAX // 8
"""Cells of all sheets, including empty ones; as in workbooks."""
NOT_OURS = say("The page sent back a different table. Please choose the file again.")
TOO_LARGE = say("The lists of this file are too long for one page. Please split it.")

_WRITTEN = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n"})
_READ = {r"\\": "\\", r"\t": "\t", r"\n": "\n"}
_ESCAPED = re.compile(r"\\(?:.|\Z)", re.DOTALL)


def pack(upload: Upload) -> str:
    """Pack the upload as text; raises CannotBeRead if it is too long."""
    text = deflate("".join(map(_line, _parts(upload))))
    if len(text) > PACKED_MAX:
        raise CannotBeRead(TOO_LARGE)
    return text


def unpack(text: str) -> Upload:
    """Unpack an upload; raises CannotBeRead for anything else."""
    try:
        lines = _lines(text)
        name, delimiter, encoding = _cells(next(lines, ""), 3)
        upload = Upload(name, tuple(_sheets(lines)), delimiter, encoding or None)
    except CannotBeRead:
        raise
    except (ValueError, KeyError, EOFError, OSError, zlib.error):
        raise CannotBeRead(NOT_OURS) from None
    if not delimited.is_delimiter(upload.delimiter) or not upload.sheets:
        raise CannotBeRead(NOT_OURS)
    return upload


def deflate(text: str) -> str:
    """The text, gzipped, as base64url."""
    stream = gzip.compress(text.encode("utf-8", "surrogatepass"), 6, mtime=0)
    return base64.urlsafe_b64encode(stream).decode("ascii")


def _parts(upload: Upload) -> Iterator[Iterable[str]]:
    """The texts of each line: of the upload, then of each sheet and its rows."""
    yield upload.name, upload.delimiter, upload.encoding or ""
    for part in upload.sheets:
        yield part.name, str(len(part.rows))
        for row in part.rows:
            yield str(row.number), row.fault, *row.cells


def _line(texts: Iterable[str]) -> str:
    return "\t".join(text.translate(_WRITTEN) for text in texts) + "\n"


def _lines(text: str) -> Iterator[str]:
    """Decompress the lines of a text one after another; raises ValueError and others."""
    try:
        stream = base64.urlsafe_b64decode(text.encode("ascii"))
    except binascii.Error as error:
        raise ValueError(str(error)) from None
    left = UNPACKED_MAX
    with gzip.GzipFile(fileobj=io.BytesIO(stream)) as file:
        while line := file.readline(left + 1):
            left -= len(line)
            if left < 0:
                raise ValueError("the text is longer than it may be")
            yield line.decode("utf-8", "surrogatepass").removesuffix("\n")


def _cells(line: str, most: int) -> list[str]:
    """The texts of a line; raises ValueError for more than `most`, KeyError for other escapes."""
    texts = line.split("\t", most)
    if len(texts) > most:
        raise ValueError("more cells than there may be")
    return [_ESCAPED.sub(lambda escape: _READ[escape[0]], text) for text in texts]


def _sheets(lines: Iterator[str]) -> Iterator[Sheet]:
    left = CELLS_MAX
    for number, line in enumerate(lines):
        name, rows = _cells(line, 2)
        if number >= SHEETS_MAX or _number(rows) > ROWS_MAX:
            raise ValueError("no sheet")
        table_rows = [_row(row) for row in islice(lines, _number(rows))]
        left -= sum(len(row.cells) for row in table_rows)
        unpacked = sheet(name, table_rows)
        if left < 0 or not unpacked.rows:
            raise ValueError("more cells than there may be, or none")
        yield unpacked


def _row(line: str) -> TableRow:
    number, fault, *cells = _cells(line, 2 + COLUMNS_MAX)
    if fault not in ("", *ROW_FAULTS):
        raise ValueError("no row")
    return TableRow(_number(number), tuple(cells), fault)


def _number(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise ValueError("no number")
    return number


def whole_number(text: str) -> int | None:
    """The number in a field of the form, 0 to 99999999; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None
