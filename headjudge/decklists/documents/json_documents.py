"""JSON: this project's own form, and the deck documents of Moxfield, Archidekt and others.

The own form has a list for each section, and set codes and collector numbers if known:
`{"main": [{"count": 4, "name": "...", "set": "...", "number": "..."}], "sideboard": []}`.
Several decks are in a list, or under `decks`. The line of an entry is the one on which its
object begins.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from itertools import chain
from typing import Any, NamedTuple

from cards import catalogue
from headjudge.decklists.documents.entries import (
    SEARCHED_MAX,
    Entries,
    collector_number_of,
    count_of,
    is_foil,
    section_by_flag,
    set_code_of,
    shorten,
)
from headjudge.decklists.encoding import split
from headjudge.decklists.lines import headings, notation, numbers, unread
from headjudge.decklists.lines.classifier import IsTitle, classify
from headjudge.decklists.lines.items import Entry
from messages import say
from validator.model import COMMANDER, COMPANION, MAIN, MAYBEBOARD, SIDEBOARD, TOKENS, Decklist

_STRUCTURE = r'(?s)"(?:[^"\\]|\\.)*+"?|([{}\n])'
"""An unclosed string extends to the end of the text, and is not scanned again."""


class JsonObject(dict[str, Any]):
    """An object of a document, with the line on which it begins."""

    line = 1


def lines_of_objects(text: str) -> Iterator[int]:
    """The line on which each object begins, from 1, in the order in which the objects end.

    `json.loads` calls its hooks in the same order. Only line feeds count as line ends.
    """
    number, begun = 1, []
    for token in re.finditer(_STRUCTURE, text):
        match token[1]:
            case "\n":
                number += 1
            case "{":
                begun.append(number)
            case "}" if begun:
                yield begun.pop()


MOXFIELD_BOARDS = (
    "mainboard", "sideboard", "maybeboard", "commanders", "companions", "signatureSpells",
    "attractions", "stickers", "contraptions", "planes", "schemes",
)  # fmt: skip
"""A document also has `main`, the card in its picture, and `tokens`, those created by the deck."""
_ROW = ("card_digest", "raw_text")
CARDS = "cards"
"""The key of a list whose entries name their own sections."""
COUNTS = ("count", "quantity", "qty", "amount", "copies")
NAMES = ("name", "cardname")
SET_CODES = ("set", "setcode", "edition")
OWN_SECTIONS = ("section", "board", "zone")
SIDEBOARD_FLAGS = ("sideboard", "issideboard", "side")
COLLECTOR_NUMBERS = ("number", "cn", "collectornumber")
FOILS = ("foil", "isfoil", "finish", "modifier")
"""The names of an entry's fields, without case and underscores."""
DESCRIPTIONS = frozenset({
    "name", "title", "deckname", "description", "desc", "comment", "comments", "note", "notes",
    "primer", "url", "publicurl", "text", "oracletext", "flavortext", "printedtext", "source",
    "event", "image", "imageurl",
})  # fmt: skip
"""The names of fields with text about a deck or a card, in the same form."""


class BoardEntry(NamedTuple):
    """An entry of a deck."""

    section: str | None
    """None if the entry is in no known section."""
    value: Any
    key: str | None = None
    """Its key, if it is a member of an object."""
    line: int = 1
    """The line of the object around it, for entries that are not objects."""


class Deck(NamedTuple):
    """One deck of a document."""

    player: str | None
    entries: tuple[BoardEntry, ...]


class Card(NamedTuple):
    """The card of an entry; its values may have any type."""

    copies: object
    name: object
    set_codes: tuple[object, ...] = ()
    collector_number: object = None
    foil: object = None
    section: str | None = None
    """The section that a line of text gives (`SB: 2 Negate`), or None."""


Shape = Callable[[JsonObject], Iterator[BoardEntry] | None]
"""Returns the entries of a deck in that shape; None if the object has another shape."""


def decks_in(document: Any) -> tuple[str, tuple[Deck, ...]] | None:
    """The kind of document, as the end of a sentence, and its decks; None for unknown kinds."""
    listed = _field(document, ("decks",)) if isinstance(document, dict) else document
    if isinstance(listed, list) and listed and not _is_entry(listed[0]):
        return _several(listed)
    if isinstance(document, list):
        return say("JSON with a list of cards"), (Deck(None, (*_with_own_sections(document, 1),)),)
    return _read_deck(document)


