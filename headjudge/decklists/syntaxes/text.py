"""Plain text: one card a line, as players type, paste and export it.

It takes whatever no other syntax recognises, and writes each section under its heading.
"""

from __future__ import annotations

from headjudge.decklists.rewriting import writing
from headjudge.decklists.syntax import TextSyntax
from messages import say

BECAUSE = say("lines of a count and a title")

SYNTAX = TextSyntax("text", say("Plain text"), write=writing.text)
