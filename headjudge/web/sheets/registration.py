"""The deck registration sheet: one per player, in the layout familiar to judges.

The main deck fills the left column and continues in the right one, with the basic lands and the
sideboard at the bottom. The remaining lines are open for entries by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.web.sheets import frame
from headjudge.web.sheets.canvas import GREY, MARGIN, PALE, Canvas, Type
from headjudge.web.sheets.contents import DeckContents
from headjudge.web.sheets.frame import (
    COUNT,
    FIELD,
    OPEN,
    SLOT,
    Column,
    Heading,
    Item,
    Team,
    flow,
    items,
    pages,
    slots,
)
from messages import say

TITLE = say("Deck registration sheet")
TICK = 3.6
"""The side of the judge's tick box, in millimetres."""
HEAD = frame.HEAD + FIELD
FOOT = 33.0
"""Millimetres from the last row to the margin."""


def draw(canvas: Canvas, team: Team, deck: DeckContents) -> None:
    """Draw the deck's sheet, on as many pages as it needs."""
    height = int((canvas.height - 2 * MARGIN - HEAD - FOOT) / SLOT)
    sheet = pages(_columns(canvas, deck, height))
    for number, columns in enumerate(sheet, 1):
        canvas.page()
        frame.head(canvas, TITLE, team, [deck])
        frame.second_row(canvas, team, deck)
        for place, column in enumerate(columns):
            _column(canvas, frame.column_left(canvas, place), column, deck)
        _foot(canvas, deck, columns)
        frame.foot(canvas, team, number, len(sheet))


def _columns(canvas: Canvas, deck: DeckContents, height: int) -> list[Column]:
    """The rows in columns of that height, filled up with open lines on a single page."""
    width = _titles_width(canvas)
    main = items(deck.main, canvas, width)
    rest = [item for part in (deck.basics, *deck.others) for item in items(part, canvas, width)]
    # The heading is repeated where the main deck continues.
    free = 2 * height - slots(main) - slots(rest) - 1
    if free < 0:
        return flow([*main, *_without_open_lines(rest, -free)], height)
    filling = free if slots(rest) + 1 < height else 0
    return flow([*main, *[OPEN] * filling, *rest], height)


def _without_open_lines(sequence: Sequence[Item], most: int) -> list[Item]:
    """The items with up to `most` open lines removed, if the page lacks room for them."""
    items: list[Item] = []
    for item in reversed(sequence):
        if item == OPEN and most > 0:
            most -= 1
        else:
            items.append(item)
    return items[::-1]


def _titles_width(canvas: Canvas) -> float:
    return frame.column_width(canvas) - COUNT - TICK - 2


def _column(canvas: Canvas, x: float, column: Column, deck: DeckContents) -> None:
    y = MARGIN + HEAD
    width = frame.column_width(canvas)
    for item in column:
        bottom = y + item.slots * SLOT
        if isinstance(item, Heading):
            # The main deck's total, including basic lands, has a box of its own.
            frame.heading(canvas, x, y, item, has_count=item.part is not deck.main)
        else:
            canvas.line(x + COUNT, bottom, x + width - TICK - 1, bottom, PALE)
            frame.copies(canvas, x, y, item)
            frame.titles(canvas, x + COUNT, y, _titles_width(canvas), item)
            canvas.box(x + width - TICK, bottom - TICK - 0.8, TICK, TICK)
        y = bottom


def _foot(canvas: Canvas, deck: DeckContents, columns: Sequence[Column]) -> None:
    """Draw the totals, the player's signature, and the fields for officials."""
    y = canvas.height - MARGIN - FOOT + 4
    width = canvas.width - 2 * MARGIN
    if frame.has_unknown_rows(columns):
        canvas.within(MARGIN, y - 0.9, width, frame.FOOTNOTE, Type(6.5, shade=GREY))
    total = Type(14, bold=True)
    sizes = [(say("Total of the main deck"), deck.main_size)]
    if deck.has_sideboard:
        sizes.append((say("Total of the sideboard"), deck.sideboard_size))
    x = MARGIN
    for label, size in sizes:
        frame.field(canvas, x, y, 34, label, f"{size}", 12, total)
        x += 36
    frame.field(canvas, x, y, MARGIN + width - x, say("Signature of the player"), "", 12)
    y += 14.5
    canvas.text(MARGIN, y + 1, say("For officials"), Type(6.5, bold=True, shade=GREY))
    shares = [
        (say("Deck check, round"), "", 0.13), (say("Main deck, found"), "", 0.14),
        (say("Outcome"), "", 0.41 if deck.has_sideboard else 0.55), (say("Judge"), "", 0.18),
    ]  # fmt: skip
    if deck.has_sideboard:
        shares.insert(2, (say("Sideboard, found"), "", 0.14))
    frame.fields(canvas, MARGIN, y + 2.2, width, shares, 10)