def card_of(entry: BoardEntry, is_title: IsTitle) -> Card:
    """The card of an entry: an object, a line of text, or a count under the card's title."""
    value = entry.value
    if isinstance(value, dict):
        card = _of_object(value, entry.key)
        # A commander is a single card, so its count is often left out.
        is_one = card.copies is None and entry.section in (COMMANDER, COMPANION)
        return card._replace(copies=1) if is_one else card
    if isinstance(value, str) and entry.key is None:
        item = classify(value, is_title)
        if isinstance(item, Entry):
            copies, name, section, set_code, number, foil = item
            return Card(copies, name, (set_code,), number, foil, section)
        return Card(None, None)
    return Card(value, entry.key)


class Mention(NamedTuple):
    """A place of a document that names a card, apart from the entries of its decks."""

    line: int
    text: str
    readings: tuple[str, ...]
    is_description: bool


def mentions(document: Any, is_title: IsTitle) -> Iterator[Mention]:
    """Everything in a document that may be copies of a card, wherever it is.

    An object with a title and a count, a count under a title, and a text with a title beside a
    number, which may also be a description. Beyond `SEARCHED_MAX` characters any number counts.
    """
    left: list[tuple[Any, str, int]] = [(document, "", 1)]
    searched = 0
    while left:
        value, key, line = left.pop()
        if isinstance(value, JsonObject):
            name, copies = _field(value, NAMES), count_of(_field(value, COUNTS))
            if isinstance(name, str) and copies and is_title(name):
                yield Mention(value.line, name, (f"{copies} {name}",), is_description=False)
            left += [(each, name, value.line) for name, each in value.items()]
        elif isinstance(value, list):
            left += [(each, key, line) for each in value]
        elif isinstance(value, str) and any(map(str.isdecimal, value)):
            is_description = key.casefold().replace("_", "") in DESCRIPTIONS
            searched += len(value)
            if searched <= SEARCHED_MAX:
                if readings := unread.beside_numbers(value, is_title):
                    yield Mention(line, value, readings, is_description)
            elif not is_description:
                yield Mention(line, value, (shorten(value),), is_description)
        elif isinstance(value, int) and key and count_of(value) and is_title(key):
            yield Mention(line, key, (f"{value} {key}",), is_description=False)


def _several(listed: list[Any]) -> tuple[str, tuple[Deck, ...]]:
    decks = chain.from_iterable(
        found[1] if (found := _read_deck(each)) else (Deck(None, (BoardEntry(None, each),)),)
        for each in listed
    )
    return say("JSON with a list of decks"), tuple(decks)


def _read_deck(document: Any) -> tuple[str, tuple[Deck, ...]] | None:
    if not isinstance(document, JsonObject):
        return None
    for because, shape in SHAPES:
        entries = shape(document)
        if entries is not None:
            player = _field(document, ("player",))
            name = player if isinstance(player, str) else None
            return because, (Deck(name or None, tuple(entries)),)
    return None


def _moxfield(document: JsonObject) -> Iterator[BoardEntry] | None:
    boards = document.get("boards")
    if isinstance(boards, JsonObject):
        return _boards(boards, (name for name in boards if name != TOKENS))
    if not isinstance(document.get("mainboard"), JsonObject):
        return None
    return _boards(document, (name for name in MOXFIELD_BOARDS if name in document))


def _archidekt(document: JsonObject) -> Iterator[BoardEntry] | None:
    cards = document.get("cards")
    if not isinstance(cards, list) or not any(
        isinstance(entry, dict)
        and isinstance(entry.get("card"), dict)
        and "oracleCard" in entry["card"]
        for entry in cards
    ):
        return None
    outside = {
        str(category.get("name"))
        for category in _list(document.get("categories"))
        if isinstance(category, dict) and category.get("includedInDeck") is False
    }
    return (BoardEntry(_archidekt_section(entry, outside), entry) for entry in cards)


def _archidekt_section(entry: Any, outside: set[str]) -> str:
    """The section of an entry, by its first category."""
    categories = _list(entry.get("categories")) if isinstance(entry, dict) else []
    first = categories[0] if categories and isinstance(categories[0], str) else ""
    return headings.section(first) or (MAYBEBOARD if first in outside else MAIN)


def _mtgjson(document: JsonObject) -> Iterator[BoardEntry] | None:
    data = document.get("data", document)
    if not isinstance(data, JsonObject) or not isinstance(data.get("mainBoard"), list):
        return None
    return _boards(data, (name for name in data if headings.section(name) not in (None, TOKENS)))


def _scryfall(document: JsonObject) -> Iterator[BoardEntry] | None:
    entries = document.get("entries")
    if not isinstance(entries, JsonObject):
        return None
    return filter(_is_written, _boards(entries, iter(entries)))


