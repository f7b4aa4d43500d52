"""XML: Cockatrice's deck files (`.cod`), Magic Online's (`.dek`), those of others as objects.

Documents that declare a document type or entities are refused. No decklist needs them, and
attacks use them to read files, to access the network, and to exhaust memory.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from xml.parsers import expat

from headjudge.decklists.documents import json_documents
from headjudge.decklists.documents.entries import (
    LONGEST_TEXT,
    Entries,
    collector_number_of,
    section_by_flag,
    set_code_of,
)
from headjudge.decklists.documents.json_documents import (
    COUNTS,
    NAMES,
    OWN_SECTIONS,
    JsonObject,
)
from headjudge.decklists.encoding import split
from headjudge.decklists.lines import headings
from headjudge.decklists.lines.classifier import IsTitle
from messages import say
from validator.model import MAIN, SIDEBOARD, Decklist

PROLOG = 4096
"""Maximum characters before the end of the root element's name."""
ENDS_EARLY = ("no element found", "unclosed token", "unclosed CDATA section", "partial character")
"""The parser's errors for a document that ends before its root element is closed."""

_START = r"<([\w.:-]+)"


class Element(NamedTuple):
    """The start of an element."""

    name: str
    attributes: dict[str, str]
    number: int
    """Its line, from 1."""
    text: str
    """The start tag as written on that line."""


class Broken(NamedTuple):
    """The place where a document becomes unreadable."""

    number: int
    text: str
    message: str
    rest: str
    """The text from that line on."""


Visitor = Callable[[Element, Sequence[Element]], None]
"""Called with an element and its ancestors, outermost first."""
Words = Callable[[int, str, Sequence[Element]], None]
"""Called with a line of text between tags, its number, and the elements around it."""


class _DocumentType(Exception):
    """The document declares a document type, which any entity needs."""


def root(text: str) -> str | None:
    """The name of the root element; None if the text is not XML."""
    rest = text[:PROLOG].lstrip("\ufeff").lstrip()
    if not rest.startswith("<"):
        return None
    while rest.startswith(("<?", "<!")):
        _, _, rest = rest.partition(_end_of_declaration(rest))
        rest = rest.lstrip()
    match = re.match(_START, rest)
    return match[1] if match else None


def visit(document: str, visitor: Visitor, words: Words) -> Broken | None:
    """Call the visitor for each element and `words` for each line of text between tags, in order.

    Returns the place where the document breaks.
    """
    lines = split(document)
    parser = expat.ParserCreate()
    ancestors: list[Element] = []

    text: list[str] = []
    begun = 0

    def add_text(part: str) -> None:
        nonlocal begun
        if not text:
            begun = parser.CurrentLineNumber
        text.append(part)

    def end_text() -> None:
        for number, line in enumerate("".join(text).split("\n"), begun):
            if line.strip():
                words(number, line.strip(), ancestors)
        text.clear()

    def end(_: str) -> None:
        end_text()
        ancestors.pop()

    def start(name: str, attributes: dict[str, str]) -> None:
        end_text()
        number, column = parser.CurrentLineNumber, parser.CurrentColumnNumber
        line = lines[number - 1]
        # Within a start tag there is no further "<", not even in quotes.
        end = line.find("<", column + 1)
        element = Element(
            name, attributes, number, line[column : end if end > 0 else None].rstrip()
        )
        visitor(element, ancestors)
        ancestors.append(element)

    def refuse(*_: object) -> None:
        raise _DocumentType

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = add_text
    parser.StartDoctypeDeclHandler = refuse
    try:
        # Lone surrogates cannot be encoded in UTF-8 and become question marks.
        encoded = document.removeprefix("\ufeff").encode("utf-8", "replace")
        parser.Parse(encoded.decode("utf-8"), True)
    except (expat.ExpatError, _DocumentType) as error:
        number = min(parser.ErrorLineNumber, len(lines))
        rest = "\n".join(lines[number - 1 :])
        return Broken(number, lines[number - 1], _sentence(error, number), rest)
    finally:  # what they refer to would be kept until garbage is collected
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.CharacterDataHandler = parser.StartDoctypeDeclHandler = None
    return None


def _sentence(error: Exception, number: int) -> str:
    if not isinstance(error, expat.ExpatError):
        return say(
            "The XML declares a document type or entities at line {line}, which no decklist needs:"
            " nothing was read from there on.",
            line=number,
        )
    reason = expat.ErrorString(error.code)
    if reason in ENDS_EARLY:
        return say(
            "The XML ends early, at line {line}: only what comes before was read.", line=number
        )
    return say(
        "The XML is broken at line {line} ({reason}): only what comes before was read.",
        line=number,
        reason=reason,
    )


def _end_of_declaration(text: str) -> str:
    """The end mark of the declaration or comment at the beginning of the text."""
    if text.startswith("<?"):
        return "?>"
    if text.startswith("<!--"):
        return "-->"
    return "]>" if "[" in text.partition(">")[0] else ">"


class Cod:
    """Cockatrice's zones of cards.

    Newer versions also have the printing of each card; tags and sideboarding plans, which are
    skipped; and a banner, the card displayed for the deck, which is its commander if no other is
    named.
    """

    ROOT = "cockatrice_deck"
    BECAUSE = say("XML with the root element {root}, as Cockatrice writes it", root=ROOT)
    DESCRIPTIONS = frozenset({"deckname", "comments", "tags", "format", "lastLoadedTimestamp",
                              "sideboard_plan"})  # fmt: skip
    """Elements whose text is about the deck."""

    @classmethod
    def recognise(cls, text: str) -> str | None:
        return cls.BECAUSE if root(text) == cls.ROOT else None

    @staticmethod
    def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
        """One deck: each `card` with its number, its name and the zone around it."""
        entries = Entries(pool=pool, is_title=is_title)
        banner = None

        def words(number: int, text: str, within: Sequence[Element]) -> None:
            nonlocal banner
            if within[-1].name == "bannerCard":
                banner = text
            elif Cod.DESCRIPTIONS.isdisjoint(element.name for element in within):
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

        if broken := visit(text, visitor, words):
            entries.add_break(*broken)
        return (entries.deck()._replace(banner=banner),)


