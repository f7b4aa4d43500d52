"""The `.mwDeck` file of Magic Workstation: `4 [SET] Title`, `SB:  2 [SET] Title`.

The number of an artwork may stand behind (`13 [US] Mountain (1)`); `// Lands` and the like are
comments. Set codes are the program's own (`US`, `6E`).
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import SET_BEFORE, WORKSTATION
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "mws",
    "Magic Workstation",
    known_by=((WORKSTATION,), (SET_BEFORE,)),
    blank_line="nothing",
    suffix=".mwDeck",
)
