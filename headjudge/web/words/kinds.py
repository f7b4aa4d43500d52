"""Verdicts as a sentence, and labels for kinds of violations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from messages import Message, plural, say, say_count, template
from validator import Violation
from validator.case import Case
from validator.model import MAIN, Place
from validator.questions import shorten
from validator.report import digest
from validator.rules.sizes import MAIN_TOO_SMALL
from validator.violation import Words

LEGAL = {
    (True, False): say("This team may play these decks."),
    (True, True): say("This team may play this deck."),
    (False, False): say("This player may play these decks."),
    (False, True): say("This player may play this deck."),
}
"""By whether the team may play, and whether it has one deck."""
_ILLEGAL = {
    (True, False): template("This team may not play these decks: {violations}."),
    (True, True): template("This team may not play this deck: {violations}."),
    (False, False): template("This player may not play these decks: {violations}."),
    (False, True): template("This player may not play this deck: {violations}."),
}
_COUNTED: dict[str, tuple[str, str]] = {
    "unknown-card": plural("{number} unknown card", "{number} unknown cards"),
    "ambiguous-card": plural("{number} ambiguous card", "{number} ambiguous cards"),
    "unreadable-line": plural("{number} line not understood", "{number} lines not understood"),
    "banned-card": plural("{number} banned card", "{number} banned cards"),
    "not-legal": plural("{number} card not in the format", "{number} cards not in the format"),
    "combined-copies": plural(
        "{number} card over the limit in the team", "{number} cards over the limit in the team"
    ),
    "deck-copies": plural("{number} card over the limit", "{number} cards over the limit"),
    "shared-card": plural("{number} shared card", "{number} shared cards"),
    "restricted-copies": plural(
        "{number} restricted card over the limit", "{number} restricted cards over the limit"
    ),
    "pool-exceeded": plural("{number} card beyond the pool", "{number} cards beyond the pool"),
    "pool-unassigned": plural("{number} card in no deck", "{number} cards in no deck"),
    "pool-product": plural(
        "{number} card not from the boosters", "{number} cards not from the boosters"
    ),
    "side-deck-copies": plural(
        "{number} card of the side deck too often", "{number} cards of the side deck too often"
    ),
    "side-deck-card": plural(
        "{number} card in the wrong section", "{number} cards in the wrong section"
    ),
    "color-identity": plural(
        "{number} card outside color identity", "{number} cards outside color identity"
    ),
    "not-a-commander": plural(
        "{number} card that cannot be a commander", "{number} cards that cannot be commanders"
    ),
}
_SINGLE: dict[str, Message] = {
    "deck-count": say("Number of decks"),
    "format-inactive": say("Format not played that day"),
    "main-too-small": say("Main deck too small"),
    "main-too-large": say("Deck too large"),
    "commander-missing": say("Commander missing"),
    "commanders-do-not-pair": say("Commanders do not pair"),
    "sideboard-not-allowed": say("Sideboard not allowed"),
    "sideboard-too-large": say("Sideboard too large"),
    "sideboard-size": say("Sideboard too small"),
    "side-deck-too-small": say("Side deck too small"),
    "side-deck-too-large": say("Side deck too large"),
    "companion-condition": say("Companion’s condition"),
}
_COUNT = re.compile(r"\A\s*+\d{1,4}(?:\s*+[xX×])?+\s++")
NAMELESS = frozenset({"unknown-card", "ambiguous-card"})
NOT_UNDERSTOOD = frozenset({"unknown-card", "ambiguous-card", "unreadable-line"})
"""Violations of lines that name no card, so that the rules of the event cannot be checked."""
OF_BOTH = frozenset({"combined-copies", "shared-card", "restricted-copies"})
"""Violations by cards that several decks of a team share."""
BOTH_EQUAL = Words(
    template("Both decks are the same list."), template("Send the list of each player.")
)
ALL_EQUAL = Words(
    template("All decks are the same list."), template("Send the list of each player.")
)


def same_list_words() -> Message:
    """A label for equal lists of several players."""
    return say("same list twice")


def kind_words(code: str, number: int, lines: str = "") -> Message:
    """A label for a number of violations with that code.

    `lines` are consecutive ones, `33–45`, for a kind with one violation per list.
    """
    if words := _COUNTED.get(code):
        return say_count(number, *words)
    # New rules have a generic label until they get words of their own.
    kind = _SINGLE.get(code) or say_count(number, "{number} violation", "{number} violations")
    return say("{kind}: lines {lines}", kind=kind, lines=lines) if lines else kind


_NAMED: dict[str, str] = {
    "unknown-card": template("unknown card “{text}”"),
    "ambiguous-card": template("ambiguous “{text}”"),
    "unreadable-line": template("not understood: “{text}”"),
    "banned-card": template("{card} banned"),
    "not-legal": template("{card} not in {format}"),
    "combined-copies": template("{count} {card}"),
    "deck-copies": template("{count} {card}"),
    "shared-card": template("{card} in two decks"),
    "restricted-copies": template("{count} {card}, restricted"),
    "pool-exceeded": template("{count} {card}, pool has {limit}"),
    "pool-unassigned": template("{card} in no deck"),
    "pool-product": template("{card} not from the boosters"),
    "color-identity": template("{card} outside color identity"),
}
"""Labels of single violations, by code."""
NAMED = _NAMED.keys() | {"main-too-small"}
"""Violations whose label says more than their kind."""


def fault_words(violation: Violation, format_name: str) -> Message:
    """A label for one violation that names its card, or the line that is none."""
    sent = next((place.text for place in violation.places if place.text), "")
    text = (
        shorten(_COUNT.sub("", sent, count=1))
        if violation.code in NAMELESS
        else shorten(sent.strip())
    )
    named = _NAMED.get(violation.code)
    if violation.code == "main-too-small" and violation.limit:
        if violation.words is MAIN_TOO_SMALL.sentences["list"]:
            return say("List missing")
        return say("{number} short", number=violation.limit - (violation.count or 0))
    if violation.code in OF_BOTH and not violation.card:
        return same_list_words()
    if not named or not (violation.card or text):
        return kind_words(violation.code, 1)
    return say(
        named, card=violation.card or text, text=text, format=format_name,
        count=violation.count, limit=violation.limit,
    )  # fmt: skip


def without_repeated(case: Case, violations: Sequence[Violation]) -> list[Violation]:
    """The violations, those that follow from equal lists of several players as one."""
    decks = case.decks
    shared = [violation for violation in violations if violation.code in OF_BOTH]
    if len(decks) < 2 or len(shared) < 2 or len(set(map(digest, decks))) > 1:
        return list(violations)
    words = BOTH_EQUAL if len(decks) == 2 else ALL_EQUAL
    places = tuple(Place(deck.index, MAIN) for deck in decks)
    one = shared[0]._replace(places=places, card=None, count=None, limit=None, words=words)
    return [one, *(violation for violation in violations if violation not in shared)]


def verdict_sentence(codes: Sequence[str], *, is_team: bool, is_one_deck: bool) -> Message:
    """Whether the team may play, with the number of violations; `codes` has each one's code."""
    if not codes:
        return LEGAL[is_team, is_one_deck]
    return say(_ILLEGAL[is_team, is_one_deck], violations=_counts(codes))


def _counts(codes: Iterable[str]) -> Message:
    """The number of violations and, separately, of lines that were not understood."""
    number = Counter(code in NOT_UNDERSTOOD for code in codes)
    violations = say_count(number[False], "{number} violation", "{number} violations")
    lines = say_count(number[True], *_COUNTED["unreadable-line"])
    if number[False] and number[True]:
        return say("{violations}; {lines}", violations=violations, lines=lines)
    return lines if number[True] else violations
