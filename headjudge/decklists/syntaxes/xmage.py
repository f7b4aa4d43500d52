"""The `.dck` file of XMage: `NAME:`, `4 [SET:123] Title`, `SB: 2 [SET:69] Title`, `LAYOUT`.

Collector numbers may end in a star or a plus sign. The LAYOUT lines say where each card lies on
the screen, and hold no card that is not listed before.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import LAYOUT, SET_COLON_BEFORE
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "xmage",
    "XMage",
    known_by=((SET_COLON_BEFORE,), (LAYOUT,)),
    blank_line="nothing",
    suffix=".dck",
)
