"""The export of TappedOut: `1x Title (SET:123) *f-etch* *CMDR* #Tag`.

`*CMDR*` is the commander and `*CMPN*` the companion, wherever they stand. `Sideboard:` is a
heading.
"""

from __future__ import annotations

from decklists.syntax import TextSyntax
from decklists.traits import SET_COLON_NUMBER, STAR_FINISH, STAR_ROLE

SYNTAX = TextSyntax(
    "tappedout",
    "TappedOut",
    known_by=((STAR_ROLE,), (STAR_FINISH,), (SET_COLON_NUMBER,)),
)
