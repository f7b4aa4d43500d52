"""The checklist: a deck as counted by a judge at a deck check, sorted by name or by color.

Each copy has a box to tick; above four there is a field for the number found.
"""

from __future__ import annotations

from headjudge.web.sheets import frame
from headjudge.web.sheets.canvas import GREY, MARGIN, PALE, Canvas, Type
from headjudge.web.sheets.columns import (
    COLUMNS,
    SLOT,
    Column,
    Heading,
    PlacedRow,
    flow,
    items,
    pages,
)
from headjudge.web.sheets.contents import DeckContents, Part, by_name, by_pile
from headjudge.web.sheets.frame import BASELINE, COUNT, HEAD, Team
from messages import say

TITLE = say("Deck check list")
TICK, BETWEEN = 3.4, 0.7
"""The side of a tick box and the gap between two, in millimetres."""
BOXES = 4
"""Boxes per row: the usual maximum of copies."""
FOOT = 38.0
"""Millimetres from the last row to the margin."""
NOTES = 0.62
"""The fraction of the foot's width for notes on findings."""


def draw(canvas: Canvas, team: Team, deck: DeckContents, *, is_by_color: bool) -> None:
    """Draw the deck's list, on as many pages as it needs."""
    height = int((canvas.height - 2 * MARGIN - HEAD - FOOT) / SLOT)
    width = frame.column_width(canvas) - COUNT - _ticks_width() - 1.5
    sheet = pages(_columns(canvas, deck, width, height, is_by_color=is_by_color))
    for number, columns in enumerate(sheet, 1):
        canvas.page()
        frame.head(canvas, TITLE, team, deck)
        for place, column in enumerate(columns):
            _column(canvas, frame.column_left(canvas, place), width, column)
        if frame.are_unknown(columns):
            y = canvas.height - MARGIN - FOOT + 3.1
            canvas.text(MARGIN, y, frame.UNKNOWN, Type(6.5, shade=GREY))
        _foot(canvas, deck)
        frame.foot(canvas, team, number, len(sheet))


def _columns(
    canvas: Canvas, deck: DeckContents, width: float, height: int, *, is_by_color: bool
) -> list[Column]:
    """The main deck, whole or by pile, and the other parts; on one page in a column of their own.

    The basic lands are listed among the main deck.
    """
    played = [row for row in (*deck.main.rows, *deck.basics.rows) if row.copies]
    whole = Part(deck.main.name, tuple(sorted(played, key=by_name)))
    piles = by_pile(played) if is_by_color else [whole]
    others = [part._replace(open_lines=0) for part in deck.others if part.rows]
    main, rest = (
        [i for part in parts for i in items(part, canvas, width)] for parts in (piles, others)
    )
    apart = [*flow(main, height), *(flow(rest, height) if rest else [])]
    return apart if len(apart) <= COLUMNS else flow([*main, *rest], height)


def _ticks_width() -> float:
    return BOXES * (TICK + BETWEEN)


def _column(canvas: Canvas, x: float, width: float, column: Column) -> None:
    y = MARGIN + HEAD
    for item in column:
        bottom = y + item.slots * SLOT
        if isinstance(item, Heading):
            frame.heading(canvas, x, y, item)
        else:
            canvas.line(x, bottom, x + frame.column_width(canvas), bottom, PALE)
            frame.copies(canvas, x, y, item)
            frame.titles(canvas, x + COUNT, y, width, item)
            _ticks(canvas, x + frame.column_width(canvas) - _ticks_width(), bottom, item)
        y = bottom


def _ticks(canvas: Canvas, x: float, bottom: float, item: PlacedRow) -> None:
    """A box for each copy, or a field for the number found."""
    copies = item.row.copies if item.row else 0
    if copies is not None and copies <= BOXES:
        for number in range(copies):
            left = x + (BOXES - copies + number) * (TICK + BETWEEN) + BETWEEN
            canvas.box(left, bottom - TICK - 1, TICK, TICK)
        return
    left = x + BETWEEN
    canvas.box(left, bottom - TICK - 1, _ticks_width() - BETWEEN, TICK)
    if copies:
        canvas.text(
            x + _ticks_width() - 0.8, bottom - BASELINE, f"/ {copies}", Type(7, shade=GREY), "right"
        )


def _foot(canvas: Canvas, deck: DeckContents) -> None:
    """Fields for the findings, and for who made them."""
    y = canvas.height - MARGIN - FOOT + 4
    width = canvas.width - 2 * MARGIN
    total = Type(12, bold=True, shade=GREY)
    counts = [(say("Main deck, found"), deck.main_size)]
    if deck.has_sideboard:
        counts.append((say("Sideboard, found"), deck.sideboard_size))
    x = MARGIN
    for label, size in counts:
        frame.field(canvas, x, y, 30, label, "", 12)
        canvas.text(x + 28.5, y + 9.5, f"/ {size}", total, "right")
        x += 30
    times = (say("Round"), say("Begun at"), say("Ended at"), say("Extra time"))
    frame.fields(canvas, x, y, MARGIN + width - x, [(label, "", 1 / 4) for label in times], 12)
    y += 12
    frame.field(canvas, MARGIN, y, width * NOTES, say("Found: cards, sleeves, marks"), "", 22)
    rest = width * (1 - NOTES)
    frame.field(canvas, MARGIN + width * NOTES, y, rest, say("Outcome"), "", 11)
    judges = [(say("Judge"), "", 1 / 2), (say("Head judge"), "", 1 / 2)]
    frame.fields(canvas, MARGIN + width * NOTES, y + 11, rest, judges, 11)
