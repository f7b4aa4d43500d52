"""Lists in table cells: restores their lines."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from messages import Message, say

LINE_SPLIT = say(
    "A list on a single line was split wherever a number of copies begins: check that this"
    " is right."
)

_BREAK = re.compile(r"<br ?/?>|\\r\\n|\\n", re.IGNORECASE)
# White space is single in the texts that these search: each matches only a few characters.
_COUNT = r"\d{1,3}(?: ?[xX×])? [\"'“]?[^\W\d]"
"""A number of copies and the first letter of a title, which no collector number is followed by."""
_JOINT = re.compile(rf" ?[,;|/]? (?={_COUNT})")
_SIDEBOARD = re.compile(r" ?[,;|/]? ?(side ?board) ?:? ?", re.IGNORECASE)
_STARTS_WITH_COUNT = re.compile(_COUNT)
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
"""An HTML character reference."""


class CellList(NamedTuple):
    """The list of a cell."""

    text: str
    notice: Message | None = None
    """A remark for the organizer on the changes."""


def list_in(cell: str) -> CellList:
    """The list in a cell, with line feeds in place of the program's separators."""
    text = cell.replace("\r\n", "\n").replace("\r", "\n")
    if "\n" in text.strip():
        return CellList(text)
    line = " ".join(text.split())
    if _BREAK.search(line):
        # html.unescape itself fails at numbers of thousands of digits.
        text = _REFERENCE.sub(lambda match: html.unescape(match[0]), _BREAK.sub("\n", line))
        if "\n" in text.strip():
            return CellList(text)
        line = text.strip()
    if _STARTS_WITH_COUNT.match(line):
        divided = _JOINT.sub("\n", _SIDEBOARD.sub(r"\n\1\n", line)).replace("\n\n", "\n")
        if "\n" in divided.strip():
            return CellList(divided.strip(), LINE_SPLIT)
    return CellList(text)


def is_address(cell: str) -> bool:
    """Whether the cell is just the address of a page."""
    return bool(_ADDRESS.fullmatch(cell.strip()))
