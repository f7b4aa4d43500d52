"""The wording of comparisons of legalities."""

from __future__ import annotations

import datetime

from cards import Card
from validator.legality.drift import Status
from validator.legality.legal_days import first_common_day, first_legal_day
from validator.legality.ruleset import Ruleset
from validator.legality.standing import Refusal, Ruling

REFUSALS = {
    "not-a-deck-card": "it is no card for a deck",
    "digital-only": "it exists only in digital games",
    "unsanctioned": "it is not for sanctioned play",
    "unreleased": "it is not out yet",
    "rarity": "it was never a common",
    "rotated": "its last set rotated",
    "set": "no set of the format has it",
}


def words(status: Status) -> str:
    """A status in words."""
    return status.replace("_", " ")


def cards(number: int) -> str:
    """So many cards."""
    return f"{number:,} card{'' if number == 1 else 's'}"


def because(card: Card, rules: Ruleset) -> str:
    """The reason for our status of a card."""
    standing = rules.standing(card)
    if ruling := standing.ban or standing.restriction:
        return _ruling_words(ruling)
    if standing.refusal:
        return _refusal_words(standing.refusal)
    if card.title in rules.format.always_legal:
        return "it is always legal"
    if rules.format.pool == "sets":
        return _in_sets(card, rules)
    first = (
        first_common_day(card, rules.format, rules.catalogue)
        if rules.format.pool == "commons"
        else first_legal_day(card, rules.format.dated_by, rules.catalogue)
    )
    return f"it counts since {first}"


def _ruling_words(ruling: Ruling) -> str:
    kind = " with its kind" if ruling.is_of_class else ""
    return f"since {ruling.since}{kind}, {ruling.source}"


def _refusal_words(refusal: Refusal) -> str:
    reason = REFUSALS[refusal.reason]
    if refusal.set_name:
        reason = f"{refusal.set_name} rotated"
    if refusal.day:
        reason += f", {refusal.day}"
    return reason


def _in_sets(card: Card, rules: Ruleset) -> str:
    periods: list[tuple[datetime.date, str]] = [
        (period.start, code)
        for code, _ in card.printings
        for period in rules.format.sets.get(code, ())
        if rules.day in period
    ]
    if not periods:
        return "the format names it"
    start, code = max(periods)
    return f"{code} is in the format since {start}"
