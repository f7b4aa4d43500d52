"""Notices on lines of a list that were read differently from how they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from headjudge.decklists.lines.items import Step
from messages import plural, say, say_count, say_list, say_short_list, template
from validator.model import MAIN, MAYBEBOARD, POOL, Decklist, Notice, Place, Severity

LONGEST_QUOTE = 60
"""Characters of a line in a notice."""
WORDS: Mapping[str, str | tuple[str, str]] = MappingProxyType(
    {
        "line-ignored": plural(
            "{number} line is not a card and was skipped: {lines}.",
            "{number} lines are not cards and were skipped: {lines}.",
        ),
        "count-assumed": plural(
            "{number} title without a count was read as one copy: {lines}.",
            "{number} titles without a count were read as one copy each: {lines}.",
        ),
        "count-zero": plural(
            "{number} line has a count of 0, so it adds no card: {lines}.",
            "{number} lines have a count of 0, so they add no card: {lines}.",
        ),
        "total-differs": template(
            "The list states different numbers of cards than were read: {lines}. Check whether a"
            " line is missing or was misread."
        ),
    }
)
"""The sentence for each code, or its two forms by number of lines."""


def line_notices(code: str, steps: Sequence[Step], *, pool: bool) -> tuple[Notice, ...]:
    """One notice with this code on all these lines; none without lines."""
    if not steps:
        return ()
    quotes = [say("“{line}”", line=" ".join(step.text.split())[:LONGEST_QUOTE]) for step in steps]
    words, lines = WORDS[code], (say_list if code == "line-ignored" else say_short_list)(quotes)
    message = (
        say(words, lines=lines)
        if isinstance(words, str)
        else say_count(len(steps), *words, lines=lines)
    )
    section = POOL if pool else MAIN
    places = tuple(Place(None, section, step.number, None, step.text) for step in steps)
    severity: Severity = "info" if code == "count-zero" else "warning"
    return (Notice(code, severity, message, places),)


def with_maybeboard(deck: Decklist) -> Decklist:
    """The deck, with a notice on its cards under consideration if it has any."""
    lines = [line for line in deck.lines if line.section == MAYBEBOARD]
    if not lines:
        return deck
    message = say_count(
        sum(line.copies for line in lines),
        "{number} card of the maybeboard is no part of the deck.",
        "{number} cards of the maybeboard are no part of the deck.",
    )
    places = tuple(
        Place(None, MAYBEBOARD, line.number, line.copies, line.text or line.name) for line in lines
    )
    notice = Notice("maybeboard-ignored", "info", message, places)
    return deck._replace(notices=(*deck.notices, notice))
