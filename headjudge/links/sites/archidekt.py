"""Archidekt: the deck document of its public interface."""

from __future__ import annotations

import re

from headjudge.links.address import Address
from headjudge.links.site import Listed, Site, of_document

_DECK = re.compile(r"/(?:api/)?decks/(?P<id>\d{1,12})(?:/[^/]*)?/?")


def source_of(page: Address) -> str | None:
    found = _DECK.fullmatch(page.path)
    return f"https://archidekt.com/api/decks/{found['id']}/" if found else None


def read(text: str) -> Listed:
    return of_document(text, "owner", "username")


SITE = Site(
    "Archidekt",
    ("archidekt.com", "www.archidekt.com"),
    "archidekt.com/decks/…",
    source_of,
    read,
    accept="application/json",
)
