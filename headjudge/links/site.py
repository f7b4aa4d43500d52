"""Descriptions of sites: the addresses of decks, where their lists are, how to parse them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from headjudge import decklists
from headjudge.links.address import Address
from headjudge.links.errors import Refused
from messages import say


class DeckText(NamedTuple):
    """A list as served by a site."""

    text: str
    """One card per line, or any text that `decklists` can read."""
    player: str | None = None
    """The owner of the deck on the site."""
    syntax: str | None = None
    """The syntax of the text, if it cannot be detected."""


@dataclass(frozen=True, slots=True)
class Site:
    """A site that lists are fetched from."""

    name: str
    """The display name."""
    hosts: tuple[str, ...]
    """The hosts of its pages, the preferred one first."""
    shape: str
    """The form of a deck's address, without https://."""
    source_of: Callable[[Address], str | None]
    """The address of the list of a page; None if the page is no deck."""
    read: Callable[[str], DeckText] = DeckText
    """Extracts the list from the source's answer; raises Refused."""
    accept: str = "text/plain"
    sources: tuple[str, ...] = ()
    """The hosts of the lists, if different."""


def as_json(text: str) -> dict[str, Any]:
    """Parse a JSON object; raises Refused."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise Refused(say("The site answered with something that is not a deck."))
    return document


def read_document(text: str, owner: Sequence[str]) -> DeckText:
    """Convert a deck document known to `decklists` to one line per card; raises Refused.

    `owner` is the path to the player's name. Unreadable parts are appended, to be reported.
    """
    document: Any = as_json(text)
    deck = decklists.read(text, syntax="json")
    if not deck.lines and deck.unreadable:
        raise Refused(say("The site answered with something that is not a deck."))
    lines = decklists.write(deck, "text") + "".join(f"{line.text}\n" for line in deck.unreadable)
    for name in owner:
        document = document.get(name) if isinstance(document, dict) else None
    return DeckText(lines, document if isinstance(document, str) else None, "text")
