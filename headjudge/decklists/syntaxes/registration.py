"""The deck registration sheet of decklist.org, as its text is copied from the PDF file.

`Main Deck:`, `Main Deck Continued:` and `Sideboard:` stand over the columns; the words for the
player, the event and the judges are comments.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import REGISTRATION
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "decklist-org",
    "decklist.org",
    known_by=((REGISTRATION,),),
    blank_line="nothing",
)
