"""The table of codes: what each one says, when, and what mends it.

Codes are stable: never renamed, only added. The words are templates for `str.format`; the
rules fill them in. A key `code/reason` holds the words of one reason of a code.
"""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """The sentence that says the fault, and the one that says what mends it."""

    message: str
    fix: str


VIOLATIONS: dict[str, str] = {
    "deck-count": "The team has another number of decks than the structure asks.",
    "main-too-small": "A main deck has fewer cards than the format's minimum.",
    "sideboard-not-allowed": "A deck has a sideboard where none is allowed.",
    "sideboard-too-large": "A sideboard has more cards than the format allows.",
    "combined-copies": "The team's combined decks hold too many copies of a title.",
    "deck-copies": "One deck with its sideboard holds too many copies of a title.",
    "shared-card": "Two decks of the team hold the same title.",
    "restricted-copies": "More than one copy of a restricted card.",
    "banned-card": "A card is banned in the format or in the event.",
    "not-legal": "A card is not legal in the format on that date.",
    "unknown-card": "No card has that title, in any language.",
    "ambiguous-card": "The text names several cards.",
    "unreadable-line": "A line is no card, comment or heading.",
    "pool-exceeded": "More copies are used than the card pool has.",
    "pool-unassigned": "A card of the pool is in nobody's deck or sideboard.",
    "pool-product": "A card of the pool comes from no set of the product.",
    "format-inactive": "The format did not exist on that date.",
}

NOTICES: dict[str, str] = {
    "policy-differs": "The tournament policy of the day would reject what the chosen one allows.",
    "pool-absent": "Without the card pool only sizes and titles were checked.",
    "pool-improbable": "The boosters opened cannot have held the pool: a sure bound is broken.",
    "pool-incomplete": "The pool lists fewer cards than the boosters opened hold for sure.",
    "product-unknown": "What was opened is not known well enough to count the pool's cards.",
    "product-not-recommended": "The product is another than the one recommended on that date.",
    "hard-to-shuffle": "A main deck is so large that shuffling it without help is in doubt.",
    "catalogue-older": "The date is later than the card facts.",
    "title-corrected": "A title differs from a card's in punctuation, spaces or small words only.",
    "title-translated": "A title in another language was read as its English card title.",
    "title-rebalanced": "A version that MTG Arena rebalanced was read as the card on paper.",
    "printing-unknown": "A list names a set with a card that was never printed in it.",
    "token-ignored": "Tokens and emblems in a list are no cards, and were left out.",
    "sideboard-guessed": "A blank line was taken for the beginning of the sideboard.",
    "decks-split": "A text that holds several decks was split into them.",
    "document-broken": "XML, a table or JSON cannot be read, or not to its end.",
    "sideboard-of-its-day": "Until 2013-07-13 a sideboard had exactly fifteen cards or none.",
    "not-yet-sanctioned": "Two-Headed Giant was not sanctioned on that date.",
    "not-written": "What was written in another syntax reads otherwise than the deck.",
    "formats-differ": "The decks are of several formats, so each is judged alone.",
}

