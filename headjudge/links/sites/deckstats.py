"""Deckstats: the text export of a saved deck (`export_dec=1`), without its comments."""

from __future__ import annotations

import re

from headjudge.links.address import Address
from headjudge.links.site import Site

_DECK = re.compile(r"/decks/(?P<owner>\d{1,12})/(?P<id>\d{1,12}(?:-[^/]*)?)(?:/[a-z]{2})?/?")


def source_of(page: Address) -> str | None:
    match = _DECK.fullmatch(page.path)
    if match is None:
        return None
    deck = f"https://deckstats.net/decks/{match['owner']}/{match['id']}"
    return f"{deck}?include_comments=0&export_dec=1"


SITE = Site("Deckstats", ("deckstats.net", "www.deckstats.net"), "deckstats.net/decks/…", source_of)
