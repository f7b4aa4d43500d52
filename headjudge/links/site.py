"""What a site is: which of its addresses are decks, where their lists are, how they are read."""

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
    """A list as a site gave it."""

    text: str
    """One card a line, or any text that `decklists` reads."""
    player: str | None = None
    """Whose deck it is there."""
    syntax: str | None = None
    """The syntax of the text, where it is not to be told from the text."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place that lists are fetched from."""

    name: str
    """What people call it."""
    hosts: tuple[str, ...]
    """Of its pages; the first is the usual one."""
    shape: str
    """How the address of a deck looks, without https://."""
    source_of: Callable[[Address], str | None]
    """Where the list of a page is; None where the page is no deck."""
    read: Callable[[str], DeckText] = DeckText
    """The list in what the source answers; raises Refused."""
    accept: str = "text/plain"
    sources: tuple[str, ...] = ()
    """Hosts of the lists, where they are others."""


def as_json(text: str) -> dict[str, Any]:
    """The object that the text is; raises Refused."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise Refused(say("The site answered with something that is no deck."))
    return document


def read_document(text: str, owner: Sequence[str]) -> DeckText:
    """The list in a deck document that `decklists` knows, a line a card; raises Refused.

    `owner` names the members that lead to the player's name. What could not be read of the
    document stands at the end, where it will be reported as unreadable.
    """
    document: Any = as_json(text)
    deck = decklists.read(text, syntax="json")
    if not deck.lines and deck.unreadable:
        raise Refused(say("The site answered with something that is no deck."))
    lines = decklists.write(deck, "text") + "".join(f"{line.text}\n" for line in deck.unreadable)
    for name in owner:
        document = document.get(name) if isinstance(document, dict) else None
    return DeckText(lines, document if isinstance(document, str) else None, "text")
