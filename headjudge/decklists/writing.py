"""Writes decks as plain text, which reads back with the same titles, counts and sections."""

from __future__ import annotations

from collections.abc import Iterator

from validator.model import COMMANDER, COMPANION, MAIN, SIDEBOARD, Decklist, Line

HEADINGS = {MAIN: "Deck", SIDEBOARD: "Sideboard"}
"""Headings of sections that differ from the section's name."""


def write(deck: Decklist) -> str:
    """The main deck, then each section under its heading, one card per line: `4 Opt`."""
    lines = [line._replace(name=_on_one_line(line.name)) for line in deck.lines]
    sections = dict.fromkeys((MAIN, *(line.section for line in lines)))
    blocks = [block for section in sections for block in _blocks(lines, section)]
    if blocks and blocks[0].startswith(HEADINGS[MAIN]):
        # The main deck needs no heading if it comes first.
        blocks[0] = blocks[0].partition("\n")[2]
    return "\n".join(blocks)


def _on_one_line(name: str) -> str:
    """The name without line breaks, and with a question mark for unencodable characters."""
    return " ".join(name.encode("utf-8", "replace").decode("utf-8").split())


def _blocks(lines: list[Line], section: str) -> Iterator[str]:
    """The lines of a section below its heading; each companion has its own heading.

    Commanders are always followed by the heading of the deck, even if the deck is empty.
    """
    own = [line for line in lines if line.section == section]
    groups = [[line] for line in own] if section == COMPANION else [own] if own else []
    for group in groups:
        cards = "".join(f"{line.copies} {line.name}\n" for line in group)
        yield f"{HEADINGS.get(section, section.title())}\n{cards}"
    if section == COMMANDER and own and MAIN not in {line.section for line in lines}:
        yield f"{HEADINGS[MAIN]}\n"
