"""MTGGoldfish: the text download of a deck. An archetype is no deck, and has none."""

from __future__ import annotations

import re

from headjudge.links.address import Address
from headjudge.links.site import Site

_DECK = re.compile(r"/deck/(?:(?:visual|download|arena_download|popout)/)?(?P<id>\d{1,12})/?")


def source_of(page: Address) -> str | None:
    match = _DECK.fullmatch(page.path)
    return f"https://www.mtggoldfish.com/deck/download/{match['id']}" if match else None


SITE = Site(
    "MTGGoldfish",
    ("www.mtggoldfish.com", "mtggoldfish.com"),
    "www.mtggoldfish.com/deck/…",
    source_of,
)
