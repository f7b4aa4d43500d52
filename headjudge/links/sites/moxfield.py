"""Moxfield: the deck document of its own site's interface.

Moxfield answers only programs whose User-Agent its support has allowed; ask for one and name it
in the settings. A private deck is answered as one that does not exist.
"""

from __future__ import annotations

import re

from headjudge.links.address import Address
from headjudge.links.site import DeckText, Site, read_document

_DECK = re.compile(r"/decks/(?P<id>[A-Za-z0-9_-]{6,40})(?:/[a-z-]*)?")


def source_of(page: Address) -> str | None:
    match = _DECK.fullmatch(page.path)
    return f"https://api2.moxfield.com/v3/decks/all/{match['id']}" if match else None


def read(text: str) -> DeckText:
    return read_document(text, "createdByUser", "userName")


SITE = Site(
    "Moxfield",
    ("moxfield.com", "www.moxfield.com"),
    "moxfield.com/decks/…",
    source_of,
    read,
    accept="application/json",
    sources=("api2.moxfield.com",),
)
