"""What the fault of each code says, and what mends it, as templates.

The rules fill them in (see `violation`). A key `code/reason` holds the words of one reason of a
code.
"""

from __future__ import annotations

from typing import NamedTuple

from messages import template


class Words(NamedTuple):
    """The sentence that says the fault, and the one that says what mends it."""

    message: str
    fix: str


WORDS: dict[str, Words] = {
    "deck-count": Words(
        template("The team has {have}; {team} has {take}."),
        template("Register {take}."),
    ),
    "main-too-small": Words(
        template("The main deck of {deck} has {cards}, at least {limit} are required."),
        template("Add {missing} to the main deck of {deck}."),
    ),
    "sideboard-not-allowed": Words(
        template(
            "The sideboard of {deck} has {cards}; Two-Headed Giant Constructed is played without"
            " one."
        ),
        template("Remove the sideboard of {deck}."),
    ),
    "sideboard-too-large": Words(
        template("The sideboard of {deck} has {cards}, at most {limit} are allowed."),
        template("Remove {excess} from the sideboard of {deck}."),
    ),
    "combined-copies": Words(
        template("{copies} of {card} in the team's combined decks, at most {limit} are allowed."),
        template("Remove {excess} of {card} from {where}."),
    ),
    "deck-copies": Words(
        template("{copies} of {card} in {deck}, at most {limit} are allowed."),
        template("Remove {excess} of {card} from {deck}."),
    ),
    "shared-card": Words(
        template("{card} is in {decks}; no two decks of a team may hold the same card."),
        template("Keep {card} in one deck and replace it in the others."),
    ),
    "restricted-copies/team": Words(
        template(
            "{copies} of {card} in the team; it has been restricted in {format} since {since}, so"
            " the team may play one; {cited}."
        ),
        template("Remove {excess} of {card} from the team's decks."),
    ),
    "restricted-copies/deck": Words(
        template(
            "{copies} of {card} in {deck}; it has been restricted in {format} since {since}, so a"
            " deck may hold one; {cited}."
        ),
        template("Remove {excess} of {card} from {deck}."),
    ),
    "restricted-copies/team/house": Words(
        template(
            "{copies} of {card} in the team; the house rules of {format} restrict it, so the team"
            " may play one."
        ),
        template("Remove {excess} of {card} from the team's decks."),
    ),
    "restricted-copies/deck/house": Words(
        template(
            "{copies} of {card} in {deck}; the house rules of {format} restrict it, so a deck may"
            " hold one."
        ),
        template("Remove {excess} of {card} from {deck}."),
    ),
    "banned-card": Words(
        template("{card} has been banned in {list} since {since}; {cited}."),
        template("Replace {copies} of {card}."),
    ),
    "banned-card/first-day": Words(
        template("{card} has been banned in {list} since its first day, {since}; {cited}."),
        template("Replace {copies} of {card}."),
    ),
    "banned-card/taken-over": Words(
        template(
            "{card} has been banned in {list} since its first day, {began}, and on the list that it"
            " took over since {since}; {cited}."
        ),
        template("Replace {copies} of {card}."),
    ),
    "banned-card/house": Words(
        template("{card} is banned by the house rules of {list}."),
        template("Replace {copies} of {card}."),
    ),
    "banned-card/class": Words(
        template(
            "{card} is banned in {list}: all cards of its kind have been since {since}; {cited}."
        ),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/not-a-deck-card": Words(
        template("{card} ({types}) is no card that a deck may hold: {why}."),
        template("Take {card} out of the deck."),
    ),
    "not-legal/digital-only": Words(
        template("{card} exists only on {where}, in {sets}, and not on paper."),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/unsanctioned": Words(
        template(
            "{card} was printed only in {sets}, and not for tournaments (silver border, acorn or"
            " playtest); no sanctioned format allows it."
        ),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/unreleased": Words(
        template(
            "{card} was legal nowhere by {as_of}; it is legal in {format} from {day} on, with"
            " {set}."
        ),
        template("Replace {copies} of {card}, or check the date of the event."),
    ),
    "not-legal/unreleased/banned": Words(
        template(
            "{card} was legal nowhere by {as_of}; it comes with {set} on {day}, banned in {format}."
        ),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/unreleased/elsewhere": Words(
        template(
            "{card} was legal nowhere by {as_of}; its first set, {set}, counts from {day} on and is"
            " no part of {format}."
        ),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/rarity": Words(
        template(
            "{card} is not in {format}: it was never printed as a common, on paper or on Magic"
            " Online."
        ),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/rarity/elsewhere": Words(
        template(
            "{card} is not in {format}: it was a common only in {sets}, which does not count."
        ),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/rarity/later": Words(
        template(
            "{card} was no common by {as_of}; it is in {format} from {day} on, as a common of"
            " {set}."
        ),
        template("Replace {copies} of {card}, or check the date of the event."),
    ),
    "not-legal/rotated": Words(
        template("{card} rotated out of {format} on {day} with {set}."),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/rotated/alone": Words(
        template("{card} rotated out of {format} on {day}, later than its sets."),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/rotated/back": Words(
        template(
            "{card} rotated out of {format} on {day} with {set}; it comes back on {back} with"
            " {back_set}."
        ),
        template("Replace {copies} of {card}, or check the date of the event."),
    ),
    "not-legal/set": Words(
        template(
            "{card} is not in {format}: it was printed in {sets}, none of which is part of it on"
            " {as_of}."
        ),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/set/one": Words(
        template("{card} is from {set}, which is no part of {format}."),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/set/family": Words(
        template("{card} was printed only in {family} ({sets}), which are no part of {format}."),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/set/before": Words(
        template(
            "{card} was last printed in {set} ({year}); the oldest set of {format} on {as_of} is"
            " {oldest} ({oldest_year})."
        ),
        template("Replace {copies} of {card}."),
    ),
    "not-legal/set/later": Words(
        template("{card} was not in {format} by {as_of}; it comes in on {day} with {set}."),
        template("Replace {copies} of {card}, or check the date of the event."),
    ),
    "unknown-card": Words(
        template("No card is titled “{name}”."),
        template("Correct the title."),
    ),
    "unknown-card/suggestions": Words(
        template("No card is titled “{name}”."),
        template("Correct the title; perhaps {meant} is meant."),
    ),
    "unknown-card/newer": Words(
        template(
            "No card is titled “{name}”. It may be newer than the card facts, which are of {day}."
        ),
        template("Correct the title."),
    ),
    "unknown-card/newer/suggestions": Words(
        template(
            "No card is titled “{name}”. It may be newer than the card facts, which are of {day}."
        ),
        template("Correct the title; perhaps {meant} is meant."),
    ),
    "ambiguous-card": Words(
        template("“{name}” may be any of several cards: {meant}."),
        template("Write the full English title of the card that is meant."),
    ),
    "unreadable-line": Words(
        template("“{name}” is no card, comment or heading."),
        template("Write the line as a count and a card title, such as “4 Forest”, or remove it."),
    ),
    "unreadable-line/long": Words(
        template(
            "“{name}” is longer than {most} characters, so that no card is looked for in the line."
        ),
        template("Write each card on a line of its own, as a count and a title, or remove it."),
    ),
    "pool-exceeded": Words(
        template(
            "{copies} of {card} in the team's decks and sideboards, the card pool has {limit}."
        ),
        template("Remove {excess} of {card}, or correct the pool."),
    ),
    "pool-unassigned": Words(
        template("{copies} of {card} in the card pool, but in nobody's deck or sideboard."),
        template("Assign {card} to the deck or sideboard of one player."),
    ),
    "pool-product": Words(
        template("{card} is in the card pool, but none of its printings comes from {product}."),
        template("Check the pool and the product."),
    ),
    "pool-product/closed": Words(
        template(
            "{card} is in the card pool, and of what goes with {set} only {companion} has it, whose"
            " cards are not in the boosters opened in Limited ({note})."
        ),
        template("Check the pool and the product."),
    ),
    "pool-product/filtered": Words(
        template(
            "{card} is in the card pool; boosters of {set} hold cards of {companion}, but not this"
            " one ({note})."
        ),
        template("Check the pool and the product."),
    ),
    "pool-product/over": Words(
        template(
            "{card} is in the card pool; boosters of {set} held cards of {companion} only until"
            " {end} ({note})."
        ),
        template("Check the pool and the product."),
    ),
    "format-inactive/future": Words(
        template("{format} did not exist on {as_of}; it began on {day}."),
        template("Choose another format, or a date from {day} on."),
    ),
    "format-inactive/past": Words(
        template("{format} did not exist on {as_of}; it ended on {day}."),
        template("Choose another format, or a date before {day}."),
    ),
}