def _is_written(row: BoardEntry) -> bool:
    """Whether a row of Scryfall's editor has a card; an empty row has neither field."""
    return type(row.value) is not JsonObject or any(map(row.value.get, _ROW))


def _report(document: JsonObject) -> Iterator[BoardEntry] | None:
    cards = document.get(CARDS)
    return _with_own_sections(cards, document.line) if isinstance(cards, list) else None


def _with_own_sections(cards: list[Any], line: int) -> Iterator[BoardEntry]:
    for entry in cards:
        yield BoardEntry(_own_section(entry), entry, None, line)


def _own_section(entry: Any) -> str | None:
    """The section that an entry gives by name or with a flag; None if it is unknown."""
    fields = entry if isinstance(entry, dict) else {}
    section, flag = _field(fields, OWN_SECTIONS), _field(fields, SIDEBOARD_FLAGS)
    if section is not None:
        return headings.section(section) if isinstance(section, str) else None
    return MAIN if flag is None else section_by_flag(SIDEBOARD, str(flag))


def _by_section(document: JsonObject) -> Iterator[BoardEntry] | None:
    sections = {name for name, board in document.items() if _is_section(name, board)}
    if not sections:
        return None
    # Other members may accompany the sections; none of their cards may be lost.
    return _boards(
        document, (name for name in document if name in sections or _has_cards(document[name]))
    )


def _of_counts(document: JsonObject) -> Iterator[BoardEntry] | None:
    if not (all(type(value) is int for value in document.values()) and _has_cards(document)):
        return None
    return _entries(document, MAIN, document.line)


SHAPES: tuple[tuple[str, Shape], ...] = (
    (say("JSON with boards of cards, as Moxfield keeps a deck"), _moxfield),
    (say("JSON with cards and their categories, as Archidekt keeps a deck"), _archidekt),
    (say("JSON with mainBoard and sideBoard, as MTGJSON has decks"), _mtgjson),
    (say("JSON with entries, as Scryfall exports a deck"), _scryfall),
    (say("JSON with a list of cards for each section"), _by_section),
    (say("JSON with cards and their sections, as a report has them"), _report),
    (say("JSON with counts under titles"), _of_counts),
)
"""The first matching shape is used."""


def _boards(document: JsonObject, names: Iterator[str]) -> Iterator[BoardEntry]:
    for name in names:
        board = document[name]
        if name == CARDS and isinstance(board, list):
            yield from _with_own_sections(board, document.line)
        else:
            yield from _entries(board, _section(name), document.line)


def _entries(board: Any, section: str | None, line: int) -> Iterator[BoardEntry]:
    """The entries of a board: a list of them, an object of them, or an object with `cards`."""
    if isinstance(board, JsonObject) and isinstance(board.get("cards"), list | dict):
        board, line = board["cards"], board.line
    if isinstance(board, JsonObject) and isinstance(_field(board, NAMES), str):
        yield BoardEntry(section, board, None, board.line)
    elif isinstance(board, JsonObject):
        for key, entry in board.items():
            yield BoardEntry(section, entry, key, board.line)
    elif isinstance(board, list):
        for entry in board:
            own = _own_section(entry) if section == MAIN else None
            yield BoardEntry(own or section, entry, None, line)
    elif isinstance(board, str):
        yield BoardEntry(section, board, None, line)
    elif board is not None:
        yield BoardEntry(None, board, None, line)


def _section(name: str) -> str | None:
    """The section of a board by its name; card types such as lands are in the main deck."""
    if section := headings.section(name):
        return section
    return MAIN if headings.read(name) else None


def _of_object(entry: dict[str, Any], key: str | None) -> Card:
    inner = entry.get("card") or entry.get("card_digest")
    names = inner if isinstance(inner, dict) else entry
    oracle = names.get("oracleCard")
    name = _field(oracle if isinstance(oracle, dict) else names, NAMES)
    sets = [_field(names, SET_CODES)]
    if isinstance(sets[0], dict):
        sets = [sets[0].get("editioncode"), sets[0].get("editionname")]
    return Card(
        _field(entry, COUNTS),
        # A title given as a text, or the text of a row for which Scryfall found no card.
        name or (inner if isinstance(inner, str) else entry.get("raw_text")) or key,
        tuple(sets),
        _field(names, COLLECTOR_NUMBERS),
        _field(entry, FOILS),
    )


def _field(entry: dict[str, Any], names: tuple[str, ...]) -> Any:
    fields = {name.replace("_", "").casefold(): name for name in reversed(entry)}
    return next((entry[fields[name]] for name in names if name in fields), None)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_entry(value: Any) -> bool:
    """Whether a member of a list is a card rather than a deck."""
    return isinstance(value, str) or (isinstance(value, dict) and _field(value, COUNTS) is not None)


