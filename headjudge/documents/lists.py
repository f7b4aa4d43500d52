"""Lists alone: as they were read, in another syntax, compared."""

from typing import Annotated, TypedDict

from headjudge.documents.fields import Section
from headjudge.documents.reports import DeckCard, DeckSummary, Notice, Violation


class ReadCard(DeckCard):
    """One line of a deck, with what was written there besides the title."""

    text: Annotated[
        str, "The line, row or element as it was sent; the name where it was sent alone."
    ]
    set: Annotated[str | None, "The set code that is written there."]
    number: Annotated[str | None, "The collector number that is written there."]


class ReadDeck(DeckSummary):
    """A deck as it was understood, with what was written of each card."""

    cards: Annotated[list[ReadCard], "The deck, line by line."]


class Reading(TypedDict):
    """What one text says by itself."""

    syntax: Annotated[
        str, "The syntax that the text was read as; `structured` where cards were sent and no text."
    ]
    because: Annotated[str, "What told the syntax."]
    decks: Annotated[
        list[ReadDeck], "The decks as they were understood: one, or those that the text holds."
    ]
    faults: Annotated[list[Violation], "What could not be understood."]
    notices: Annotated[list[Notice], "What was read otherwise than it was written."]


class WrittenDeck(TypedDict):
    """A deck in another syntax."""

    player: Annotated[str | None, "The player, as sent or as the text says."]
    text: Annotated[str, "The deck in the syntax that was asked for."]


class Converted(TypedDict):
    """Decks in another syntax, and what is to say of it."""

    syntax: Annotated[str, "The syntax that the text was read as."]
    because: Annotated[str, "What told the syntax."]
    to: Annotated[str, "The syntax that was asked for."]
    text: Annotated[str | None, "The deck in that syntax; null where the text holds several."]
    decks: Annotated[
        list[WrittenDeck], "Each deck in that syntax: one, or those that the text holds."
    ]
    faults: Annotated[
        list[Violation], "What could not be understood; a title at fault is written as sent."
    ]
    notices: Annotated[
        list[Notice],
        "What was read otherwise than it was written, and what the syntax cannot hold.",
    ]


class Change(TypedDict):
    """Another number of copies of a card in one section of a deck."""

    deck: Annotated[int, "The deck, from 0."]
    section: Annotated[Section, "The part of the deck; `pool` in pools."]
    name: Annotated[
        str, "The English card title; what was written where that names no card, or several."
    ]
    earlier_count: Annotated[int, "Copies in the earlier list."]
    later_count: Annotated[int, "Copies in the later list."]


class Difference(TypedDict):
    """What is otherwise in one list than in another."""

    same: Annotated[
        bool,
        "Whether both lists surely hold the same: no change, and no line that could be read in"
        " only one of them.",
    ]
    changes: Annotated[list[Change], "By deck, section and name."]


class Comparison(Difference):
    """The difference of two lists, and how each was read."""

    earlier: Annotated[Reading, "The earlier list as it was read."]
    later: Annotated[Reading, "The later list as it was read."]
