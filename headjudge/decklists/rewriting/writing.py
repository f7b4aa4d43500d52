"""Writes decks as plain text, and fits their sections to those of a syntax.

A written list is read back with the same titles, counts and sections. If a program does not have
a section, its cards go where the program puts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from headjudge.decklists.lines import marks
from headjudge.decklists.sections import SIDEBOARD_MAX
from validator.model import (
    COMMANDER,
    COMPANION,
    MAIN,
    MAYBEBOARD,
    SIDEBOARD,
    TOKENS,
    Decklist,
    Line,
)

ARENA_SECTIONS = (COMMANDER, COMPANION, MAIN, SIDEBOARD)
"""In the order in which MTG Arena writes them."""
MTGO_SECTIONS = frozenset({MAIN, SIDEBOARD})
NO_PART = frozenset({MAYBEBOARD, TOKENS})
MAIN_MIN = 60
"""With this many cards before it, a blank line is always read as the start of a sideboard."""
HEADINGS = {MAIN: "Deck", SIDEBOARD: "Sideboard"}
"""Headings of sections that differ from the section's name."""


WriteLine = Callable[[Line], str]


def within(deck: Decklist, sections: Iterable[str] | None) -> list[Line]:
    """The lines, each in one of the sections of a syntax (None: any section).

    Cards of other sections go to the sideboard, as in most programs; a companion only if the
    sideboard does not list it already. Maybeboard and tokens are not part of the deck and are
    left out.
    """
    lines = [line._replace(name=on_one_line(line.name)) for line in deck.lines]
    if sections is None:
        return lines
    held = set(sections)
    listed = {line.name for line in lines if line.section == SIDEBOARD}
    kept = []
    for line in lines:
        is_listed = line.section == COMPANION and line.name in listed
        if line.section in held:
            kept.append(line)
        elif line.section not in NO_PART and not is_listed:
            kept.append(line._replace(section=SIDEBOARD))
    return kept


def text(deck: Decklist) -> str:
    """Plain text: the main deck, then each section under its heading, one card per line."""
    lines = within(deck, None)
    sections = dict.fromkeys((MAIN, *(line.section for line in lines)))
    blocks = [block for section in sections for block in _blocks(lines, section, plain)]
    if blocks and blocks[0].startswith(HEADINGS[MAIN]):
        # The main deck needs no heading if it comes first.
        blocks[0] = blocks[0].partition("\n")[2]
    return "\n".join(blocks)


def arena(deck: Decklist) -> str:
    """The text for import into MTG Arena, with set and collector number if both are known.

    The name of the deck, below About, is that of its player.
    """
    lines = within(deck, ARENA_SECTIONS)
    name = on_one_line(deck.player or "") or "Decklist"
    blocks = [
        block for section in ARENA_SECTIONS for block in _blocks(lines, section, with_printing)
    ]
    return "\n".join([f"About\nName {name}\n", *blocks])


def mtgo(deck: Decklist) -> str:
    """The text for import into Magic Online, with the sideboard after a blank line.

    The sideboard gets a heading if the blank line alone could be read differently.
    """
    lines = within(deck, MTGO_SECTIONS)
    main = [line for line in lines if line.section == MAIN]
    side = [line for line in lines if line.section == SIDEBOARD]
    written = _format_lines(main, plain)
    if not side:
        return written
    is_clear = _copies(main) >= MAIN_MIN and _copies(side) <= SIDEBOARD_MAX
    heading = "" if is_clear else f"{HEADINGS[SIDEBOARD]}\n"
    return f"{written}\n{heading}{_format_lines(side, plain)}"


def plain(line: Line) -> str:
    """`4 Opt`."""
    return f"{line.copies} {line.name}"


def with_printing(line: Line) -> str:
    """`4 Opt (DOM) 60`, if set and number are known and can be written in this form."""
    marked = f"{line.name} ({line.set_code}) {line.collector_number}"
    name, code, number, *_ = marks.without_marks(marked)
    reads_back = (name, code, number) == (line.name, line.set_code, line.collector_number)
    return f"{line.copies} {marked}" if reads_back else plain(line)


def on_one_line(name: str) -> str:
    """The name without line breaks, and with a question mark for unencodable characters."""
    return " ".join(name.encode("utf-8", "replace").decode("utf-8").split())


def _blocks(lines: Sequence[Line], section: str, write: WriteLine) -> Iterator[str]:
    """The lines of a section below its heading; each companion has its own heading.

    Commanders are always followed by the heading of the deck, even if the deck is empty.
    """
    own = [line for line in lines if line.section == section]
    groups = [[line] for line in own] if section == COMPANION else [own] if own else []
    for group in groups:
        yield f"{HEADINGS.get(section, section.title())}\n{_format_lines(group, write)}"
    if section == COMMANDER and own and MAIN not in {line.section for line in lines}:
        yield f"{HEADINGS[MAIN]}\n"


def _format_lines(lines: Sequence[Line], write: WriteLine) -> str:
    return "".join(f"{write(line)}\n" for line in lines)


def _copies(lines: Sequence[Line]) -> int:
    return sum(line.copies for line in lines)
