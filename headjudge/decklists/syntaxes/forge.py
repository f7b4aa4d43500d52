"""The `.dck` file of Forge: sections in brackets, `4 Title|SET|2`.

`[metadata]`, `[duel]`, `[quest]` and `[shop]` hold settings. A third part in brackets is the
collector number, a bare one the picture; `+` behind the title marks a foil.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import BAR, FORGE_SECTION
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "forge",
    "Forge",
    known_by=((FORGE_SECTION, BAR), (FORGE_SECTION,), (BAR,)),
    blank_line="nothing",
    suffix=".dck",
)
