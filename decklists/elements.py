"""XML that others wrote: its elements with their lines, and the place where it breaks.

No decklist needs a document type or entities, so documents that declare any are refused: they
are how XML is made to read files, to ask the network, and to grow without bounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
PROLOG = 4096
"""Characters in which the root element is looked for."""

_START = re.compile(r"<([\w.:-]+)")
_ILLEGAL = r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""A pattern of what no XML document can hold (XML 1.0, section 2.2)."""


class Element(NamedTuple):
    """The start of an element."""

    name: str
    attributes: dict[str, str]
    number: int
    """The line, from 1, on which it begins."""
    text: str
    """The start of the element as it stands on that line."""


class Broken(NamedTuple):
    """Where a document cannot be read any further."""

    number: int
    text: str
    message: str
    rest: str
    """The text from that line on."""


Visitor = Callable[[Element, Sequence[Element]], None]
"""Takes an element and those that it stands in, the outermost first."""


def root(text: str) -> str | None:
    """The name of the first element of an XML document; None where the text is no XML."""
    rest = text[:PROLOG].lstrip("\ufeff").lstrip()
    if not rest.startswith("<"):
        return None
    while rest.startswith(("<?", "<!")):
        _, _, rest = rest.partition(_end_of_declaration(rest))
        rest = rest.lstrip()
    found = _START.match(rest)
    return found[1] if found else None


def visit(text: str, visitor: Visitor) -> Broken | None:
    """Take the visitor to each element in order; where the document breaks, says so."""
    from decklists.xml_walk import walk  # XML's parser is slow to load, and most lists are text

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