def _is_section(name: str, board: Any) -> bool:
    section = headings.section(name)
    if isinstance(board, str):
        return section == "commander"  # `"deck": "Blue"` is a name.
    return section is not None and isinstance(board, list | dict)


def _has_cards(board: Any) -> bool:
    """Whether a member whose key is no section contains cards nevertheless."""
    if isinstance(board, dict):
        return any(
            catalogue().is_title(name) if isinstance(value, int) else _is_card(value)
            for name, value in board.items()
        )
    return isinstance(board, list) and any(map(_is_card, board))


def _is_card(value: Any) -> bool:
    if isinstance(value, str):
        return numbers.count_before(value[: notation.LONGEST_TITLE]) is not None
    return isinstance(value, dict) and _is_entry(value)


BECAUSE = say("text that begins as JSON does")
UNKNOWN_SHAPE = say(
    "The JSON holds no deck in a form that is known here, such as {example}.",
    example='{"main": [{"count": 4, "name": "..."}], "sideboard": []}',
)
TOO_DEEP = say("The JSON is nested too deeply for a decklist: nothing of it was read.")

_BEGINS = r"[\ufeff\s]*(?:\{\s*(?:[\"}]|\Z)|\[\s*(?:[{\"]|\]\s*\Z))"
"""The beginning of JSON. Lists in plain text may begin with `[Main]`, `[[...]]` or `{Main}`."""
_LITERAL = (
    r"(?P<before>[\ufeff\s]*(?:(?:export|default|const|let|var|return)\s+){0,3}(?:[\w.]{1,60}\s*=\s*)?)"
    r"(?:\{\s*['\w]|\[\s*\{|\{\s*\"|\[\s*['\"])"
)
"""The beginning of a literal of Python or JavaScript."""
_TOKEN = re.compile(
    r"(?P<string>'(?:[^'\\\n]|\\.)*+'?|\"(?:[^\"\\\n]|\\.)*+\"?)"
    r"|(?P<word>[^\W\d]\w*+)|(?P<sign>[\[\]{}:,])|-?[0-9]++(?:\.[0-9]++)?|\s++"
)
_ESCAPED = r"\\(.)"
_CONSTANTS = {"True": "true", "False": "false", "None": "null", "true": "true", "false": "false",
              "null": "null", "undefined": "null"}  # fmt: skip
LITERAL = say("a literal of Python or JavaScript with the shape of a deck")
_LONGEST_INTEGER = 18
"""Digits; a longer integer is kept as a text, which is not a count."""


