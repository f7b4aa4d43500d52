"""The list in a cell: text that was made for a table is text of lines again."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from messages import Message, say

LINE_SPLIT = say(
    "A list stands on a single line and was divided where a number of copies begins: see whether"
    " that is right."
)
ADDRESS = say("There is the address of a page in place of a list: ask for the list itself.")

_BREAK = re.compile(r"<br\s*/?>|\\r\\n|\\n", re.IGNORECASE)
_COUNT = r"\d{1,3}\s*[xX×]?\s+[\"'“]?[^\W\d]"
"""A number of copies and the first letter of a title; a collector number has none behind it."""
_JOINT = re.compile(rf"\s*[,;|/]?\s+(?={_COUNT})")
_SIDEBOARD = re.compile(r"\s*[,;|/]?\s*(side\s?board)\s*:?\s*", re.IGNORECASE)
_STARTS_WITH_COUNT = re.compile(rf"\s*{_COUNT}")
_ADDRESS = re.compile(r"\s*(?:https?://|www\.)\S+\s*", re.IGNORECASE)


class CellList(NamedTuple):
    """The list of a cell."""

    text: str
    notice: Message | None = None
    """What was done to it that the organizer should see."""


def list_in(cell: str) -> CellList:
    """The list in a cell, with line feeds where the program that wrote the cell had others."""
    text = cell.replace("\r\n", "\n").replace("\r", "\n")
    if "\n" not in text.strip():
        text = html.unescape(_BREAK.sub("\n", text)) if _BREAK.search(text) else text
    if "\n" not in text.strip() and _STARTS_WITH_COUNT.match(text):
        divided = _JOINT.sub("\n", _SIDEBOARD.sub(r"\n\1\n", text)).replace("\n\n", "\n")
        if "\n" in divided.strip():
            return CellList(divided.strip(), LINE_SPLIT)
    return CellList(text)


def is_address(cell: str) -> bool:
    """Whether there is nothing but the address of a page."""
    return bool(_ADDRESS.fullmatch(cell))
