"""How long the lists of a team may be, before any of them is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from headjudge import decklists
from headjudge.web.service.limits import LIMITS
from messages import say

LINES_MAX = LIMITS.lines
"""Lines, or entries, of all lists of one team; ten times what the largest decks and pools have."""
LABEL_MAX = LIMITS.label
"""Characters of the name of a player, or of a team."""
LINE_MAX = LIMITS.line
"""Characters of a line, in lists that are read line by line; no title has 200."""


def list_fault(*lists: Mapping[str, Any]) -> str:
    """What is wrong with the length of these lists together, as a sentence; or nothing."""
    for sent in lists:
        if _has_long_line(sent.get("list", ""), sent.get("syntax")):
            return say("A line of a list may have {most} characters at most.", most=LINE_MAX)
    is_short = sum(map(_most_lines_of, lists)) <= LINES_MAX
    return "" if is_short else line_fault(sum(map(_lines_of, lists)))


def _most_lines_of(sent: Mapping[str, Any]) -> int:
    """No text has more lines, or entries, than characters: most are seen to be short by that."""
    return len(sent["list"]) if "list" in sent else _entries_of(sent)


def _lines_of(sent: Mapping[str, Any]) -> int:
    """The lines of a list, or its entries."""
    if "list" in sent:
        return decklists.size(sent["list"], syntax=sent.get("syntax"))
    return _entries_of(sent)


def _entries_of(sent: Mapping[str, Any]) -> int:
    return sum(len(sent.get(part, ())) for part in ("commander", "main", "sideboard"))


def _has_long_line(text: str, syntax: str | None) -> bool:
    """Whether a text that is read line by line has a line over the limit."""
    return (
        len(text) > LINE_MAX
        and max(map(len, text.splitlines()), default=0) > LINE_MAX
        and decklists.is_of_lines(text, syntax)
    )


def line_fault(lines: int) -> str:
    """What is wrong with so many lines, as a sentence; empty where nothing is."""
    if lines <= LINES_MAX:
        return ""
    return say(
        "The lists of one team may have {most} lines together, not {number}.",
        most=LINES_MAX,
        number=lines,
    )
