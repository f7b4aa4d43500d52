"""Lists alone: as they were read, in another syntax, compared."""

from typing import Annotated, TypedDict

from headjudge.documents.fields import Section
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


class WrittenDeck(TypedDict):
    """A deck in another syntax."""

    player: Annotated[str | None, "The player, as sent or as in the text."]
    text: Annotated[str, "The deck in the requested syntax."]


class Converted(TypedDict):
    """Decks in another syntax, with faults and notices."""

    syntax: Annotated[str, "The syntax that the text was read as."]
    because: Annotated[str, "The reason for the syntax."]
    to: Annotated[str, "The requested syntax."]
    text: Annotated[str | None, "The deck in that syntax; null if the text contains several."]
    decks: Annotated[list[WrittenDeck], "Each deck in that syntax: one, or all in the text."]
    faults: Annotated[
        list[Violation], "The lines that could not be understood; their names are written as sent."
    ]
    notices: Annotated[
        list[Notice],
        "The lines that were not read literally, and the losses of the syntax.",
    ]


class Change(TypedDict):
    """A change of the copies of a card in one section of a deck."""

    deck: Annotated[int, "The deck, from 0."]
    section: Annotated[Section, "The part of the deck; `pool` in pools."]
    name: Annotated[str, "The English card title; the text if it names no card, or several."]
    earlier_count: Annotated[int, "Copies in the earlier list."]
    later_count: Annotated[int, "Copies in the later list."]


class Difference(TypedDict):
    """The difference between two lists."""

    same: Annotated[
        bool,
        "Whether both lists are certainly the same: no change, and no line that could be read in"
        " only one of them.",
    ]
    changes: Annotated[list[Change], "By deck, section and name."]


class Comparison(Difference):
    """The difference between two lists, and the reading of each."""

    earlier: Annotated[Reading, "The earlier list as it was read."]
    later: Annotated[Reading, "The later list as it was read."]
