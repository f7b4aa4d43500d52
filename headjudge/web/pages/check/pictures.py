"""Pictures of a deck: its mana curve and its colors, as the shapes of an SVG.

Every bar has its number beside it, so that no information is in color or length alone; each
picture has a description in words for screen readers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cards import Card
from headjudge.web.words import facts
from messages import Message, say, say_count, say_list
from validator.decks import Deck
from validator.limited.checklist import COLORS
from validator.model import MAIN

HIGHEST = 7
"""Mana values from this one on share the last column."""
COLORLESS = "colorless"
BARS = (*COLORS.values(), COLORLESS)
"""The colors in the order of their bars, by their names in the style sheets."""

CURVE_SIZE = (240, 116)
BASE, TALLEST = 98, 78
"""The base line of a curve's columns, and the height of the highest, in units of the SVG."""
COLUMN = 30
GAP = 5
ROW = 22
LONGEST, ROW_START = 120, 84
"""The length of the longest bar of colors, and where bars begin."""


class Bar(NamedTuple):
    """A bar: its label, its number of copies, and its position."""

    label: str
    copies: int
    x: float
    y: float
    width: float
    height: float
    name: str = ""
    """Its CSS class."""


class Picture(NamedTuple):
    """A drawing with its text; sizes are in units of its SVG."""

    kind: str
    title: Message
    words: Message
    """Its content, as a sentence."""
    width: int
    height: int
    bars: tuple[Bar, ...]


class Pictures(NamedTuple):
    """The drawings of one deck."""

    drawn: tuple[Picture, ...]
    spells: int
    lands: int
    average: float | None
    """The mean mana value of the spells; None without any."""


def of_deck(deck: Deck) -> Pictures:
    """The pictures of a deck's main deck; none if it has no spells.

    A spell is any card whose front face is not a land. A card of several colors counts for each
    of them.
    """
    main = [(line.copies, card) for line, card in deck.entries if line.section == MAIN]
    spells = [(copies, card) for copies, card in main if "Land" not in card.types]
    costed = [(copies, card) for copies, card in spells if card.mana_value is not None]
    number = sum(copies for copies, _ in spells)
    number_costed = sum(copies for copies, _ in costed)
    total = sum(copies * (card.mana_value or 0) for copies, card in costed)
    return Pictures(
        drawn=(_curve(costed), _colors(spells)) if number_costed else (),
        spells=number,
        lands=sum(copies for copies, _ in main) - number,
        average=total / number_costed if number_costed else None,
    )


def _curve(spells: Sequence[tuple[int, Card]]) -> Picture:
    columns: Counter[int] = Counter()
    for copies, card in spells:
        columns[min(int(card.mana_value or 0), HIGHEST)] += copies
    most = max(columns.values())
    bars = []
    for value in range(HIGHEST + 1):
        height = _length(columns[value], most, TALLEST)
        label = f"{value}+" if value == HIGHEST else str(value)
        x = value * COLUMN + GAP / 2
        bars.append(Bar(label, columns[value], x, BASE - height, COLUMN - GAP, height))
    return Picture("curve", say("Mana curve"), _words(bars), *CURVE_SIZE, tuple(bars))


def _colors(spells: Sequence[tuple[int, Card]]) -> Picture:
    totals: Counter[str] = Counter()
    for copies, card in spells:
        for name in [COLORS[letter] for letter in card.colors or ""] or [COLORLESS]:
            totals[name] += copies
    most = max(totals.values())
    bars = []
    for row, name in enumerate(name for name in BARS if totals[name]):
        label, y = facts.COLORS[name], row * ROW + GAP
        width = _length(totals[name], most, LONGEST)
        bars.append(Bar(label, totals[name], ROW_START, y, width, ROW - GAP, name))
    height = len(bars) * ROW + GAP
    return Picture("colors", say("Colors"), _words(bars), CURVE_SIZE[0], height, tuple(bars))


def _length(copies: int, most: int, longest: int) -> float:
    """The length of a bar; visible for any number of copies but none."""
    return max(round(longest * copies / most, 1), 1) if copies else 0


def _words(bars: Sequence[Bar]) -> Message:
    filled = [bar for bar in bars if bar.copies]
    numbers = [say_count(bar.copies, "{number} card", "{number} cards") for bar in filled]
    return say_list(
        [
            say("{label}: {cards}", label=bar.label, cards=number)
            for bar, number in zip(filled, numbers, strict=True)
        ]
    )
