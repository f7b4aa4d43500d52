"""The export of Deckstats: `//Main`, `1 [SET#123] Title # !Commander`, `SB:`.

Sections are comments without a space, `//NAME: ... from deckstats.net` comes first.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import DECKSTATS, NOTE, SET_HASH_BEFORE, SLASHED_HEADING
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "deckstats",
    "Deckstats",
    known_by=((DECKSTATS,), (NOTE,), (SET_HASH_BEFORE,), (SLASHED_HEADING,)),
    blank_line="nothing",
)
