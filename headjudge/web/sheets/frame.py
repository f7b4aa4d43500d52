"""Parts shared by the sheets: the head with the player's fields, the foot, and the rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from headjudge.web.sheets.canvas import GREY, MARGIN, POINT, Canvas, Type
from headjudge.web.sheets.contents import DeckContents, Part, Row, last_name_first, shorten_title
from headjudge.web.words.choices import STRUCTURES
from messages import Message, say, say_count
from validator import Report

COLUMNS = 2
GUTTER = 6.0
SLOT = 5.75
"""The height of one writing line, in millimetres."""
TITLE, TRANSLATED = Type(9.5), Type(8, shade=GREY)
STACKED, BELOW = Type(8), Type(6.2, shade=GREY)
"""The styles of an English title and its translation stacked in one slot."""
LEADING = 1.15
"""Line height of wrapped text, relative to the font size."""
LEAST = 5.6
"""Points; smaller text cannot be read at a table."""
NOTHING = ("", TRANSLATED)
UNKNOWN, MARK = "?", Type(10, bold=True)
"""Marks a row whose name is unknown or ambiguous."""
GAP = 2.5
"""Minimum gap between a title and its translation, in millimetres."""


class Heading(NamedTuple):
    """The heading of a part; `again` if the part continues in another column."""

    part: Part
    again: bool = False
    slots: int = 1

    @property
    def name(self) -> Message:
        """The text of the heading."""
        return say("{part}, continued", part=self.part.name) if self.again else self.part.name


class PlacedRow(NamedTuple):
    """A laid out row; an open line if it has no row."""

    row: Row | None
    lines: tuple[tuple[str, Type], ...] = ()
    """The lines of text, from top to bottom."""
    aside: tuple[str, Type] = NOTHING
    """The translated title if it fits beside the English one, or UNKNOWN."""
    slots: int = 1


Item = Heading | PlacedRow
Column = list[Item]
OPEN = PlacedRow(None)


def entry(row: Row, canvas: Canvas, width: float) -> PlacedRow:
    """Lay out a row in that width: on one line, else stacked, else wrapped."""
    aside = (UNKNOWN, MARK) if row.is_unknown else (row.translated, TRANSLATED)
    place = canvas.measure(*aside) + GAP if aside[0] else 0
    if canvas.measure(row.title, TITLE) + place <= width:
        return PlacedRow(row, ((row.title, TITLE),), aside)
    texts = [(row.title, STACKED), *([(row.translated, BELOW)] if row.translated else [])]
    aside, width = (aside, width - place) if row.is_unknown else (NOTHING, width)
    single = [(text, canvas.fit(text, style, width)) for text, style in texts]
    if all(style.size >= LEAST for _, style in single):
        return PlacedRow(row, tuple(single), aside)
    lines = [(line, style) for text, style in texts for line in canvas.wrap(text, style, width)]
    height = sum(style.size * POINT * LEADING for _, style in lines)
    return PlacedRow(row, tuple(lines), aside, math.ceil(height / SLOT))


def items(part: Part, canvas: Canvas, width: float) -> list[Item]:
    """The part with its heading and its open lines."""
    rows = [entry(row, canvas, width) for row in part.rows]
    return [Heading(part), *rows, *[OPEN] * (part.open_lines - len(rows))]


def slots(column: Iterable[Item]) -> int:
    """The total height in slots."""
    return sum(item.slots for item in column)


def flow(sequence: Sequence[Item], height: int) -> list[Column]:
    """Distribute the items over columns of that height; a continued part repeats its heading.

    No column ends with a heading. A row higher than a column, which `entry` never makes, would
    get one of its own.
    """
    columns: list[Column] = [[]]
    used = 0
    heading: Heading | None = None
    for item in sequence:
        needed = item.slots + isinstance(item, Heading)
        if columns[-1] and used + needed > height:
            columns.append([])
            if heading and isinstance(item, PlacedRow):
                columns[-1].append(heading._replace(again=True))
            used = slots(columns[-1])
        if isinstance(item, Heading):
            heading = item
        columns[-1].append(item)
        used += item.slots
    return columns


def pages(columns: Sequence[Column]) -> list[Sequence[Column]]:
    """The columns in pairs, one per page."""
    return [columns[start : start + COLUMNS] for start in range(0, len(columns), COLUMNS)]


PLAYER = say("Player: last name, first name")
LABEL = Type(6, shade=GREY)
VALUE = Type(10.5)
HEAD = 32.0
"""Millimetres from the margin to the first row."""
FIELD = 10.5
LETTER = 17.0
"""The side of the boxes for the table and for the initial of the name."""
LETTER_FOOT = 2.5
"""Millimetres below the letter."""
LEAST_LABEL = 4.0
"""Points; the longest word of a label must fit on a line."""
COUNT = 9.0
"""The width of the field for a row's copies."""
BASELINE = 1.75
"""The distance of a row's baseline from its bottom."""
LAST_LINE = 4.0
"""The height of the last line of a page."""


