"""The text export of Magic Online: a count and a title, a blank line before the sideboard.

Nothing else tells it from a list that was typed. So a text is taken for one only where the
blank line was taken for the beginning of a sideboard, which a notice says; where the syntax is
named, the last blank line is that beginning and nothing is guessed.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import SIDEBOARD_BEHIND_BLANK
from headjudge.decklists.rewriting import writing
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "mtgo",
    "Magic Online",
    known_by=((SIDEBOARD_BEHIND_BLANK,),),
    blank_line="sideboard",
    write=writing.mtgo,
)
