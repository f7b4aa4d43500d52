"""The `.dec` file of Apprentice: `// NAME : ...`, cards without a set, `SB:  2 Title`."""

from __future__ import annotations

from decklists.syntax import TextSyntax
from decklists.traits import COLON_APART, SB

SYNTAX = TextSyntax(
    "apprentice",
    "Apprentice",
    known_by=((COLON_APART,), (SB,)),
    blank_line="nothing",
    suffix=".dec",
)
