"""Plain text: one card a line, as players type, paste and export it.

It takes whatever no other syntax recognises, and writes each section under its heading.
"""

from __future__ import annotations

from decklists.syntax import TextSyntax
from validator.model import MAIN, SIDEBOARD, Decklist

BECAUSE = "lines of a count and a title"
WRITTEN_HEADINGS = {MAIN: "Deck", SIDEBOARD: "Sideboard"}
"""The headings of sections that are not called by their own name."""


def write(deck: Decklist) -> str:
    """Each section under its heading, a line a card."""
    sections = dict.fromkeys(line.section for line in deck.lines)
    blocks = []
    for section in sections:
        lines = [f"{line.copies} {line.name}" for line in deck.lines if line.section == section]
        blocks.append("\n".join([WRITTEN_HEADINGS.get(section, section.title()), *lines, ""]))
    return "\n".join(blocks)


SYNTAX = TextSyntax("text", "Plain text", write=write)
