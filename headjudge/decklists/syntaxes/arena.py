"""The export of MTG Arena: `Deck` and `Sideboard`, a set and collector number on each line.

`About` with `Name ...`, `Companion` and `Commander` come before `Deck`. Set codes are Arena's
own here and there (`DAR` for Dominaria), `A-` stands before titles that were rebalanced.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import ABOUT, DECK_HEADING, SET_AND_NUMBER
from headjudge.decklists.rewriting import writing
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "arena",
    "MTG Arena",
    known_by=((ABOUT, DECK_HEADING), (DECK_HEADING, SET_AND_NUMBER)),
    write=writing.arena,
)
