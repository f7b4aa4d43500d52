"""The checklist: decks as counted by a judge at a deck check, sorted by name or by color.

Each copy has a box to tick; above four there is a field for the number found. Two decks of a team
share a page if each fits in a column of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.web.sheets import frame
from headjudge.web.sheets.canvas import GREY, MARGIN, PALE, Canvas, Type
from headjudge.web.sheets.contents import DeckContents, Part, by_name, by_pile
from headjudge.web.sheets.frame import (
    BASELINE,
    COLUMNS,
    COUNT,
    SLOT,
    Column,
    Heading,
    PlacedRow,
    Team,
    flow,
    items,
    pages,
)
from messages import say

TITLE = say("Deck check sheet")
TICK, BETWEEN = 3.4, 0.7
"""The side of a tick box and the gap between two, in millimetres."""
BOXES = 4
"""Boxes per row: the usual maximum of copies."""
FOOT = 38.0
"""Millimetres from the last row to the margin."""
TOTALS = 13.0
"""Millimetres of a row of totals, one for each of two decks."""
NOTES = 0.62
"""The fraction of the foot's width for notes on findings."""


def draw(canvas: Canvas, team: Team, decks: Sequence[DeckContents], *, is_by_color: bool) -> None:
    """Draw the lists of a team's decks: on one page if they fit, else on pages of their own."""
    height = _height(canvas, len(decks))
    if len(decks) == COLUMNS:
        sheet = [_columns(canvas, deck, height, is_by_color=is_by_color) for deck in decks]
        if all(len(columns) == 1 for columns in sheet):
            _page(canvas, team, decks, [column for (column,) in sheet])
            frame.foot(canvas, team, 1, 1)
            return
    for deck in decks:
        columns = _columns(canvas, deck, _height(canvas, 1), is_by_color=is_by_color)
        sheets = pages(columns)
        for number, page in enumerate(sheets, 1):
            _page(canvas, team, [deck], page)
            frame.foot(canvas, team, number, len(sheets))


def _height(canvas: Canvas, decks: int) -> int:
    """The height of a column in slots, on a page for this number of decks."""
    below = FOOT if decks == 1 else FOOT + TOTALS
    return int((canvas.height - 2 * MARGIN - frame.head_height(decks) - below) / SLOT)


def _page(
    canvas: Canvas, team: Team, decks: Sequence[DeckContents], columns: Sequence[Column]
) -> None:
    canvas.page()
    frame.head(canvas, TITLE, team, decks)
    for place, column in enumerate(columns):
        _column(canvas, frame.column_left(canvas, place), frame.head_height(len(decks)), column)
    if frame.has_unknown_rows(columns):
        y = canvas.height - MARGIN - FOOT + 3.1 - (0 if len(decks) == 1 else TOTALS)
        canvas.text(MARGIN, y, frame.FOOTNOTE, Type(6.5, shade=GREY))
    _foot(canvas, decks)


def _columns(canvas: Canvas, deck: DeckContents, height: int, *, is_by_color: bool) -> list[Column]:
    """The main deck, whole or by pile, and the other parts; on one page in a column of their own.

    The basic lands are listed among the main deck.
    """
    width = _titles_width(canvas)
    rows = [row for row in (*deck.main.rows, *deck.basics.rows) if row.copies]
    whole = Part(deck.main.name, tuple(sorted(rows, key=by_name)))
    piles = by_pile(rows) if is_by_color else [whole]
    others = [part._replace(open_lines=0) for part in deck.others if part.rows]
    main, rest = (
        [item for part in parts for item in items(part, canvas, width)] for parts in (piles, others)
    )
    together = flow([*main, *rest], height)
    apart = [*flow(main, height), *(flow(rest, height) if rest else [])]
    return apart if len(together) > 1 and len(apart) <= COLUMNS else together


def _titles_width(canvas: Canvas) -> float:
    return frame.column_width(canvas) - COUNT - _ticks_width() - 1.5


def _ticks_width() -> float:
    return BOXES * (TICK + BETWEEN)


def _column(canvas: Canvas, x: float, head: float, column: Column) -> None:
    y = MARGIN + head
    width = _titles_width(canvas)
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


def _foot(canvas: Canvas, decks: Sequence[DeckContents]) -> None:
    """Fields for the findings and the judges."""
    y = canvas.height - MARGIN - FOOT + 4
    width = canvas.width - 2 * MARGIN
    x = MARGIN
    if len(decks) == 1:
        x = _counts(canvas, x, y, decks[0])
    else:
        for place, deck in enumerate(decks):
            _counts(canvas, frame.column_left(canvas, place), y - TOTALS, deck)
    times = (say("Round"), say("Begun at"), say("Ended at"), say("Extra time"))
    frame.fields(canvas, x, y, MARGIN + width - x, [(label, "", 1 / 4) for label in times], 12)
    y += 12
    frame.field(canvas, MARGIN, y, width * NOTES, say("Findings: cards, sleeves, marks"), "", 22)
    rest = width * (1 - NOTES)
    frame.field(canvas, MARGIN + width * NOTES, y, rest, say("Outcome"), "", 11)
    judges = [(say("Judge"), "", 1 / 2), (say("Head judge"), "", 1 / 2)]
    frame.fields(canvas, MARGIN + width * NOTES, y + 11, rest, judges, 11)


def _counts(canvas: Canvas, x: float, y: float, deck: DeckContents) -> float:
    """Fields for the number of cards found; returns their right end."""
    total = Type(12, bold=True, shade=GREY)
    counts = [(say("Main deck, found"), deck.main_size)]
    if deck.has_sideboard:
        counts.append((say("Sideboard, found"), deck.sideboard_size))
    for label, size in counts:
        frame.field(canvas, x, y, 30, label, "", 12)
        canvas.text(x + 28.5, y + 9.5, f"/ {size}", total, "right")
        x += 30
    return x
