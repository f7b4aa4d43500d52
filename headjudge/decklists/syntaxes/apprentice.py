"""The `.dec` file of Apprentice: `// NAME : ...`, cards without a set, `SB:  2 Title`."""

from __future__ import annotations

from headjudge.decklists.lines.traits import COLON_APART, SB
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "apprentice",
    "Apprentice",
    known_by=((COLON_APART,), (SB,)),
    blank_line="nothing",
    suffix=".dec",
)
