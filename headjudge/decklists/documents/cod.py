"""Cockatrice's deck files (`.cod`): XML with zones of cards.

Newer versions also have the printing of each card; tags and sideboarding plans, which are
skipped; and a banner, the card displayed for the deck, which is its commander if no other is
named.
"""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.decklists.documents import xml_text
from headjudge.decklists.documents.entries import Entries, collector_number_of, set_code_of
from headjudge.decklists.documents.xml_text import Element
from headjudge.decklists.lines import headings
from headjudge.decklists.lines.classifier import IsTitle
from messages import say
from validator.model import MAIN, Decklist

ROOT = "cockatrice_deck"
BECAUSE = say("XML with the root element {root}, as Cockatrice writes it", root=ROOT)
DESCRIPTIONS = frozenset({"deckname", "comments", "tags", "format", "lastLoadedTimestamp",
                          "sideboard_plan"})  # fmt: skip
"""Elements whose text is about the deck."""


def recognise(text: str) -> str | None:
    return BECAUSE if xml_text.root(text) == ROOT else None


def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
    """One deck: each `card` with its number, its name and the zone around it."""
    entries = Entries(pool=pool, is_title=is_title)
    banner = None

    def words(number: int, text: str, within: Sequence[Element]) -> None:
        nonlocal banner
        if within[-1].name == "bannerCard":
            banner = text
        elif DESCRIPTIONS.isdisjoint(element.name for element in within):
            entries.add_words(number, text)
        else:
            entries.add_comment(number, text)

    def visitor(element: Element, within: Sequence[Element]) -> None:
        card = element.attributes
        if element.name != "card":
            entries.add_rest(element.number, element.text, " ".join(card.values()))
            return
        entries.add(
            card.get("number"),
            card.get("name"),
            headings.section(_zone(within)),
            element.number,
            element.text,
            set_code_of(card.get("setShortName")),
            collector_number_of(card.get("collectorNumber")),
        )

    if broken := xml_text.visit(text, visitor, words):
        entries.add_break(*broken)
    return (entries.deck()._replace(banner=banner),)


def _zone(within: Sequence[Element]) -> str:
    """The name of the zone around a card; the main deck for cards outside of zones."""
    zone = within[-1] if within and within[-1].name == "zone" else None
    return zone.attributes.get("name", "") if zone else MAIN
