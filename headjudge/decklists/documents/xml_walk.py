"""The walk through the elements of an XML document, which loads XML's parser."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

from defusedxml import DefusedXmlException
from defusedxml.expatreader import DefusedExpatParser, create_parser

from headjudge.decklists.documents.elements import Broken, Element, Visitor
from headjudge.decklists.lines.classifier import split
from messages import say

ENDS_EARLY = ("no element found", "unclosed token", "unclosed CDATA section", "partial character")
"""The parser's error for a document that ends before its last element is closed."""


def walk(text: str, visitor: Visitor) -> Broken | None:
    """Take the visitor to each element in order; where the document breaks, says so."""
    lines = split(text)
    parser = create_parser(forbid_dtd=True)
    parser.setContentHandler(_Walk(parser, lines, visitor))
    try:
        # Lone surrogates cannot be encoded in UTF-8 and become question marks.
        parser.feed(text.removeprefix("\ufeff").encode("utf-8", "replace").decode("utf-8"))
        parser.close()
    except (SAXException, DefusedXmlException) as error:
        number = min(parser.getLineNumber() or 1, len(lines))
        rest = "\n".join(lines[number - 1 :])
        return Broken(number, lines[number - 1], _sentence(error, number), rest)
    return None


class _Walk(ContentHandler):
    """Tracks the open elements, and cuts each out of its line."""

    def __init__(self, parser: DefusedExpatParser, lines: Sequence[str], visitor: Visitor) -> None:
        super().__init__()
        self._parser, self._lines, self._visitor = parser, lines, visitor
        self._open: list[Element] = []

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        number, column = self._parser.getLineNumber() or 1, self._parser.getColumnNumber() or 0
        line = self._lines[number - 1]
        # Within a start tag there is no further "<", not even in quotes.
        end = line.find("<", column + 1)
        text = line[column : end if end > 0 else None].rstrip()
        element = Element(name, dict(attrs.items()), number, text)
        self._visitor(element, self._open)
        self._open.append(element)

    def endElement(self, name: str) -> None:
        self._open.pop()


def _sentence(error: Exception, number: int) -> str:
    if isinstance(error, DefusedXmlException):
        return say(
            "The XML declares a document type or entities at line {line}, which no decklist needs:"
            " nothing was read from there on.",
            line=number,
        )
    reason = error.getMessage() if isinstance(error, SAXException) else str(error)
    if reason in ENDS_EARLY:
        return say(
            "The XML ends early, at line {line}: only what comes before was read.", line=number
        )
    return say(
        "The XML is broken at line {line} ({reason}): only what comes before was read.",
        line=number,
        reason=reason,
    )
