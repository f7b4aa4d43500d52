"""XML that others wrote: its elements with their lines, and the place where it breaks.

No decklist needs a document type or entities, so documents that declare any are refused: they
are how XML is made to read files, to ask the network, and to grow without bounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.saxutils import quoteattr
from xml.sax.xmlreader import AttributesImpl

from defusedxml import DefusedXmlException
from defusedxml.expatreader import DefusedExpatParser, create_parser

from decklists.lines import split

ENDS_EARLY = ("no element found", "unclosed token", "unclosed CDATA section", "partial character")
"""What the parser calls a document that stops before its last element is closed."""
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
PROLOG = 4096
"""Characters in which the root element is looked for."""

_START = re.compile(r"<([\w.:-]+)")
_ILLEGAL = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document can hold (XML 1.0, section 2.2)."""


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


Visitor = Callable[[Element, Sequence[Element]], None]
"""Takes an element and those that it stands in, the outermost first."""


def root(text: str) -> str | None:
    """The name of the first element of an XML document; None where the text is no XML."""
    rest = text[:PROLOG].lstrip("\ufeff").lstrip()
    while rest.startswith(("<?", "<!")):
        _, _, rest = rest.partition(_end_of_declaration(rest))
        rest = rest.lstrip()
    found = _START.match(rest)
    return found[1] if found else None


def visit(text: str, visitor: Visitor) -> Broken | None:
    """Take the visitor to each element in order; where the document breaks, says so."""
    lines = split(text)
    parser = create_parser(forbid_dtd=True)
    parser.setContentHandler(_Walk(parser, lines, visitor))
    try:
        # A lone surrogate has no place in UTF-8; it becomes a question mark.
        parser.feed(text.removeprefix("\ufeff").encode("utf-8", "replace").decode("utf-8"))
        parser.close()
    except (SAXException, DefusedXmlException) as error:
        number = min(parser.getLineNumber() or 1, len(lines))
        return Broken(number, lines[number - 1], _sentence(error, number))
    return None


def attributes(**values: object) -> str:
    """The attributes of an element as they are written; what XML cannot hold is replaced."""
    legal = {name: _ILLEGAL.sub(REPLACEMENT, str(value)) for name, value in values.items()}
    return "".join(f" {name}={quoteattr(value)}" for name, value in legal.items())


class _Walk(ContentHandler):
    """Keeps the elements that are open, and cuts each out of its line."""

    def __init__(self, parser: DefusedExpatParser, lines: Sequence[str], visitor: Visitor) -> None:
        super().__init__()
        self._parser, self._lines, self._visitor = parser, lines, visitor
        self._open: list[Element] = []

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        number, column = self._parser.getLineNumber() or 1, self._parser.getColumnNumber() or 0
        line = self._lines[number - 1]
        # Inside a start tag there is no further "<", not even in quotes.
        end = line.find("<", column + 1)
        text = line[column : end if end > 0 else None].rstrip()
        element = Element(name, dict(attrs.items()), number, text)
        self._visitor(element, self._open)
        self._open.append(element)

    def endElement(self, name: str) -> None:
        self._open.pop()


def _end_of_declaration(text: str) -> str:
    """What ends the declaration or comment that the text begins with."""
    if text.startswith("<?"):
        return "?>"
    if text.startswith("<!--"):
        return "-->"
    return "]>" if "[" in text.partition(">")[0] else ">"


def _sentence(error: Exception, number: int) -> str:
    if isinstance(error, DefusedXmlException):
        return (
            f"The XML declares a document type or entities at line {number}, which no decklist"
            " needs: it was not read from there on."
        )
    reason = error.getMessage() if isinstance(error, SAXException) else str(error)
    if reason in ENDS_EARLY:
        return f"The XML ends early, at line {number}: what stands before was read."
    return f"The XML is broken at line {number} ({reason}): only what stands before was read."
