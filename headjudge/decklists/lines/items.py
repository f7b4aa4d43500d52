"""The kinds of lines in a text."""

from enum import Enum
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


class Other(Enum):
    """A line with neither copies of a card nor a heading."""

    BLANK = "blank"
    COMMENT = "comment"
    UNREADABLE = "unreadable"
    NONE = "none"
    """A card with a count of 0."""


class Label(NamedTuple):
    """Words with a number: a heading if that many cards come before or after it."""

    total: int
    otherwise: Entry | Other
    """The meaning of the line if it is no heading."""


class Several(NamedTuple):
    """A line with several cards, and headings between them."""

    items: tuple[Entry | Heading | Other, ...]

    @property
    def copies(self) -> int:
        """The cards of the line."""
        return sum(item.copies for item in self.items if isinstance(item, Entry))


Item = Entry | Heading | Label | Several | Other


class Step(NamedTuple):
    """A line, or a part of one, and its meaning."""

    number: int
    """The number of the line, from 1."""
    text: str
    item: Item
