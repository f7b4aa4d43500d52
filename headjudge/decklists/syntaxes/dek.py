"""Magic Online's deck files (`.dek`): XML with one element per card.

`CatID` is the number of a printing on Magic Online. The card facts do not have these numbers, so
written files have 0 for each, and a file without titles cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from headjudge.decklists.documents import xml_text
from headjudge.decklists.documents.entries import Entries, section_by_flag
from headjudge.decklists.documents.xml_text import Element
from headjudge.decklists.lines.classifier import IsTitle
from headjudge.decklists.rewriting import writing
from messages import say
from validator.model import MAIN, SIDEBOARD, Decklist

ROOT = "Deck"
BECAUSE = say("XML with the root element {root}, as Magic Online writes it", root=ROOT)
SIGNS = ("<?xml", "<Cards", "<NetDeckID", "xmlns")
"""At least one is required, as some people write `<Deck>` above a list in plain text."""
SECTIONS = frozenset({MAIN, SIDEBOARD})
HEAD = """\
<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
"""


def recognise(text: str) -> str | None:
    is_deck = xml_text.root(text) == ROOT and any(sign in text for sign in SIGNS)
    return BECAUSE if is_deck else None


def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
    """One deck: the Quantity, Name and Sideboard of each `Cards` element."""
    entries = Entries(pool=pool, is_title=is_title)

    def visitor(element: Element, _: Sequence[Element]) -> None:
        if element.name == "Cards":
            card = element.attributes
            section = section_by_flag(SIDEBOARD, card.get("Sideboard", ""))
            entries.add(
                card.get("Quantity"), card.get("Name"), section, element.number, element.text
            )

    if broken := xml_text.visit(text, visitor):
        entries.add_break(*broken)
    return (entries.deck(),)


def write(deck: Decklist) -> str:
    """One element per line. Magic Online keeps commander and companion in the sideboard."""
    cards = (
        xml_text.attributes(
            CatID=0,
            Quantity=line.copies,
            Sideboard=str(line.section == SIDEBOARD).lower(),
            Name=line.name,
            Annotation=0,
        )
        for line in writing.within(deck, SECTIONS)
    )
    return "".join([HEAD, *(f"  <Cards{card} />\n" for card in cards), "</Deck>\n"])
