"""What each code means: its rule, where that stands, what mends it, and a team as an example."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from validator.model import Event

FILE = Path(__file__).with_name("explanations.toml")


class Example(NamedTuple):
    """A team that gets the code."""

    event: Event
    decks: tuple[str, ...]
    """Texts of lists; one may hold several."""
    pool: str | None = None
    deck_formats: tuple[str, ...] = ()
    """A format for each deck, where they are not the event's."""
    to: str | None = None
    """The syntax to write the deck in, for what is found in writing."""
    address: str | None = None
    """Where the first list was fetched, for what is found in links."""


class Explanation(NamedTuple):
    """A code, for a person who meets it. Sentences, but for the source."""

    rule: str
    source: str
    mend: str
    example: Example


@cache
def explanations() -> dict[str, Explanation]:
    """The explanation of every code of a violation or notice, in the order of `codes`."""
    with FILE.open("rb") as file:
        tables = tomllib.load(file)
    return {
        code: Explanation(
            table["rule"], table["source"], table["mend"], _example(**table["example"])
        )
        for code, table in tables.items()
    }


def _example(
    *,
    decks: list[str],
    pool: str | None = None,
    deck_formats: tuple[str, ...] = (),
    to: str | None = None,
    address: str | None = None,
    **event: Any,
) -> Example:
    return Example(Event(**event), tuple(decks), pool, tuple(deck_formats), to, address)
