"""Cockatrice's deck files (`.cod`): XML with zones of cards.

Newer versions also have the printing of each card; tags and sideboarding plans, which are
skipped; and a banner, the card displayed for the deck, which is its commander if no other is
named.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape

from headjudge.decklists.documents import xml_text
from headjudge.decklists.documents.entries import Entries, collector_number_of, set_code_of
from headjudge.decklists.documents.xml_text import Element
from headjudge.decklists.lines import headings
from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.rewriting import writing
from messages import say
from validator.model import MAIN, SIDEBOARD, TOKENS, Decklist, Line

ROOT = "cockatrice_deck"
BECAUSE = say("XML with the root element {root}, as Cockatrice writes it", root=ROOT)
ZONES = {MAIN: "main", SIDEBOARD: "side", TOKENS: "tokens"}
"""The names of the zones, by section."""


def recognise(text: str) -> str | None:
    return BECAUSE if xml_text.root(text) == ROOT else None


def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
    """One deck: each `card` with its number, its name and the zone around it."""
    entries = Entries(pool=pool, is_title=is_title)
    banner = None

    def visitor(element: Element, within: Sequence[Element]) -> None:
        nonlocal banner
        if element.name == "bannerCard":
            banner = unescape(element.text.partition(">")[2]).strip() or None
        if element.name != "card":
            return
        card = element.attributes
        entries.add(
            card.get("number"),
            card.get("name"),
            headings.section(_zone(within)),
            element.number,
            element.text,
            set_code_of(card.get("setShortName")),
            collector_number_of(card.get("collectorNumber")),
        )

    if broken := xml_text.visit(text, visitor):
        entries.add_break(*broken)
    return (entries.deck()._replace(banner=banner),)


def write(deck: Decklist) -> str:
    """A zone for each section; the sideboard also contains commander and companion."""
    lines = writing.within(deck, ZONES)
    zones = "".join(_format_zone(lines, section) for section in ZONES)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<{ROOT} version="1">\n    <deckname></deckname>\n    <comments></comments>\n'
        f"{zones}</{ROOT}>\n"
    )


def _zone(within: Sequence[Element]) -> str:
    """The name of the zone around a card; the main deck for cards outside of zones."""
    zone = within[-1] if within and within[-1].name == "zone" else None
    return zone.attributes.get("name", "") if zone else MAIN


def _format_zone(lines: Sequence[Line], section: str) -> str:
    cards = "".join(f"        <card{_card(line)}/>\n" for line in lines if line.section == section)
    return f'    <zone name="{ZONES[section]}">\n{cards}    </zone>\n' if cards else ""


def _card(line: Line) -> str:
    printing = {"setShortName": line.set_code, "collectorNumber": line.collector_number}
    attributes = {name: value for name, value in printing.items() if value}
    return xml_text.attributes(number=line.copies, name=line.name, **attributes)
