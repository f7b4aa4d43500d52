"""Lists out of chats and web pages: bullets, tables, numbered and quoted lines, fences.

The signs are taken away and the rest is read as any line. A table has a card a row, with its
count in a cell of its own or before the title.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import BULLETS, FENCE, MARKUP, NUMBERED, QUOTE, TABLE
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "markdown",
    "Markdown",
    known_by=((TABLE,), (FENCE,), (QUOTE,), (BULLETS,), (NUMBERED,), (MARKUP,)),
)
