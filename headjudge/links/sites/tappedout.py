"""TappedOut: the text export of a deck (`fmt=txt`)."""

from __future__ import annotations

import re

from headjudge.links.address import Address
from headjudge.links.site import Site

_DECK = re.compile(r"/mtg-decks/(?P<id>[A-Za-z0-9_-]{1,200})/?")


def source_of(page: Address) -> str | None:
    match = _DECK.fullmatch(page.path)
    return f"https://tappedout.net/mtg-decks/{match['id']}/?fmt=txt" if match else None


SITE = Site(
    "TappedOut", ("tappedout.net", "www.tappedout.net"), "tappedout.net/mtg-decks/…", source_of
)
