"""The `.dck` file of XMage: `NAME:`, `4 [SET:123] Title`, `SB: 2 [SET:69] Title`, `LAYOUT`.

Collector numbers may end in a star or a plus sign. The LAYOUT lines say where each card lies on
the screen, and hold no card that is not listed before.
"""

from __future__ import annotations

from decklists.syntax import TextSyntax
from decklists.traits import LAYOUT, SET_COLON_BEFORE

SYNTAX = TextSyntax(
    "xmage",
    "XMage",
    known_by=((SET_COLON_BEFORE,), (LAYOUT,)),
    blank_line="nothing",
    suffix=".dck",
)
