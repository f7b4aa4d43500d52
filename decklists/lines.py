"""What one line of a text is: so many copies of a card, a heading, a comment, or none of them.

An exact title wins over every reading that takes something away from the text. Where no
title can look like what is taken away (`[DOM:60]`, `|DOM`, `(DOM) 60`), the catalogue is not
asked; the tests hold this true for each title that it has.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from cards import Match, catalogue, remembered
from decklists import cells, directives, headings, marks, notation, owners
from decklists.headings import Heading
from validator.model import LONGEST_LINE, MAIN

HIGHEST_COUNT = 9999
DOUBTFUL_MARKS = 3
"""As many as one name may carry."""
REMEMBERED_LINES = 16_384
"""Some ten times the lines that a large event brings; longer ones than titles are not kept."""

IsTitle = Callable[[str], bool]


class Entry(NamedTuple):
    """A line that names copies of a card."""

    copies: int
    name: str
    section: str | None = None
    """The section that the line itself gives (`SB: 2 Negate`), or None."""
    set_code: str | None = None
    collector_number: str | None = None
    foil: bool = False


class Other(Enum):
    """A line that holds neither cards nor a heading."""

    BLANK = "blank"
    COMMENT = "comment"
    UNREADABLE = "unreadable"


Item = Entry | Heading | Other


def split(text: str) -> list[str]:
    """The lines of the text as editors count them: line feeds and carriage returns end one."""
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def classify(text: str, is_title: IsTitle | None = None) -> Item:
    """What the line is by itself, wherever it stands. Every text has an answer.

    `is_title` tells whether a text is wholly a title: by the catalogue in use without it.
    """
    read = _classify if len(text) > notation.LONGEST_TITLE else _classify_once
    return read(text, is_title or catalogue().is_title)


def _classify(text: str, is_title: IsTitle) -> Item:
    text = directives.without(text)
    line = notation.tidy(text)
    if not line:
        return Other.BLANK
    if len(line) > LONGEST_LINE:
        return _comment(line) or Other.UNREADABLE
    return (
        _copies_of_title(line, is_title)
        or _row_of_table(text, is_title)
        or owners.read(line)
        or headings.read(line)
        or _comment(line)
        or _with_section(line, is_title)
        or _row_of_table(text, is_title, guess=True)
        or _copies(line, is_title)
        or Other.UNREADABLE
    )


_classify_once = remembered(REMEMBERED_LINES)(_classify)


def _comment(line: str) -> Item | None:
    return Other.COMMENT if notation.is_comment(line) else None


def _with_section(line: str, is_title: IsTitle) -> Item | None:
    """A card with the heading of its section before it: `SB: 2 Negate`."""
    words, colon, rest = line.partition(":")
    section = headings.section(words) if colon else None
    rest = notation.tidy(rest)
    if section is None or not rest:
        return None
    item = _copies_of_title(rest, is_title)
    if item is None and section == MAIN:
        return Other.COMMENT  # What else follows `Deck:` is the deck's name.
    item = item or _copies(rest, is_title)
    return item._replace(section=item.section or section) if isinstance(item, Entry) else item


def _row_of_table(text: str, is_title: IsTitle, *, guess: bool = False) -> Item | None:
    """The card of a table's row: its count in a cell of its own, before the title, or nowhere.

    None for other lines and, unless a guess is wanted, for rows that have no title. A row of
    several cards is unreadable, for none of them may be lost.
    """
    row = cells.split(text)
    if len(row) < 2:
        return _classify(row[0], is_title) if row and not guess else None
    counts = [digits for cell in row if (digits := cells.count(cell))]
    names = [cell for cell in row if not cells.count(cell)]
    titles = [name for name in names if _is_title(name, is_title) and not headings.read(name)]
    if found := [(cell, item) for cell in row if (item := _copies_of_title(cell, is_title))]:
        (cell, item), several = found[0], len(found) > 1 or bool(counts and titles)
    elif titles or guess:
        if cells.is_head(row):
            return Other.COMMENT
        # A title may stand in two languages, or be that of a set or an artist besides.
        cell, several = (titles or names or row)[0], len(titles) > 1 and len(counts) > 1
        item = _copies(f"{counts[0]} {cell}" if counts else cell, is_title) or Other.UNREADABLE
    else:
        return None
    if several or not isinstance(item, Entry):
        return Other.UNREADABLE
    sections = (headings.section(other) for other in names if other != cell)
    return item._replace(section=item.section or next(filter(None, sections), None))


def _copies_of_title(line: str, is_title: IsTitle) -> Item | None:
    """A count and a title that the catalogue has: beyond doubt."""
    counted = notation.count_before(line)
    return _counted(counted, is_title) if counted else None


def _copies(line: str, is_title: IsTitle) -> Item | None:
    """A title without a count, a count elsewhere, or a count and a name that no card has.

    Readings that end at a title come first. Without a count the name has to be a title: what
    a misspelt one may have meant is not guessed.
    """
    if _is_title(line, is_title):
        return Entry(1, line)
    name, set_code, number, section, foil = _without_marks(line, is_title)
    if _is_title(name, is_title):
        return Entry(1, name, section, set_code, number, foil)
    behind = notation.count_behind(line)
    for counted in (*notation.doubtful_counts(line), behind):
        if counted and (entry := _counted(counted, is_title)):
            return entry
    counted = notation.count_before(line) or behind
    return _counted(counted, is_title, guess=True) if counted else None


def _counted(counted: notation.Counted, is_title: IsTitle, *, guess: bool = False) -> Item | None:
    """So many copies of a title, or, as a guess, of any name; unreadable if the count is none."""
    name, set_code, number, section, foil = _without_marks(counted.name, is_title)
    if not _is_title(name, is_title) and not (guess and notation.is_name(name)):
        return None
    copies = int(counted.digits) if len(counted.digits) < 10 else 0
    if not 1 <= copies <= HIGHEST_COUNT:
        return Other.UNREADABLE
    return Entry(copies, name, section, set_code, number, foil)


def _without_marks(name: str, is_title: IsTitle) -> marks.Printed:
    printed = marks.without_marks(name)
    for _ in range(DOUBTFUL_MARKS):
        if _is_title(printed.name, is_title):
            return printed
        printed = marks.without_doubtful_mark(printed)
    shorter = marks.without_reading(printed.name)
    title = shorter if _is_title(shorter, is_title) else _beside_translation(shorter)
    return printed._replace(name=title) if title else printed


def _beside_translation(name: str) -> str | None:
    """The English one of two titles of one card, written side by side; else None."""
    halves = marks.side_by_side(name) if len(name) <= notation.LONGEST_TITLE else None
    if halves is None:
        return None
    first, second = (catalogue().find(half) for half in halves)
    if "corrected" in (first.level, second.level) or not set(_titles(first)) & set(_titles(second)):
        return None
    return halves[1] if first.level == "translated" else halves[0]


def _titles(match: Match) -> list[str]:
    return [card.title for card in match.cards]


def _is_title(name: str, is_title: IsTitle) -> bool:
    return notation.may_be_title(name) and is_title(name)
