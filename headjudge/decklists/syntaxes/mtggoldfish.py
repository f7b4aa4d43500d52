"""The download of MTGGoldfish with exact printings: `4 Title <variant> [SET] (F)`.

The variant is a collector number (`<251>`) or a word (`<extended>`); `(F)` marks foils and `(E)`
etched ones. A blank line stands before the sideboard.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import FOIL_BEHIND_SET, SET_BEHIND, VARIANT
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "mtggoldfish",
    "MTGGoldfish",
    known_by=((VARIANT, SET_BEHIND), (SET_BEHIND, FOIL_BEHIND_SET), (VARIANT,), (SET_BEHIND,)),
)
