"""Puts the sections of a list in their usual order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from headjudge.decklists.lines import headings
from headjudge.decklists.rewriting.texts import OWN_COMMENT, Kind, Row, rearrange
from validator.model import COMPANION, MAIN, MAYBEBOARD, SIDEBOARD, TOKENS

FIRST = ("avatar", "commander", COMPANION, MAIN, SIDEBOARD)
"""The first sections, in the order of MTG Arena and Forge."""
LAST = (MAYBEBOARD, TOKENS)
"""The last sections, which are outside the deck. All others are between, in their own order."""


class _Block(NamedTuple):
    """A section: its heading with the comments above it, and the lines below."""

    section: str
    lines: list[Row]
    blanks: list[Row]
    """The blank lines at its end, which are not moved."""


def in_order(lines: Sequence[Row]) -> str | None:
    """The text of a list of one deck with its sections in order; None if they already are.

    Comments stay with the line below them. Cards marked `SB:` among those of the main deck move
    to the end, unless the list also has headings of sections.
    """
    ends = [row.end for row in lines]
    start, blocks = _blocks(lines)
    if not blocks or any(row.heading and row.heading.settings for row in lines[start:]):
        return None
    if len(blocks) == 1:
        body = _marked_last(blocks[0].lines)
        return rearrange([*lines[:start], *body, *blocks[0].blanks], ends) if body else None
    # Without a heading above it, a list begins with its main deck.
    fixed = 0 if _heading_of(blocks[0]) else 1
    places = sorted(range(len(blocks)), key=lambda at: (at >= fixed, _position(blocks[at])))
    if places == sorted(places):
        return None
    moved = list(lines[:start])
    for before, at, place in zip([None, *places], places, blocks, strict=False):
        block = blocks[at]
        # An interrupted section continues under its first heading.
        goes_on = before not in (None, at - 1) and blocks[before or 0].section == block.section
        # The last comment of the previous section must not end up above a card.
        is_clear = not moved or moved[-1].kind is not Kind.COMMENT
        heading = _heading_of(block) if goes_on and is_clear else None
        moved += [row for row in block.lines if row is not heading]
        moved += place.blanks
    return rearrange(moved, ends)


def _blocks(lines: Sequence[Row]) -> tuple[int, list[_Block]]:
    """The line of the first section, and the sections."""
    begins = [_with_comments(lines, at) for at, row in enumerate(lines) if _section(row)]
    cards = [at for at, row in enumerate(lines) if row.kind is Kind.CARD]
    if cards and (not begins or cards[0] < begins[0]):
        begins.insert(0, _with_comments(lines, cards[0]))
    stops = [*begins[1:], len(lines)]
    return begins[0] if begins else 0, [
        _block(lines[start:stop]) for start, stop in zip(begins, stops, strict=False)
    ]


def _block(lines: Sequence[Row]) -> _Block:
    blanks = list(takewhile(lambda row: row.kind is Kind.BLANK, reversed(lines)))
    kept = list(lines[: len(lines) - len(blanks)])
    section = next((name for row in kept if (name := _section(row))), MAIN)
    return _Block(section, kept, blanks[::-1])


def _section(row: Row) -> str | None:
    return row.heading.section if row.heading else None


def _heading_of(block: _Block) -> Row | None:
    return next((row for row in block.lines if _section(row)), None)


def _with_comments(lines: Sequence[Row], at: int) -> int:
    """The index of the first comment that belongs to the line.

    Comments after a blank line do, and those for Headjudge always. Comments at the start of the
    text are about the whole list and stay there.
    """
    first = at
    while first and lines[first - 1].kind is Kind.COMMENT:
        first -= 1
    if first and lines[first - 1].kind is Kind.BLANK:
        return first
    return next((index for index in range(first, at) if OWN_COMMENT.search(lines[index].text)), at)


def _position(block: _Block) -> int:
    if block.section in FIRST:
        return FIRST.index(block.section)
    return len(FIRST) + (1 + LAST.index(block.section) if block.section in LAST else 0)


def _marked_last(lines: Sequence[Row]) -> list[Row] | None:
    """The lines with the cards marked `SB:` after the others; None if they already are."""
    groups = list(_with_their_comments(lines))
    main = [group for group in groups if not _is_marked(group[-1])]
    side = [group for group in groups if _is_marked(group[-1])]
    behind = groups[groups.index(side[0]) :] if side else []
    if all(_is_marked(group[-1]) or group[-1].kind is not Kind.CARD for group in behind):
        return None
    # Comments after the last card belong to no card, and stay at the end.
    end = 1 + max(at for at, group in enumerate(main) if group[-1].kind is Kind.CARD)
    return [row for group in (*main[:end], *side, *main[end:]) for row in group]


def _with_their_comments(lines: Sequence[Row]) -> Iterator[list[Row]]:
    """Each line with the comments directly above it."""
    group: list[Row] = []
    for row in lines:
        group.append(row)
        if row.kind is not Kind.COMMENT:
            yield group
            group = []
    if group:
        yield group


def _is_marked(row: Row) -> bool:
    """Whether the line marks its card as sideboard, before the count."""
    mark, colon, _ = row.text.partition(":")
    return row.kind is Kind.CARD and bool(colon) and headings.section(mark) == SIDEBOARD
