"""The kinds of lines in a text."""

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from headjudge.decklists.lines.headings import Heading


class Entry(NamedTuple):
    """A line that names copies of a card."""

    copies: int
    name: str
    section: str | None = None
    """The section that the line itself gives (`SB: 2 Negate`), or None."""
    set_code: str | None = None
    collector_number: str | None = None
    foil: bool = False


class Guess(Entry):
    """A count and an unknown name: a misspelt card, a heading, or half of a title."""

    __slots__ = ()


class Kind(Enum):
    """What a line is."""

    CARD = "card"
    GUESS = "guess"
    """A count and an unknown name."""
    CARDS = "cards"
    """Several cards."""
    HEADING = "heading"
    LABEL = "label"
    """Words with a number: a card, or a heading of so many cards."""
    BLANK = "blank"
    COMMENT = "comment"
    PROSE = "prose"
    """Words that are neither a card nor a known heading."""
    ZERO = "zero"
    """A card with a count of 0."""
    UNREADABLE = "unreadable"


class Label(NamedTuple):
    """Words with a number: a heading if that many cards come before or after it."""

    total: int
    otherwise: Entry | Kind
    """The meaning of the line if it is no heading."""


class Several(NamedTuple):
    """A line with several cards, and headings between them."""

    items: tuple[Entry | Heading | Kind, ...]

    @property
    def copies(self) -> int:
        """The cards of the line."""
        return sum(item.copies for item in self.items if isinstance(item, Entry))


Item = Entry | Heading | Label | Several | Kind


class Step(NamedTuple):
    """A line, or a part of one, and its meaning."""

    number: int
    """The number of the line, from 1."""
    text: str
    item: Item
    by: str = ""
    """The pass that decided the meaning; empty if the line says it by itself."""

    @property
    def kind(self) -> Kind:
        """What the line is."""
        return self.item if isinstance(self.item, Kind) else _KINDS[type(self.item)]


_KINDS: Mapping[type, Kind] = MappingProxyType(
    {
        Entry: Kind.CARD,
        Guess: Kind.GUESS,
        Several: Kind.CARDS,
        Heading: Kind.HEADING,
        Label: Kind.LABEL,
    }
)


MOST_READ_AGAIN = 100
"""Maximum lines of a text that a pass reads once more, or compares with the titles of cards."""


class Context(NamedTuple):
    """What the passes of reading know besides the lines."""

    read: Callable[[str], Item]
    """Reads a text as a line."""
    pool: bool = False
    """Whether the list is a card pool, in which headings mean nothing."""
    most_again: int = MOST_READ_AGAIN
    """As `MOST_READ_AGAIN`, for a part of a text by its length."""
