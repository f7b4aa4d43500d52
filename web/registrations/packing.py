"""What was read, as it travels back with the page: the service keeps nothing between two steps.

It is JSON, deflated, in base64url. What comes back is held to be hostile, as any upload is.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator
from typing import Any, get_args

from messages import say
from web.registrations import delimited
from web.registrations.table import (
    ROW_FAULTS,
    SHEETS_MAX,
    TEXT_MAX,
    CannotBeRead,
    Kind,
    Row,
    Sheet,
    Upload,
    sheet,
)

PACKED_MAX = 24 * 1024 * 1024
"""Characters."""
UNPACKED_MAX = 4 * TEXT_MAX
"""Bytes of JSON; a character has four at most."""
NOT_OURS = say("The page sent back another table than it was given. Choose the file anew, please.")
TOO_LARGE = say("The lists of this file are too many for one page. Divide it, please.")


def packed(upload: Upload) -> str:
    """The upload as text; raises CannotBeRead where that is too long to travel."""
    sheets = [
        [one.name, one.kind, [[row.number, row.fault, *row.cells] for row in one.rows]]
        for one in upload.sheets
    ]
    # Escapes would make twelve characters of one.
    text = deflated(
        json.dumps([*upload._replace(sheets=()), sheets], separators=(",", ":"), ensure_ascii=False)
    )
    if len(text) > PACKED_MAX:
        raise CannotBeRead(TOO_LARGE)
    return text


def unpacked(text: str) -> Upload:
    """The upload that was packed; raises CannotBeRead for whatever else."""
    try:
        name, _, delimiter, encoding, left_out, sheets = json.loads(inflated(text, UNPACKED_MAX))
        upload = Upload(
            _text(name),
            tuple(_sheets(sheets)),
            _text(delimiter),
            None if encoding is None else _text(encoding),
            tuple(map(_text, left_out)),
        )
    except (TypeError, ValueError, RecursionError) as error:
        if isinstance(error, CannotBeRead):
            raise
        raise CannotBeRead(NOT_OURS) from None
    if upload.delimiter not in delimited.DELIMITERS or not upload.sheets:
        raise CannotBeRead(NOT_OURS)
    return upload


def deflated(text: str) -> str:
    """The text as base64url of a stream of DEFLATE."""
    stream = zlib.compress(text.encode("utf-8", "surrogatepass"), 6)
    return base64.urlsafe_b64encode(stream).decode("ascii")


def inflated(text: str, most: int, bits: int = zlib.MAX_WBITS) -> str:
    """The text that was deflated, of so many bytes at most; raises ValueError.

    `bits` is zlib's word for the kind of stream.
    """
    try:
        stream = base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        inflate = zlib.decompressobj(bits)
        data = inflate.decompress(stream, most)
    except (binascii.Error, zlib.error) as error:
        raise ValueError(str(error)) from None
    if inflate.unconsumed_tail or not inflate.eof:
        raise ValueError("the stream is longer than it may be, or cut off")
    return data.decode("utf-8", "surrogatepass")


def _sheets(found: Any) -> Iterator[Sheet]:
    if not isinstance(found, list) or len(found) > SHEETS_MAX:
        raise ValueError("no sheets")
    for name, kind, rows in found:
        if kind not in get_args(Kind):
            raise ValueError("no kind of sheets")
        yield sheet(_text(name), map(_row, rows), kind)


def _row(found: list[Any]) -> Row:
    number, fault, *cells = found
    if type(number) is not int or fault not in ("", *ROW_FAULTS):
        raise ValueError("no row")
    return Row(number, tuple(map(_text, cells)), fault)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value