def _zone(within: Sequence[Element]) -> str:
    """The name of the zone around a card; the main deck for cards outside of zones."""
    zone = within[-1] if within and within[-1].name == "zone" else None
    return zone.attributes.get("name", "") if zone else MAIN


class Dek:
    """Magic Online's one element per card.

    `CatID` is the number of a printing on Magic Online. The card facts do not have these numbers,
    so a file without titles cannot be read.
    """

    ROOT = "Deck"
    BECAUSE = say("XML with the root element {root}, as Magic Online writes it", root=ROOT)
    SIGNS = ("<?xml", "<Cards", "<NetDeckID", "xmlns")
    """At least one is required, as some people write `<Deck>` above a list in plain text."""
    IDS = frozenset({"NetDeckID", "PreconstructedDeckID"})

    @classmethod
    def recognise(cls, text: str) -> str | None:
        is_deck = root(text) == cls.ROOT and any(sign in text for sign in cls.SIGNS)
        return cls.BECAUSE if is_deck else None

    @staticmethod
    def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
        """One deck: the Quantity, Name and Sideboard of each `Cards` element."""
        entries = Entries(pool=pool, is_title=is_title)

        def words(number: int, text: str, within: Sequence[Element]) -> None:
            if within[-1].name not in Dek.IDS:
                entries.add_words(number, text)

        def visitor(element: Element, _: Sequence[Element]) -> None:
            card = element.attributes
            if element.name != "Cards":
                entries.add_rest(element.number, element.text, " ".join(card.values()))
                return
            section = section_by_flag(SIDEBOARD, card.get("Sideboard", ""))
            count, name = card.get("Quantity"), card.get("Name")
            entries.add(count, name, section, element.number, element.text)

        if broken := visit(text, visitor, words):
            entries.add_break(*broken)
        return (entries.deck(),)


class Xml:
    """Any other XML with cards, such as OCTGN's and Lackey's, read as the same objects in JSON."""

    BECAUSE = say("XML with cards and their counts")

    @classmethod
    def recognise(cls, text: str) -> str | None:
        return cls.BECAUSE if _objects_of(text) else None

    @staticmethod
    def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
        """Every deck; a text that is no such document is one unreadable line."""
        if document := _objects_of(text):
            decks = json_documents.read_document(
                document, main_min=main_min, pool=pool, is_title=is_title
            )
            return tuple(decks)
        entries = Entries(pool=pool, is_title=is_title)
        entries.add_break(1, split(text)[0], json_documents.UNKNOWN_SHAPE, text)
        return (entries.deck(),)

    @staticmethod
    def size(text: str) -> int:
        """The number of entries in the decks of a document; 1 if it is unreadable."""
        found = json_documents.decks_in(_objects_of(text))
        return json_documents.size_of(found[1]) if found else 1


TEXT = "#text"
"""The key of an element's text, which no attribute has."""
HTML = ("html", "body", "div", "p", "ul", "ol", "table", "pre", "span", "article", "main")
"""Root elements of pages, whose lines are read as text, as the order of elements counts there."""


def _objects_of(text: str) -> JsonObject | None:
    """The root element as an object, if there are cards in it; None for anything else.

    Headings between the elements cannot be told from other texts in an object.
    """
    if (root(text) or HTML[0]).casefold() in HTML:
        return None
    lines = split(text)
    path = [JsonObject()]
    has_headings = False

    def visitor(element: Element, within: Sequence[Element]) -> None:
        value = JsonObject(element.attributes)
        value.line = element.number
        path[len(within) + 1 :] = [value]
        around = path[len(within)]
        if isinstance(attribute := around.get(element.name), str):
            around[f"@{element.name}"] = attribute
            del around[element.name]
        around.setdefault(element.name, []).append(value)

    def words(number: int, text: str, within: Sequence[Element]) -> None:
        nonlocal has_headings
        value = path[len(within)]
        if number == value.line and len(lines[number - 1]) <= LONGEST_TEXT:
            value.text = lines[number - 1].strip()
        value[TEXT] = f"{value[TEXT]}\n{text}" if TEXT in value else text
        if headings.section(text) and within[-1].name.casefold() not in (*NAMES, *OWN_SECTIONS):
            has_headings = True

    if visit(text, visitor, words) is not None or has_headings:
        return None
    try:
        document = _as_in_json(*next(iter(path[0].items())))
        return document if json_documents.decks_in(document) else None
    except RecursionError:
        return None


def _as_in_json(name: str, elements: list[JsonObject]) -> Any:
    """Elements of one name as an object in JSON would have them.

    One with nothing but a text, or whose text is a name or a count, is that text; beside other
    members a text is a name. Several are a list.
    """
    values: list[Any] = []
    for element in elements:
        text = element.pop(TEXT, "")
        if not element or (text and name.casefold() in (*NAMES, *COUNTS)):
            values.append(text)
            continue
        for key, inner in element.items():
            element[key] = _as_in_json(key, inner) if isinstance(inner, list) else inner
        if text:
            names = (key.replace("_", "").casefold() for key in element)
            element["text" if any(key in NAMES for key in names) else "name"] = text
        values.append(element)
    return values[0] if len(values) == 1 else values
