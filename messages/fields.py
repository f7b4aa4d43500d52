"""What the types of JSON documents are made of, for all packages that build some.

The types describe the JSON objects themselves, beside what builds them; the contract of the API is
generated from them. A newer service may answer with more fields, and with further words in fields
that are enumerations.
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
Structure = Annotated[str, Words("structures")]
Section = Annotated[str, Words("sections")]
Pile = Annotated[str, Words("piles")]
Rarity = Annotated[str, Words("rarities")]
Sizes = Annotated[
    dict[str, int],
    "Cards by section: `main`, `sideboard`, and others that have any.",
]
Life = TypedDict(
    "Life",
    {
        "from": Annotated[Day | None, "The first day; null: none."],
        "until": Annotated[Day | None, "The first day after it; null: open."],
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
