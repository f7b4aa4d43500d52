"""What is stated of a code once, whether it is a rule's or a notice's."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from validator.model import NO_PRODUCT, Event, Structure

EXAMPLE_DAY = datetime.date(2024, 10, 1)


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


def example(
    *decks: str,
    format: str = "modern",
    as_of: str | datetime.date = EXAMPLE_DAY,
    structure: Structure = "two-headed-giant",
    policy: str = "combined-four",
    product: Mapping[str, int] = NO_PRODUCT,
    pool: str | None = None,
    deck_formats: tuple[str, ...] = (),
    to: str | None = None,
    address: str | None = None,
) -> Example:
    """An example of these lists at an event, for two heads in Modern unless it says otherwise."""
    event = Event(format, as_of, structure, policy, product=product)
    return Example(event._replace(as_of=event.day), decks, pool, deck_formats, to, address)


@dataclass(eq=False)
class Definition:
    """A code and its explanation, for a person who meets it.

    `headjudge explain`, the help in SARIF reports, `/v1/violations` and docs/rules.md are made
    from it. Codes are stable: never renamed, only added.
    """

    code: str
    when: str = field(kw_only=True)
    """The case in which the code is given, as a sentence."""
    explains: str = field(kw_only=True)
    """The rule, in sentences."""
    mend: str = field(kw_only=True)
    """What to do about it, in sentences."""
    example: Example = field(kw_only=True)
    sources: str = field(kw_only=True, default="")
    """Where all of it stands, as text without a full stop."""
