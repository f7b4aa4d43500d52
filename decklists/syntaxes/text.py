"""Plain text: one card a line, as players type, paste and export it."""

from __future__ import annotations

from decklists import notation, writing
from decklists.headings import Heading
from decklists.lines import Entry, IsTitle, Other, classify, split
from decklists.sections import Sections, guess_sideboard
from decklists.syntax import Syntax
from validator.model import MAIN, Decklist, Line, Notice, Unreadable

BECAUSE = "lines of a count and a title"


def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
    """One deck or pool. Nothing is lost: what is no card, comment or heading is unreadable."""
    found: list[Line] = []
    unreadable: list[Unreadable] = []
    blanks: list[int] = []
    sections = Sections()
    for number, line in enumerate(split(text), 1):
        if sections.in_settings and notation.is_setting(line):
            continue
        item = classify(line, is_title)
        if isinstance(item, Entry):
            copies, name, _, set_code, collector_number = item
            section = MAIN if pool else sections.section_of(item)
            found.append(Line(copies, name, section, number, line, set_code, collector_number))
        elif isinstance(item, Heading):
            sections.enter(item)
        elif item is Other.BLANK:
            sections.blank()
            blanks.append(number)
        elif item is Other.UNREADABLE:
            unreadable.append(Unreadable(number, line))
    lines, notices = tuple(found), tuple[Notice, ...]()
    if not pool and not sections.are_named:
        lines, notices = guess_sideboard(lines, blanks, main_min)
    return (Decklist(lines, tuple(unreadable), notices=notices),)


SYNTAX = Syntax("text", "Plain text", recognise=lambda _: BECAUSE, read=read, write=writing.text)
