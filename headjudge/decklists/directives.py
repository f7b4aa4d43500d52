"""Directives: comments in a list that are addressed to Headjudge, `4 Opt # headjudge: allow ...`.

A directive ends a line or is a line of its own, after `#` or `//`, in every syntax. Readers
remove it first, so that it is never read as part of a card.
"""

from __future__ import annotations

import re

_DIRECTIVE = re.compile(r"(?<!:)(?P<sign>#|//)[ \t]*headjudge[ \t]*:(?P<words>.*)", re.I | re.S)


def without(text: str) -> str:
    """The line without its directive; if there is nothing else, just the comment sign."""
    if ":" not in text:
        return text
    match = _DIRECTIVE.search(text)
    if match is None:
        return text
    before = text[: match.start()]
    return before.rstrip() if before.strip() else match["sign"]


def words(text: str) -> str | None:
    """The directive in the line (`allow not-legal -- a proxy`); None for most lines."""
    match = _DIRECTIVE.search(text) if ":" in text else None
    return match["words"].strip() if match else None
