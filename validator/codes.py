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
    "list-fetched": "A list was read from its address on another site.",
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
        "{copies} of {card} in the team; it has been restricted in {format} since {since}, so the"
        " team may play one; {cited}.",
        "Remove {excess} of {card} from the team's decks.",
    ),
    "restricted-copies/deck": Words(
        "{copies} of {card} in {deck}; it has been restricted in {format} since {since}, so a deck"
        " may hold one; {cited}.",
        "Remove {excess} of {card} from {deck}.",
    ),
    "restricted-copies/team/house": Words(
        "{copies} of {card} in the team; the house rules of {format} restrict it, so the team may"
        " play one.",
        "Remove {excess} of {card} from the team's decks.",
    ),
    "restricted-copies/deck/house": Words(
        "{copies} of {card} in {deck}; the house rules of {format} restrict it, so a deck may hold"
        " one.",
        "Remove {excess} of {card} from {deck}.",
    ),
    "banned-card": Words(
        "{card} has been banned in {list} since {since}; {cited}.",
        "Replace {copies} of {card}.",
    ),
    "banned-card/first-day": Words(
        "{card} has been banned in {list} since its first day, {since}; {cited}.",
        "Replace {copies} of {card}.",
    ),
    "banned-card/taken-over": Words(
        "{card} has been banned in {list} since its first day, {began}, and on the list that it"
        " took over since {since}; {cited}.",
        "Replace {copies} of {card}.",
    ),
    "banned-card/house": Words(
        "{card} is banned by the house rules of {list}.",
        "Replace {copies} of {card}.",
    ),
    "banned-card/class": Words(
        "{card} is banned in {list}: all cards of its kind have been since {since}; {cited}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/not-a-deck-card": Words(
        "{card} ({types}) is no card that a deck may hold: {why}.",
        "Take {card} out of the deck.",
    ),
    "not-legal/digital-only": Words(
        "{card} exists only on {where}, in {sets}, and not on paper.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/unsanctioned": Words(
        "{card} was printed only in {sets}, and not for tournaments (silver border, acorn or"
        " playtest); no sanctioned format allows it.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/unreleased": Words(
        "{card} was legal nowhere by {as_of}; it is legal in {format} from {day} on, with {set}.",
        "Replace {copies} of {card}, or check the date of the event.",
    ),
    "not-legal/unreleased/banned": Words(
        "{card} was legal nowhere by {as_of}; it comes with {set} on {day}, banned in {format}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/unreleased/elsewhere": Words(
        "{card} was legal nowhere by {as_of}; its first set, {set}, counts from {day} on and is no"
        " part of {format}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/rarity": Words(
        "{card} is not in {format}: it was never printed as a common, on paper or on Magic Online.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/rarity/elsewhere": Words(
        "{card} is not in {format}: it was a common only in {sets}, which does not count.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/rarity/later": Words(
        "{card} was no common by {as_of}; it is in {format} from {day} on, as a common of {set}.",
        "Replace {copies} of {card}, or check the date of the event.",
    ),
    "not-legal/rotated": Words(
        "{card} rotated out of {format} on {day} with {set}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/rotated/alone": Words(
        "{card} rotated out of {format} on {day}, later than its sets.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/rotated/back": Words(
        "{card} rotated out of {format} on {day} with {set}; it comes back on {back} with"
        " {back_set}.",
        "Replace {copies} of {card}, or check the date of the event.",
    ),
    "not-legal/set": Words(
        "{card} is not in {format}: it was printed in {sets}, none of which is part of it on"
        " {as_of}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/set/one": Words(
        "{card} is from {set}, which is no part of {format}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/set/family": Words(
        "{card} was printed only in {family} ({sets}), which are no part of {format}.",
        "Replace {copies} of {card}.",
    ),
    "not-legal/set/before": Words(
        "{card} was last printed in {set} ({year}); the oldest set of {format} on {as_of} is"
        " {oldest} ({oldest_year}).",
        "Replace {copies} of {card}.",
    ),
    "not-legal/set/later": Words(
        "{card} was not in {format} by {as_of}; it comes in on {day} with {set}.",
        "Replace {copies} of {card}, or check the date of the event.",
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

PLATFORMS: dict[str, str] = {"arena": "MTG Arena", "mtgo": "Magic Online"}
"""What players call the digital platforms of sets."""

BESIDE_DECKS: dict[str, str] = {
    "Plane": "planes are kept in a planar deck",
    "Phenomenon": "phenomena are kept in a planar deck",
    "Scheme": "schemes are kept in a scheme deck",
    "Vanguard": "vanguards are used beside the deck",
    "Dungeon": "dungeons are used beside the deck",
    "Conspiracy": "conspiracies are used in drafts alone",
    "Attraction": "Attractions are kept in an Attraction deck",
    "Stickers": "sticker sheets are used beside the deck",
}
"""By type or subtype, where cards that are no deck cards belong."""
