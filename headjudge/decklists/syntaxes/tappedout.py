"""The export of TappedOut: `1x Title (SET:123) *f-etch* *CMDR* #Tag`.

`*CMDR*` is the commander and `*CMPN*` the companion, wherever they stand. `Sideboard:` is a
heading.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import SET_COLON_NUMBER, STAR_FINISH, STAR_ROLE
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "tappedout",
    "TappedOut",
    known_by=((STAR_ROLE,), (STAR_FINISH,), (SET_COLON_NUMBER,)),
)