@dataclass(frozen=True, slots=True)
class Team:
    """The team and event of the sheets."""

    report: Report
    event: str = ""
    location: str = ""
    table: str = ""
    player_ids: Sequence[str] = ()
    """By deck, as are the names."""
    deck_names: Sequence[str] = ()

    @property
    def name(self) -> str:
        """The name of the team."""
        return shorten_title(self.report.case.event.team or "")

    @property
    def date(self) -> str:
        """The day of the event."""
        return self.report.case.day.isoformat()

    def teammates(self, number: int) -> str:
        """The teammates of the player with the deck of this number, from 1."""
        names = (
            last_name_first(deck.decklist.player or "")
            for deck in self.report.case.decks
            if (deck.index or 0) + 1 != number
        )
        return shorten_title("; ".join(filter(None, names)))

    def player_id(self, number: int) -> str:
        """The id of the player with the deck of this number, from 1; empty if unknown."""
        return shorten_title("".join(self.player_ids[number - 1 : number]))

    def deck_name(self, number: int) -> str:
        """The player's name for the deck of this number, from 1; empty if unknown."""
        return shorten_title("".join(self.deck_names[number - 1 : number]))

    @property
    def format(self) -> str:
        """The format and structure."""
        case = self.report.case
        return say(
            "{format}, {structure}", format=case.format.name, structure=STRUCTURES[case.structure]
        )


def head_height(decks: int) -> float:
    """Millimetres from the margin to the first row, on a page for this number of decks."""
    return HEAD if decks == 1 else HEAD + FIELD


def head(canvas: Canvas, title: str, team: Team, decks: Sequence[DeckContents]) -> None:
    """Draw the head of a page: the kind of sheet, the event, and the players of these decks."""
    right = canvas.width - MARGIN
    boxes = right - (2 * LETTER + 2 if len(decks) == 1 else LETTER)
    canvas.text(MARGIN, MARGIN + 3, title, Type(8.5, bold=True, shade=GREY))
    canvas.within(MARGIN, MARGIN + 11, boxes - MARGIN - 4, team.event, Type(17, bold=True))
    if not team.event:
        canvas.line(MARGIN, MARGIN + 13, boxes - 6, MARGIN + 13)
        canvas.text(MARGIN, MARGIN + 16, say("Event"), LABEL)
    draw_letter(canvas, boxes, say("Table"), team.table)
    if len(decks) == 1:
        draw_letter(canvas, right - LETTER, say("First letter of last name"), decks[0].letter)
    y = MARGIN + LETTER + 2
    event = [
        (say("Team"), team.name, 0.22), (say("Date"), team.date, 0.11),
        (say("Format"), team.format, 0.25),
    ]  # fmt: skip
    if len(decks) == 1:
        deck = decks[0]
        number = say("{number} of {decks}", number=deck.number, decks=deck.decks)
        event.insert(1, (say("Deck"), number, 0.08))
        event.insert(0, (PLAYER, deck.player, 0.34))
        fields(canvas, MARGIN, y, right - MARGIN, event)
        return
    shares = [(label, value, share / 0.58) for label, value, share in event]
    fields(canvas, MARGIN, y, right - MARGIN, shares)
    for place, deck in enumerate(decks):
        left = column_left(canvas, place)
        field(canvas, left, y + FIELD, column_width(canvas), PLAYER, deck.player)


def second_row(canvas: Canvas, team: Team, deck: DeckContents) -> None:
    """Draw the second row of fields in the head: teammates, player ID, deck name, location."""
    mates = say("Teammate") if deck.decks < 3 else say("Teammates")
    shares = (
        (mates, team.teammates(deck.number), 0.34),
        (say("Player ID"), team.player_id(deck.number), 0.2),
        (say("Deck name"), team.deck_name(deck.number), 0.24),
        (say("Location"), team.location, 0.22),
    )
    fields(canvas, MARGIN, MARGIN + LETTER + 2 + FIELD, canvas.width - 2 * MARGIN, shares)


def fields(
    canvas: Canvas, x: float, y: float, width: float, shares: Sequence[tuple[str, str, float]],
    height: float = FIELD,
) -> None:  # fmt: skip
    """Draw fields side by side, each given by label, value and share of the width."""
    for label, value, share in shares:
        field(canvas, x, y, width * share, label, value, height)
        x += width * share


