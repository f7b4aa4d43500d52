"""Magic Online's deck files (`.dek`): XML with one element per card.

`CatID` is the number of a printing on Magic Online. The card facts do not have these numbers, so
a file without titles cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.decklists.documents import xml_text
from headjudge.decklists.documents.entries import Entries, section_by_flag
from headjudge.decklists.documents.xml_text import Element
from headjudge.decklists.lines.classifier import IsTitle
from messages import say
from validator.model import SIDEBOARD, Decklist

ROOT = "Deck"
BECAUSE = say("XML with the root element {root}, as Magic Online writes it", root=ROOT)
SIGNS = ("<?xml", "<Cards", "<NetDeckID", "xmlns")
"""At least one is required, as some people write `<Deck>` above a list in plain text."""
IDS = frozenset({"NetDeckID", "PreconstructedDeckID"})


def recognise(text: str) -> str | None:
    is_deck = xml_text.root(text) == ROOT and any(sign in text for sign in SIGNS)
    return BECAUSE if is_deck else None


def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
    """One deck: the Quantity, Name and Sideboard of each `Cards` element."""
    entries = Entries(pool=pool, is_title=is_title)

    def words(number: int, text: str, within: Sequence[Element]) -> None:
        if within[-1].name not in IDS:
            entries.add_words(number, text)

    def visitor(element: Element, _: Sequence[Element]) -> None:
        card = element.attributes
        if element.name != "Cards":
            entries.add_rest(element.number, element.text, " ".join(card.values()))
            return
        section = section_by_flag(SIDEBOARD, card.get("Sideboard", ""))
        entries.add(card.get("Quantity"), card.get("Name"), section, element.number, element.text)

    if broken := xml_text.visit(text, visitor, words):
        entries.add_break(*broken)
    return (entries.deck(),)
