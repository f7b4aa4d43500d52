"""XML that others wrote: its root, a walk through its elements, and attributes to write.

No decklist needs a document type or entities, so documents that declare any are refused: they
are how XML is made to read files, to ask the network, and to grow without bounds.
"""

from __future__ import annotations

import re

from headjudge.decklists.documents.elements import Broken, Visitor

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
PROLOG = 4096
"""Characters in which the root element is looked for."""

_START = re.compile(r"<([\w.:-]+)")
_ILLEGAL = r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""A pattern of what no XML document can hold (XML 1.0, section 2.2)."""


def root(text: str) -> str | None:
    """The name of the first element of an XML document; None where the text is no XML."""
    rest = text[:PROLOG].lstrip("\ufeff").lstrip()
    if not rest.startswith("<"):
        return None
    while rest.startswith(("<?", "<!")):
        _, _, rest = rest.partition(_end_of_declaration(rest))
        rest = rest.lstrip()
    match = _START.match(rest)
    return match[1] if match else None


def visit(text: str, visitor: Visitor) -> Broken | None:
    """Take the visitor to each element in order; where the document breaks, says so."""
    # XML's parser takes 20 ms to load, and most lists are text.
    from headjudge.decklists.documents.xml_walk import walk

    return walk(text, visitor)


def attributes(**values: object) -> str:
    """The attributes of an element as they are written; what XML cannot hold is replaced."""
    from xml.sax.saxutils import quoteattr

    legal = {name: re.sub(_ILLEGAL, REPLACEMENT, str(value)) for name, value in values.items()}
    return "".join(f" {name}={quoteattr(value)}" for name, value in legal.items())


def _end_of_declaration(text: str) -> str:
    """What ends the declaration or comment that the text begins with."""
    if text.startswith("<?"):
        return "?>"
    if text.startswith("<!--"):
        return "-->"
    return "]>" if "[" in text.partition(">")[0] else ">"
