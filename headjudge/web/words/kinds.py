"""Violations by their kind, in a few words: what a list has to mend, at a glance."""

from __future__ import annotations

from collections.abc import Callable

from messages import Message, counted, say

_COUNTED: dict[str, Callable[[int], Message]] = {
    "unknown-card": lambda n: counted(n, "{number} unknown name", "{number} unknown names"),
    "ambiguous-card": lambda n: counted(n, "{number} ambiguous name", "{number} ambiguous names"),
    "unreadable-line": lambda n: counted(
        n, "{number} line not understood", "{number} lines not understood"
    ),
    "banned-card": lambda n: counted(n, "{number} banned card", "{number} banned cards"),
    "not-legal": lambda n: counted(
        n, "{number} card not in the format", "{number} cards not in the format"
    ),
    "combined-copies": lambda n: counted(
        n, "{number} card too often in the team", "{number} cards too often in the team"
    ),
    "deck-copies": lambda n: counted(n, "{number} card too often", "{number} cards too often"),
    "shared-card": lambda n: counted(n, "{number} shared card", "{number} shared cards"),
    "restricted-copies": lambda n: counted(
        n, "{number} restricted card too often", "{number} restricted cards too often"
    ),
    "pool-exceeded": lambda n: counted(
        n, "{number} card beyond the pool", "{number} cards beyond the pool"
    ),
    "pool-unassigned": lambda n: counted(
        n, "{number} card in no deck", "{number} cards in no deck"
    ),
    "pool-product": lambda n: counted(
        n, "{number} card not from the boosters", "{number} cards not from the boosters"
    ),
    "color-identity": lambda n: counted(
        n, "{number} card of another color", "{number} cards of another color"
    ),
    "not-a-commander": lambda n: counted(
        n, "{number} card that is no commander", "{number} cards that are no commanders"
    ),
}
_SINGLE: dict[str, Message] = {
    "deck-count": say("Number of decks"),
    "format-inactive": say("Format not played that day"),
    "main-too-small": say("Main deck too small"),
    "main-too-large": say("Deck too large"),
    "commander-missing": say("Commander missing"),
    "commanders-do-not-pair": say("Commanders do not pair"),
    "points-exceeded": say("Too many points"),
    "sideboard-not-allowed": say("Sideboard not allowed"),
    "sideboard-too-large": say("Sideboard too large"),
    "companion-condition": say("Companion’s condition"),
}
CODES = _COUNTED.keys() | _SINGLE.keys()


def kind_words(code: str, number: int) -> Message:
    """So many violations of that code, as a label."""
    if words := _COUNTED.get(code):
        return words(number)
    # A new rule is counted until it has words of its own.
    return _SINGLE.get(code) or counted(number, "{number} violation", "{number} violations")
