"""Lists alone, as they were read."""

from typing import Annotated, TypedDict

from headjudge.documents.reports import DeckCard, DeckSummary, Notice, Violation


class ReadCard(DeckCard):
    """One line of a deck, with its text besides the title."""

    text: Annotated[str, "The line, row or element as sent; the name if it was sent card by card."]
    set: Annotated[str | None, "The set code in the line."]
    number: Annotated[str | None, "The collector number in the line."]


class ReadDeck(DeckSummary):
    """A deck as it was understood, with the text of each card."""

    cards: Annotated[list[ReadCard], "The deck, line by line."]


class Reading(TypedDict):
    """The reading of one text."""

    syntax: Annotated[
        str, "The syntax that the text was read as; `structured` for lists sent card by card."
    ]
    because: Annotated[str, "The reason for the syntax."]
    decks: Annotated[list[ReadDeck], "The decks as they were understood: one, or all in the text."]
    faults: Annotated[list[Violation], "The lines that could not be understood."]
    notices: Annotated[list[Notice], "The lines that were not read literally."]
