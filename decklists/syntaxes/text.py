"""Plain text: one card a line, as players type, paste and export it.

It takes whatever no other syntax recognises, and writes each section under its heading.
"""

from __future__ import annotations

from decklists import writing
from decklists.syntax import TextSyntax

BECAUSE = "lines of a count and a title"

SYNTAX = TextSyntax("text", "Plain text", write=writing.text)