WORDS: dict[str, Words] = {
    "deck-count": Words(
        "The team has {have}; {team} has {take}.",
        "Register {take}.",
    ),
    "main-too-small": Words(
        "The main deck of {deck} has {cards}, at least {limit} are required.",
        "Add {missing} to the main deck of {deck}.",
    ),
    "sideboard-not-allowed": Words(
        "The sideboard of {deck} has {cards}; Two-Headed Giant Constructed is played without one.",
        "Remove the sideboard of {deck}.",
    ),
    "sideboard-too-large": Words(
        "The sideboard of {deck} has {cards}, at most {limit} are allowed.",
        "Remove {excess} from the sideboard of {deck}.",
    ),
    "combined-copies": Words(
        "{copies} of {card} in the team's combined decks, at most {limit} are allowed.",
        "Remove {excess} of {card} from {where}.",
    ),
    "deck-copies": Words(
        "{copies} of {card} in {deck}, at most {limit} are allowed.",
        "Remove {excess} of {card} from {deck}.",
    ),
    "shared-card": Words(
        "{card} is in {decks}; no two decks of a team may hold the same card.",
        "Keep {card} in one deck and replace it in the others.",
    ),
    "restricted-copies/team": Words(
        "{copies} of {card} in the team; it is restricted in {format}, so the team may play one.",
        "Remove {excess} of {card} from the team's decks.",
    ),
    "restricted-copies/deck": Words(
        "{copies} of {card} in {deck}; it is restricted in {format}, so a deck may hold one.",
        "Remove {excess} of {card} from {deck}.",
    ),
    "banned-card": Words(
        "{card} has been banned in {list} since {since}.",
        "Replace {copies} of {card}.",
    ),
    "banned-card/class": Words(
        "{card} is banned in {list}: all cards of its kind have been since {since}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/not-a-deck-card": Words(
        "{card} ({types}) is no card that a deck may hold.",
        "Take {card} out of the deck.",
    ),
    "not-legal/digital-only": Words(
        "{card} exists only in digital games.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/unsanctioned": Words(
        "{card} is not legal in any sanctioned format (silver border, acorn or playtest).",
        "Replace {copies} of {card}.",
    ),
    "not-legal/unreleased": Words(
        "{card} was not legal in any format by {as_of}; it is from {day} on.",
        "Replace {copies} of {card}, or check the date of the event.",
    ),
    "not-legal/rarity": Words(
        "{card} is not in {format}: no printing of it was common by {as_of}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/rotated": Words(
        "{card} left {format} on {day} with {set}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/set": Words(
        "{card} is not in {format}: no set that it was printed in was part of it on {as_of}.",
        "Replace {copies} of {card}.",
    ),
    "unknown-card": Words(
        "No card is titled “{name}”.{newer}",
        "Correct the title.",
    ),
    "unknown-card/suggestions": Words(
        "No card is titled “{name}”.{newer}",
        "Correct the title; perhaps {meant} is meant.",
    ),
    "ambiguous-card": Words(
        "“{name}” may be any of several cards: {meant}.",
        "Write the full English title of the card that is meant.",
    ),
    "unreadable-line": Words(
        "“{name}” is no card, comment or heading.",
        "Write the line as a count and a card title, such as “4 Forest”, or remove it.",
    ),
    "pool-exceeded": Words(
        "{copies} of {card} in the team's decks and sideboards, the card pool has {limit}.",
        "Remove {excess} of {card}, or correct the pool.",
    ),
    "pool-unassigned": Words(
        "{copies} of {card} in the card pool, but in nobody's deck or sideboard.",
        "Assign {card} to the deck or sideboard of one player.",
    ),
    "pool-product": Words(
        "{card} is in the card pool, but none of its printings comes from {product}.",
        "Check the pool and the product.",
    ),
    "pool-product/closed": Words(
        "{card} is in the card pool, and of what goes with {set} only {companion} has it, whose"
        " cards are not in the boosters opened in Limited ({note}).",
        "Check the pool and the product.",
    ),
    "pool-product/filtered": Words(
        "{card} is in the card pool; boosters of {set} hold cards of {companion}, but not this"
        " one ({note}).",
        "Check the pool and the product.",
    ),
    "pool-product/over": Words(
        "{card} is in the card pool; boosters of {set} held cards of {companion} only until {end}"
        " ({note}).",
        "Check the pool and the product.",
    ),
    "format-inactive/future": Words(
        "{format} did not exist on {as_of}; it began on {day}.",
        "Choose another format, or a date from {day} on.",
    ),
    "format-inactive/past": Words(
        "{format} did not exist on {as_of}; it ended on {day}.",
        "Choose another format, or a date before {day}.",
    ),
}
