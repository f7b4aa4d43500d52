"""Verdicts in words: the sentence that heads an answer."""

from __future__ import annotations

from messages import Message, counted, say

LEGAL = {
    (True, False): say("This team may play these decks."),
    (True, True): say("This team may play this deck."),
    (False, False): say("This player may play these decks."),
    (False, True): say("This player may play this deck."),
}
"""By whether a team plays, and whether it has one deck."""


def sentence(violations: int, *, is_team: bool, is_one_deck: bool) -> Message:
    """Whether the team may play, and how much is against it."""
    if not violations:
        return LEGAL[is_team, is_one_deck]
    number = counted(violations, "{number} violation", "{number} violations")
    if is_team and is_one_deck:
        return say("This team may not play this deck: {violations}.", violations=number)
    if is_team:
        return say("This team may not play these decks: {violations}.", violations=number)
    if is_one_deck:
        return say("This player may not play this deck: {violations}.", violations=number)
    return say("This player may not play these decks: {violations}.", violations=number)
