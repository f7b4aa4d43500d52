"""Archidekt: the deck document of its public interface."""

from __future__ import annotations

import re

from headjudge.links.address import Address
from headjudge.links.site import DeckText, Site, read_document

_DECK = re.compile(r"/(?:api/)?decks/(?P<id>\d{1,12})(?:/[^/]*)?/?")


def source_of(page: Address) -> str | None:
    match = _DECK.fullmatch(page.path)
    return f"https://archidekt.com/api/decks/{match['id']}/" if match else None


def read(text: str) -> DeckText:
    return read_document(text, "owner", "username")


SITE = Site(
    "Archidekt",
    ("archidekt.com", "www.archidekt.com"),
    "archidekt.com/decks/…",
    source_of,
    read,
    accept="application/json",
)
