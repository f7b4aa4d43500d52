"""The export of Deckstats: `//Main`, `1 [SET#123] Title # !Commander`, `SB:`.

Sections are comments without a space, `//NAME: ... from deckstats.net` comes first.
"""

from __future__ import annotations

from decklists.syntax import TextSyntax
from decklists.traits import DECKSTATS, NOTE, SET_HASH_BEFORE, SLASHED_HEADING

SYNTAX = TextSyntax(
    "deckstats",
    "Deckstats",
    known_by=((DECKSTATS,), (NOTE,), (SET_HASH_BEFORE,), (SLASHED_HEADING,)),
    blank_line="nothing",
)
