"""The text export of Archidekt: `1x Title (set) 123 *F* [Category] ^Label,#37d67a^`.

Each card has categories, the first of which counts. One that is called as a section is
(`[Sideboard]`, `[Commander{top}]`) is that section; the cards of one that is `{noDeck}` are
outside of the deck. A program that leaves the set out writes `1x Title [Ramp]`: what stands in
brackets is a set code only where its letters are all large or all small.
"""

from __future__ import annotations

from headjudge.decklists.lines.traits import CATEGORY, CATEGORY_OPTION, LABEL
from headjudge.decklists.syntax import TextSyntax

SYNTAX = TextSyntax(
    "archidekt",
    "Archidekt",
    known_by=((CATEGORY_OPTION,), (CATEGORY, LABEL), (LABEL,), (CATEGORY,)),
    blank_line="nothing",
)