def draw_letter(canvas: Canvas, x: float, label: Message, value: str) -> None:
    """Draw a box with large letters, by which sheets are sorted."""
    canvas.box(x, MARGIN, LETTER, LETTER)
    width = LETTER - 1.6
    longest = max(canvas.translate(label).split(), key=len)
    style = canvas.fit(longest, Type(5.2, shade=GREY), width, LEAST_LABEL)
    lines = canvas.wrap(label, style, width)
    for number, line in enumerate(lines, 1):
        canvas.text(x + 0.8, MARGIN + 0.5 + 2 * number, line, style)
    # The height left by the label; a capital is seven tenths of the font size.
    height = LETTER - LETTER_FOOT - 1.5 - 2 * len(lines)
    letter = Type(min(24, height / POINT / 0.72), bold=True)
    canvas.within(x + 1, MARGIN + LETTER - LETTER_FOOT, LETTER - 2, value, letter, "center")


def field(
    canvas: Canvas, x: float, y: float, width: float, label: str, value: str = "",
    height: float = FIELD, style: Type = VALUE,
) -> None:  # fmt: skip
    """Draw a box with its label, and its value if known."""
    canvas.box(x, y, width, height)
    canvas.within(x + 1, y + 2.7, width - 2, label, LABEL)
    canvas.within(x + 1.5, y + height - 2.2, width - 3, value, style)


def column_width(canvas: Canvas) -> float:
    """The width of a column."""
    return (canvas.width - 2 * MARGIN - GUTTER * (COLUMNS - 1)) / COLUMNS


def column_left(canvas: Canvas, number: int) -> float:
    """The left edge of a column, numbered from 0."""
    return MARGIN + number * (column_width(canvas) + GUTTER)


def heading(canvas: Canvas, x: float, y: float, item: Heading, *, has_count: bool = True) -> None:
    """Draw the heading of a part, with the number of its cards where it begins."""
    width = column_width(canvas)
    canvas.box(x, y + 0.9, width, SLOT - 0.9, fill=232)
    canvas.within(x + 1.5, y + SLOT - 1.5, width - 20, item.name, Type(9, bold=True))
    if has_count and item.part.copies and not item.again:
        cards = say_count(item.part.copies, "{number} card", "{number} cards")
        canvas.text(x + width - 1.5, y + SLOT - 1.5, cards, Type(8, shade=GREY), "right")


def titles(canvas: Canvas, x: float, y: float, width: float, item: PlacedRow) -> None:
    """Draw the titles of a row, vertically centred."""
    bottom = y + item.slots * SLOT
    if len(item.lines) == 1:
        ((text, style),) = item.lines
        canvas.text(x, bottom - BASELINE, text, style)
    else:
        height = sum(style.size * POINT * LEADING for _, style in item.lines)
        baseline = bottom - (item.slots * SLOT - height) / 2 - height - 0.4
        for text, style in item.lines:
            baseline += style.size * POINT * LEADING
            canvas.text(x, baseline, text, style)
    canvas.text(x + width, bottom - BASELINE, *item.aside, "right")


def copies(canvas: Canvas, x: float, y: float, item: PlacedRow) -> None:
    """Draw a row's copies in their field; empty if they are to be filled in."""
    bottom = y + item.slots * SLOT
    row = item.row
    canvas.line(x, bottom, x + COUNT - 1.5, bottom, GREY)
    if row is not None and row.copies != 0:
        middle = x + (COUNT - 1.5) / 2
        number = "?" if row.copies is None else f"{row.copies}"
        canvas.text(middle, bottom - BASELINE, number, Type(10, bold=True), "center")


def foot(canvas: Canvas, team: Team, page: int, pages: int) -> None:
    """Draw the last line: the day of the card facts, and the page number within the deck."""
    y = canvas.height - MARGIN + LAST_LINE
    facts = say("Card facts of {date}", date=team.report.ruleset["catalogue"])
    canvas.text(MARGIN, y, say("Headjudge · {facts}", facts=facts), Type(5.5, shade=GREY))
    page_number = say("Page {page} of {pages}", page=page, pages=pages)
    canvas.text(canvas.width - MARGIN, y, page_number, Type(7, shade=GREY), "right")


def has_unknown_rows(columns: Sequence[Column]) -> bool:
    """Whether a row has an unresolved name."""
    rows = (item.row for column in columns for item in column if isinstance(item, PlacedRow))
    return any(row is not None and row.is_unknown for row in rows)


FOOTNOTE = say("? No card has this name, or several do: printed as written.")
