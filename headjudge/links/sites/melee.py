"""Melee: the details of a decklist that was handed in for a tournament.

Each record has a number (`q`), a title (`n`) and the part of the deck (`c`) that it is in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from headjudge.links.address import Address
from headjudge.links.errors import Refused
from headjudge.links.site import DeckText, Site, as_json
from messages import say

_GUID = r"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"
_DECK = re.compile(rf"/Decklist/View/(?P<id>\d{{1,12}}|{_GUID})/?", re.I)
HEADINGS = {0: "Deck", 1: "Companion", 99: "Sideboard"}
"""Of the parts of a deck, by Melee's numbers."""


def source_of(page: Address) -> str | None:
    match = _DECK.fullmatch(page.path)
    return f"https://melee.gg/Decklist/GetDecklistDetails?id={match['id']}" if match else None


def read(text: str) -> DeckText:
    records = as_json(text).get("Records")
    if not isinstance(records, list):
        raise Refused(say("The site answered with something that is no deck."))
    parts: dict[int, list[str]] = {number: [] for number in HEADINGS}
    for number, line in _lines(records):
        parts[number].append(line)
    blocks = ("\n".join([HEADINGS[number], *lines]) for number, lines in parts.items() if lines)
    return DeckText("\n\n".join(blocks) + "\n", syntax="text")


def _lines(records: list[Any]) -> Iterator[tuple[int, str]]:
    """Each record as a line, with its part; Refused for one that may not be passed over."""
    for record in records:
        match record:
            case {"n": str(name), "q": int(copies), "c": int(part)} if part in HEADINGS:
                yield part, f"{copies} {' '.join(name.split())}"
            case _:
                raise Refused(say("The site answered with a deck of a shape that is not known."))


SITE = Site(
    "Melee",
    ("melee.gg", "www.melee.gg"),
    "melee.gg/Decklist/View/…",
    source_of,
    read,
    accept="application/json",
)
