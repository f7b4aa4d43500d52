"""What many documents have: a day, a section, from when until when.

A field is described by what its `Annotated` type holds: what it means, and `Words`, which names the
list of the words that it is one of today. More words may be added to each list.
"""

from typing import Annotated, NamedTuple, TypedDict


class Words(NamedTuple):
    """The words that a text is one of, by the name of their list in the contract."""

    list: str


class Keyword(NamedTuple):
    """A keyword of JSON Schema."""

    name: str
    value: str | int


Day = Annotated[str, Keyword("format", "date")]
"""A day as YYYY-MM-DD."""
FormatId = Annotated[str, Words("formats")]
Structure = Annotated[str, Words("structures")]
Section = Annotated[str, Words("sections")]
Pile = Annotated[str, Words("piles")]
Rarity = Annotated[str, Words("rarities")]

Life = TypedDict(
    "Life",
    {
        "from": Annotated[Day | None, "The first day; null without one."],
        "until": Annotated[Day | None, "The first day without it; null while no end is known."],
    },
)
"""From which day on something is in force, and from which day on no more."""
Span = TypedDict(
    "Span",
    {
        "from": Annotated[Day, "The day that is compared with."],
        "to": Annotated[Day, "The day that is compared."],
    },
)
"""Two days of which one is compared with the other."""
