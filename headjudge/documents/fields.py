"""Fields shared by many documents: days, sections, periods.

A field's `Annotated` type holds its description, and `Words`, which names the list of its current
values. More values may be added to each list.
"""

from typing import Annotated, NamedTuple, TypedDict


class Words(NamedTuple):
    """The allowed values of a text, by the name of their list in the contract."""

    list: str


class Keyword(NamedTuple):
    """A keyword of JSON Schema."""

    name: str
    value: str | int


Day = Annotated[str, Keyword("format", "date")]
"""A day as YYYY-MM-DD."""
FormatId = str
Id = str | float
"""The id of a line of a batch."""
Structure = Annotated[str, Words("structures")]
Section = Annotated[str, Words("sections")]
Pile = Annotated[str, Words("piles")]
Rarity = Annotated[str, Words("rarities")]

Sizes = Annotated[
    dict[str, int],
    "Cards by section of the deck: `main` and `sideboard`, and any others with cards.",
]

Life = TypedDict(
    "Life",
    {
        "from": Annotated[Day | None, "The first day; null without one."],
        "until": Annotated[Day | None, "The first day after it; null while no end is known."],
    },
)
"""The first day of a period, and the first day after it."""
Span = TypedDict(
    "Span",
    {
        "from": Annotated[Day, "The earlier day of the comparison."],
        "to": Annotated[Day, "The later day of the comparison."],
    },
)
"""Two days that are compared."""
