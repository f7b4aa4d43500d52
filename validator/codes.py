"""The table of codes: what each one says, in a sentence.

Codes are stable: never renamed, only added. The sentences about single faults are in `words`.
"""

from __future__ import annotations

from messages import say

VIOLATIONS: dict[str, str] = {
    "deck-count": say("The team has another number of decks than the structure asks."),
    "main-too-small": say("A main deck has fewer cards than the format's minimum."),
    "sideboard-not-allowed": say("A deck has a sideboard where none is allowed."),
    "sideboard-too-large": say("A sideboard has more cards than the format allows."),
    "combined-copies": say("The team's combined decks hold too many copies of a title."),
    "deck-copies": say("One deck with its sideboard holds too many copies of a title."),
    "shared-card": say("Two decks of the team hold the same title."),
    "restricted-copies": say("More than one copy of a restricted card."),
    "banned-card": say("A card is banned in the format or in the event."),
    "not-legal": say("A card is not legal in the format on that date."),
    "unknown-card": say("No card has that title, in any language."),
    "ambiguous-card": say("The text names several cards."),
    "unreadable-line": say("A line is no card, comment or heading."),
    "pool-exceeded": say("More copies are used than the card pool has."),
    "pool-unassigned": say("A card of the pool is in nobody's deck or sideboard."),
    "pool-product": say("A card of the pool comes from no set of the product."),
    "format-inactive": say("The format did not exist on that date."),
}

NOTICES: dict[str, str] = {
    "policy-differs": say(
        "The tournament policy of the day would reject what the chosen one allows."
    ),
    "pool-absent": say("Without the card pool only sizes and titles were checked."),
    "pool-improbable": say(
        "The boosters opened cannot have held the pool: a sure bound is broken."
    ),
    "pool-incomplete": say("The pool lists fewer cards than the boosters opened hold for sure."),
    "product-unknown": say("What was opened is not known well enough to count the pool's cards."),
    "product-not-recommended": say("The product is another than the one recommended on that date."),
    "hard-to-shuffle": say("A main deck is so large that shuffling it without help is in doubt."),
    "catalogue-older": say("The date is later than the card facts."),
    "title-corrected": say(
        "A title differs from a card's in punctuation, spaces or small words only."
    ),
    "title-translated": say("A title in another language was read as its English card title."),
    "title-rebalanced": say("A version that MTG Arena rebalanced was read as the card on paper."),
    "printing-unknown": say("A list names a set with a card that was never printed in it."),
    "token-ignored": say("Tokens and emblems in a list are no cards, and were left out."),
    "sideboard-guessed": say("A blank line was taken for the beginning of the sideboard."),
    "list-fetched": say("A list was read from its address on another site."),
    "decks-split": say("A text that holds several decks was split into them."),
    "document-broken": say("XML, a table or JSON cannot be read, or not to its end."),
    "sideboard-of-its-day": say("Until 2013-07-13 a sideboard had exactly fifteen cards or none."),
    "not-yet-sanctioned": say("Two-Headed Giant was not sanctioned on that date."),
    "not-written": say("What was written in another syntax reads otherwise than the deck."),
    "formats-differ": say("The decks are of several formats, so each is judged alone."),
}
