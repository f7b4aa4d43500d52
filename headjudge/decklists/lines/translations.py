"""One card's titles in two languages, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from cards import catalogue
from headjudge.decklists.lines import marks, notation


def english_of_two(name: str) -> str | None:
    """The English one of two titles of one card, written side by side; else None."""
    halves = marks.side_by_side(name) if len(name) <= notation.LONGEST_TITLE else None
    if halves is None:
        return None
    first, second = (catalogue().find(half) for half in halves)
    if "corrected" in (first.level, second.level) or not are_of_one_card(halves):
        return None
    return halves[1] if first.level == "translated" else halves[0]


def are_of_one_card(titles: Sequence[str]) -> bool:
    """Whether the titles, in whatever languages, have a card in common."""
    first, *others = ({card.title for card in catalogue().find(title).cards} for title in titles)
    return bool(first.intersection(*others))
