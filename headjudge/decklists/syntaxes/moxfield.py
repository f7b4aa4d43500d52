"""The text export of Moxfield: `1 Title (SET) 123 *F*`, then `SIDEBOARD:`.

`*F*` marks foils, `*E*` etched ones, `#tag` the deck's own tags and `#!tag` those of all decks.
Cards of two faces are written with one slash. A commander's deck begins with its commander,
under no heading.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import FOIL, SET_AND_NUMBER, SIDEBOARD_COLON, TAGS
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "moxfield",
    "Moxfield",
    known_by=(
        (SIDEBOARD_COLON, SET_AND_NUMBER),
        (SET_AND_NUMBER, FOIL),
        (SET_AND_NUMBER, TAGS),
        (SET_AND_NUMBER,),
        (SIDEBOARD_COLON,),
    ),
)
