"""The common part of rules and notices: a code, its explanation and an example."""

import datetime
from collections.abc import Mapping
from typing import NamedTuple

from validator.model import NO_PRODUCT, Event, Structure

EXAMPLE_DAY = datetime.date(2024, 10, 1)


class Example(NamedTuple):
    """A team that triggers the code."""

    event: Event
    decks: tuple[str, ...]
    """Texts of lists; a text may hold several."""
    pool: str | None = None
    deck_formats: tuple[str, ...] = ()
    """A format for each deck, if different from the event's."""
    address: str | None = None
    """The address of the first list, for codes of links."""


def example(
    *decks: str,
    format: str = "modern",
    as_of: str | datetime.date = EXAMPLE_DAY,
    structure: Structure = "two-headed-giant",
    policy: str = "combined-four",
    product: Mapping[str, int] = NO_PRODUCT,
    pool: str | None = None,
    deck_formats: tuple[str, ...] = (),
    address: str | None = None,
) -> Example:
    """An example with these lists; Two-Headed Giant in Modern by default."""
    event = Event(format, as_of, structure, policy, product=product)
    return Example(event._replace(as_of=event.day), decks, pool, deck_formats, address)


class Definition:
    """A code and its explanation for users.

    `headjudge explain`, the help in SARIF reports, `/v1/violations` and docs/rules.md are
    generated from it. Codes are stable: never renamed, only added.
    """

    def __init__(
        self, code: str, *, when: str, explains: str, mend: str, example: Example, sources: str
    ) -> None:
        self.code = code
        self.when = when
        """When the code is reported, as a sentence."""
        self.explains = explains
        """The rule, in sentences."""
        self.mend = mend
        """How to fix it, in sentences."""
        self.example = example
        self.sources = sources
        """All sources, as text without a full stop."""