class _Unreadable(ValueError):
    """The document is unreadable: the line, from 1, and the reason as a sentence."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number, self.message = number, message


def recognise(text: str) -> str | None:
    if not re.match(_BEGINS, text):
        return _recognise_literal(text)
    try:
        listed = decks_in(_parse(text))
    except _Unreadable:
        listed = None
    return listed[0] if listed else BECAUSE


def _recognise_literal(text: str) -> str | None:
    """Why the text is a deck in the notation of a program: `deck = {main: [{name: 'Opt', ...`."""
    if not re.match(_LITERAL, text) or _of_literal(text) is None:
        return None
    try:
        document = _parse(text)
        listed = decks_in(document) if _is_of_objects(document) else None
    except (_Unreadable, RecursionError):
        return None
    return LITERAL if listed and any(deck.entries for deck in listed[1]) else None


def _is_of_objects(document: Any) -> bool:
    return isinstance(document, dict) or (
        isinstance(document, list) and all(isinstance(each, dict) for each in document)
    )


def _of_literal(text: str) -> str | None:
    """A literal of Python or JavaScript as JSON, with the same lines; None for anything else."""
    start = re.match(_LITERAL, text)
    if start is None:
        return None
    parts = ["\n" * text.count("\n", 0, start.end("before"))]
    at = start.end("before")
    for token in _TOKEN.finditer(text, at):
        if token.start() != at:
            return None
        at = token.end()
        if string := token["string"]:
            if len(string) < 2 or string[-1] != string[0]:
                return None
            inner = re.sub(_ESCAPED, lambda sign: sign[1], token["string"][1:-1])
            parts.append(json.dumps(inner, ensure_ascii=False))
        elif token["word"]:
            word = token["word"]
            parts.append(_CONSTANTS.get(word) or json.dumps(word, ensure_ascii=False))
        elif token["sign"] in ("}", "]"):
            last = next(
                (place for place in range(len(parts) - 1, -1, -1) if parts[place].strip()), 0
            )
            if parts[last] == ",":
                parts[last] = ""
            parts.append(token[0])
        else:
            parts.append(token[0])
    rest = text[at:].strip()
    return "".join(parts) if rest in ("", ";") else None


def read(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> tuple[Decklist, ...]:
    """The decks of a document; an unreadable document is one unreadable line."""
    try:
        return tuple(_decks(text, pool=pool, is_title=is_title))
    except _Unreadable as error:  # its traceback would keep the document
        number, message = error.number, error.message
    except RecursionError:
        number, message = 1, TOO_DEEP
    entries = Entries(pool=pool, is_title=is_title)
    entries.add_break(number, split(text)[number - 1], message, text)
    return (entries.deck(),)


def size(text: str) -> int:
    """The number of entries in the decks of a document; 1 if it is unreadable."""
    try:
        listed = decks_in(_parse(text))
    except (_Unreadable, RecursionError):
        listed = None
    return sum(len(deck.entries) for deck in listed[1]) if listed else 1


def _decks(text: str, *, pool: bool, is_title: IsTitle) -> Iterator[Decklist]:
    document = _parse(text)
    listed = decks_in(document)
    if listed is None:
        raise _Unreadable(1, UNKNOWN_SHAPE)
    _, decks = listed
    if pool:
        # A pool is a single one, even if its parts are separate decks.
        decks = (Deck(None, tuple(entry for deck in decks for entry in deck.entries)),)
    read: set[str] = set()
    for number, deck in enumerate(decks, 1):
        entries = Entries(pool=pool, is_title=is_title)
        cards = [card_of(entry, is_title) for entry in deck.entries]
        for entry, card in _without_repeated_commander(deck.entries, cards):
            _take(entry, card, entries)
        read.update(card.name for card in cards if isinstance(card.name, str))
        if number == len(decks):
            _take_mentions(document, read, entries, is_title)
        yield entries.deck(deck.player)


def _without_repeated_commander(
    entries: Sequence[BoardEntry], cards: Sequence[Card]
) -> list[tuple[BoardEntry, Card]]:
    """The entries with their cards; a commander that the deck lists again counts once."""
    pairs = [*zip(entries, cards, strict=True)]
    places = Counter((card.section or entry.section, str(card.name)) for entry, card in pairs)
    return [
        (entry, card)
        for entry, card in pairs
        if not (
            (card.section or entry.section) == MAIN
            and count_of(card.copies) == 1
            and places[COMMANDER, str(card.name)] == places[MAIN, str(card.name)] == 1
        )
    ]


def _take_mentions(document: Any, read: Set[str], entries: Entries, is_title: IsTitle) -> None:
    """Add what names a card elsewhere in the document, unless the decks have it anyway."""
    for mention in mentions(document, is_title):
        names = [reading.partition(" ")[2] for reading in mention.readings]
        if mention.is_description:
            entries.add_comment(mention.line, mention.text)
        elif mention.text not in read and not read >= {*names}:
            entries.add_unreadable(mention.line, mention.text, mention.readings)


def _take(entry: BoardEntry, card: Card, entries: Entries) -> None:
    value = entry.value
    number = value.line if isinstance(value, JsonObject) else entry.line
    text = _json(value if entry.key is None or isinstance(value, dict) else {entry.key: value})
    entries.add(
        card.copies,
        card.name,
        card.section or entry.section,
        number,
        text,
        set_code_of(*card.set_codes),
        collector_number_of(card.collector_number),
        foil=is_foil(card.foil),
    )


def _parse(text: str) -> Any:
    """The document, whose objects know the lines on which they begin; raises _Unreadable."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not re.match(_BEGINS, text) and (converted := _of_literal(text)) is not None:
        text = converted
    ends = lines_of_objects(text)

    def element(pairs: list[tuple[str, Any]]) -> JsonObject:
        # Objects arrive in the order in which they end.
        read = JsonObject(pairs)
        read.line = next(ends, 1)
        if len(read) < len(pairs):
            twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
            message = say(
                "The JSON says “{name}” twice in the object at line {line}.",
                name=twice[:80],
                line=read.line,
            )
            raise _Unreadable(read.line, message)
        return read

    try:
        return json.loads(text, object_pairs_hook=element, parse_int=_integer)
    except json.JSONDecodeError as error:
        number = error.lineno
        message = say(
            "The JSON is broken at line {line} ({reason}): nothing of it was read.",
            line=number,
            reason=error.msg,
        )
        raise _Unreadable(number, message) from None
    except RecursionError:
        raise _Unreadable(1, TOO_DEEP) from None


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _LONGEST_INTEGER else digits


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
