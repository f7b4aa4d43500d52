"""JSON: this project's own form, and the deck documents of Moxfield, Archidekt and others.

The own form has a list for each section, and set codes and collector numbers if known:
`{"main": [{"count": 4, "name": "...", "set": "...", "number": "..."}], "sideboard": []}`.
Several decks are in a list, or under `decks`. The line of an entry is the one on which its
object begins.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from cards import catalogue
from headjudge.decklists import reader
from headjudge.decklists.documents.entries import (
    Entries,
    Search,
    collector_number_of,
    count_of,
    is_foil,
    section_by_flag,
    set_code_of,
)
from headjudge.decklists.encoding import split
from headjudge.decklists.lines import headings, notation, numbers
from headjudge.decklists.lines.classifier import IsTitle, classify
from headjudge.decklists.lines.items import Entry
from messages import say
from validator.model import COMMANDER, COMPANION, MAIN, MAYBEBOARD, SIDEBOARD, TOKENS, Decklist

_STRUCTURE = r'(?s)"(?:[^"\\]|\\.)*+"?|([{}\n])'
"""An unclosed string extends to the end of the text, and is not scanned again."""


class JsonObject(dict[str, Any]):
    """An object of a document, with the line on which it begins."""

    line = 1
    text = ""
    """The text of that line if it is the whole object, but for objects of JSON."""

    @cached_property
    def folded(self) -> dict[str, Any]:
        """Its members by their names without case and underscores."""
        return {name.replace("_", "").casefold(): self[name] for name in reversed(self)}

    @cached_property
    def name(self) -> Any:
        """What names it: a title if there is one."""
        names = [self.folded[name] for name in NAMES if self.folded.get(name) is not None]
        titles = (name for name in names if isinstance(name, str) and catalogue().is_title(name))
        return next(titles, None) or (names[0] if names else None)


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


_ROW = ("card_digest", "raw_text")
"""The fields of a row of Scryfall's editor; an empty row has neither."""
CARDS = "cards"
"""The key of the entries of a board, or of a deck."""
COUNTS = ("count", "quantity", "qty", "amount", "copies", "num")
FOIL_COUNTS = ("foilquantity", "quantityfoil", "foilcount", "foilqty", "foils")
NAMES = ("name", "cardname", "title", "nickname")
SET_CODES = ("set", "setcode", "edition")
OWN_SECTIONS = ("section", "board", "zone", "b")
SIDEBOARD_FLAGS = ("sideboard", "issideboard", "side")
COLLECTOR_NUMBERS = ("number", "cn", "collectornumber")
FOILS = ("foil", "isfoil", "finish", "modifier")
PLAYERS = ("player", "playername", "username")
"""The names of an entry's fields, without case and underscores, and of a deck's player."""
LISTS = (CARDS, "deck", "decklist", "list")
"""The keys of whole lists, in which headings may begin a section."""
SEEN_BELOW = 3
"""Levels below a member that are looked through for cards."""
LEAST_NAMES = 3
"""Entries of a list in which none has a count."""
DESCRIPTIONS = frozenset({
    "name", "title", "deckname", "description", "desc", "comment", "comments", "note", "notes",
    "primer", "url", "publicurl", "text", "oracletext", "flavortext", "printedtext", "source",
    "event", "image", "imageurl",
})  # fmt: skip
"""The names of fields with text about a deck or a card, in the same form."""
REMARKS = frozenset({"description", "comment", "comments", "note", "notes", "text"})
"""The last words of such names, as in `bracket_notes`."""


class BoardEntry(NamedTuple):
    """An entry of a deck."""

    section: str | None
    """None if the entry is in no known section."""
    value: Any
    key: str | None = None
    """Its key, if it is a member of an object."""
    line: int = 1
    """The line of the object around it, for entries that are not objects."""
    is_one: bool = False
    """Whether it is one copy, as an entry of a list in which no entry has a count."""


class Deck(NamedTuple):
    """One deck of a document."""

    player: str | None
    entries: tuple[BoardEntry, ...]
    label: str | None = None
    """What tells it from others: the key or the name that it stands under."""


class Card(NamedTuple):
    """The card of an entry; its values may have any type."""

    copies: object
    name: object
    set_codes: tuple[object, ...] = ()
    collector_number: object = None
    foil: object = None
    section: str | None = None
    """The section that a line of text gives (`SB: 2 Negate`), or None."""


Found = tuple[str, tuple[Deck, ...]]
"""The kind of document, as the end of a sentence, and its decks."""
Shape = Callable[[JsonObject], Iterator[BoardEntry] | None]
"""Returns the entries of a deck in that shape; None if the object has another shape."""


def decks_in(document: Any) -> Found | None:
    """The kind of document and its decks; None for unknown kinds."""
    found = _found(document)
    if found is None or len(found[1]) == 1:
        return found
    because, decks = found
    sections = [headings.section(deck.label or "") for deck in decks]
    if any(sections) and len({*sections}) > 1:  # parts of one deck, each under its name
        entries = [
            entry._replace(section=name) if name and entry.section == MAIN else entry
            for name, deck in zip(sections, decks, strict=True)
            for entry in deck.entries
        ]
        return because, (Deck(None, tuple(entries)),)
    if len({deck.label for deck in decks}) > 1:
        decks = tuple(deck._replace(player=deck.player or deck.label) for deck in decks)
    return because, decks


def _found(part: Any, label: str | None = None) -> Found | None:
    """The decks in a part of a document, whatever is around them; the label is what it is in."""
    if isinstance(part, list):
        if any(map(_is_card, part)) or _are_names(part):
            listed = tuple(_with_own_sections(part, 1))
            return say("JSON with a list of cards"), (Deck(None, listed, label),)
        return _several(part, label)
    if not isinstance(part, JsonObject):
        return None
    player, name = _field(part, PLAYERS), part.name
    own = next((each for each in (player, name, label) if isinstance(each, str) and each), None)
    decks = _field(part, ("decks",))
    if isinstance(decks, list) and (several := _several(decks, None)):
        return several
    for because, shape in SHAPES:
        entries = shape(part)
        if entries is not None:
            player = player if isinstance(player, str) and player else None
            return because, (Deck(player, tuple(entries), own),)
    inner = [
        found
        for key, each in part.items()
        if isinstance(each, list | dict) and (found := _found(each, own or key))
    ]
    if not inner and _is_card(part) and catalogue().is_title(str(name)):
        return say("JSON with a list of cards"), (Deck(None, (BoardEntry(MAIN, part),), label),)
    if len(inner) < 2:
        return inner[0] if inner else None
    return DECKS, tuple(deck for _, decks in inner for deck in decks)


def _several(listed: list[Any], label: str | None) -> Found | None:
    """The decks of a list of them; what is none is an entry that cannot be read."""
    found = [_found(each, label) for each in listed]
    if not any(found):
        return None
    decks = chain.from_iterable(
        one[1] if one else (Deck(None, (BoardEntry(None, each),)),)
        for each, one in zip(listed, found, strict=True)
        if one or not _is_empty_section(each)
    )
    return DECKS, tuple(decks)


def _is_empty_section(value: Any) -> bool:
    """Whether it is a section of a deck without a card: `{"name": "Sideboard", "cards": []}`."""
    is_named = isinstance(value, JsonObject) and headings.section(str(value.name))
    return bool(is_named) and not any(map(_is_board, value.values()))


DECKS = say("JSON with a list of decks")


def _archidekt(document: JsonObject) -> Iterator[BoardEntry] | None:
    cards = document.get(CARDS)
    if not isinstance(cards, list) or not any(
        isinstance(entry, JsonObject)
        and isinstance(entry.get("card"), JsonObject)
        and "oracleCard" in entry["card"]
        for entry in cards
    ):
        return None
    outside = {
        str(category.get("name"))
        for category in _list(document.get("categories"))
        if isinstance(category, JsonObject) and category.get("includedInDeck") is False
    }
    return (BoardEntry(_archidekt_section(entry, outside), entry) for entry in cards)


def _archidekt_section(entry: Any, outside: set[str]) -> str:
    """The section of an entry, by its first category."""
    categories = _list(entry.get("categories")) if isinstance(entry, JsonObject) else []
    first = categories[0] if categories and isinstance(categories[0], str) else ""
    return headings.section(first) or (MAYBEBOARD if first in outside else MAIN)


def _by_section(document: JsonObject) -> Iterator[BoardEntry] | None:
    sections = {name for name, board in document.items() if _is_section(name, board)}
    if not sections:
        return None
    # Other members may accompany the sections; none of their cards may be lost.
    return _boards(
        document, (name for name in document if name in sections or _has_cards(document[name]))
    )


def _of_cards(document: JsonObject) -> Iterator[BoardEntry] | None:
    cards = document.get(CARDS, document)
    if isinstance(cards, list):
        return _with_own_sections(cards, document.line)
    if not isinstance(cards, JsonObject):
        return None
    named = [key for key, each in cards.items() if _is_card(each)]
    if len(named) < 2 or not all(isinstance(cards[key], JsonObject) for key in named):
        return None
    return (BoardEntry(_own_section(cards[key], MAIN), cards[key], key) for key in named)


def _of_counts(document: JsonObject) -> Iterator[BoardEntry] | None:
    if not (all(type(value) is int for value in document.values()) and _has_cards(document)):
        return None
    return _entries(document, MAIN, document.line)


SHAPES: tuple[tuple[str, Shape], ...] = (
    (say("JSON with cards and their categories, as Archidekt keeps a deck"), _archidekt),
    (say("JSON with a list of cards for each section"), _by_section),
    (say("JSON with cards and their sections, as a report has them"), _of_cards),
    (say("JSON with counts under titles"), _of_counts),
)
"""The first matching shape is used."""


def _boards(document: JsonObject, names: Iterator[str]) -> Iterator[BoardEntry]:
    for name in names:
        board = document[name]
        if name in LISTS and isinstance(board, list):
            yield from _with_own_sections(board, document.line)
        elif _section(name) is None and _holds_a_deck(board):
            yield BoardEntry(None, board, None, document.line)  # another deck, or an older one
        elif headings.section(name) != TOKENS:  # those that the cards create
            yield from _entries(board, _section(name), document.line)


def _holds_a_deck(board: Any) -> bool:
    """Whether a member that is no section has sections of its own."""
    return any(
        isinstance(each, JsonObject)
        and any(headings.section(key) and _is_section(key, inner) for key, inner in each.items())
        for each in (board if isinstance(board, list) else [board])
    )


def _with_own_sections(cards: list[Any], line: int) -> Iterator[BoardEntry]:
    """The entries of a list of cards, which name their sections or stand below a heading."""
    section, are_ones = MAIN, _are_names(cards)
    for entry in cards:
        if heading := _heading(entry):
            section = heading.section or section
        else:
            yield from _of_list(entry, _own_section(entry, section), line, are_ones=are_ones)


def _heading(entry: Any) -> headings.Heading | None:
    """The heading that an entry without a count is: `"Sideboard"`, `{"name": "Sideboard"}`."""
    name = entry.name if isinstance(entry, JsonObject) and not _is_card(entry) else entry
    if not isinstance(name, str) or _is_card(name) or catalogue().is_title(name):
        return None
    return headings.read(name)


def _own_section(entry: Any, default: str | None) -> str | None:
    """The section that an entry gives by name or with a flag; None if it is unknown."""
    fields = entry if isinstance(entry, JsonObject) else JsonObject()
    section, flag = _field(fields, OWN_SECTIONS), _field(fields, SIDEBOARD_FLAGS)
    if section is not None:
        return headings.section(section) if isinstance(section, str) else None
    return default if flag is None else section_by_flag(SIDEBOARD, str(flag))


def _entries(board: Any, section: str | None, line: int) -> Iterator[BoardEntry]:
    """The entries of a board: a list or an object of them, which may have further boards."""
    if isinstance(board, list):
        are_ones = _are_names(board)
        for entry in board:
            own = _own_section(entry, None) if section in (MAIN, None) else None
            yield from _of_list(entry, own or section, line, are_ones=are_ones)
    elif isinstance(board, JsonObject):
        if isinstance(board.get(CARDS), list | dict):
            own = headings.section(str(board.name))
            yield from _entries(board[CARDS], own or section, board.line)
        elif boards := {name: each for name, each in board.items() if _is_board(each)}:
            section = headings.section(str(board.name)) or section
            for name, each in boards.items():
                yield from _entries(each, headings.section(name) or section, board.line)
        elif isinstance(board.name, str):
            yield BoardEntry(section, board, None, board.line)
        else:
            for key, entry in board.items():
                yield BoardEntry(section, entry, key, board.line)
    elif isinstance(board, str):
        yield BoardEntry(section, board, None, line)
    elif board is not None:
        yield BoardEntry(None, board, None, line)


def _of_list(entry: Any, section: str | None, line: int, *, are_ones: bool) -> Iterator[BoardEntry]:
    """An entry of a list, which may be a board of several, or have counts for two sections."""
    if isinstance(entry, JsonObject):
        if _is_board(entry):
            yield from _entries(entry, section, line)
        elif parts := _copies_in(entry):
            for part, copies in parts.items():
                if copies:
                    yield BoardEntry(part, copies, str(entry.name), entry.line)
        elif _ROW[1] not in entry or any(map(entry.get, _ROW)):
            yield BoardEntry(section, entry, None, line, are_ones)
    elif _is_pair(entry):
        name, copies = sorted(entry, key=lambda each: not isinstance(each, str))
        yield BoardEntry(_own_section(copies, section), copies, name, line)
    else:
        yield BoardEntry(section, entry, None, line, are_ones)


def _is_pair(entry: Any) -> bool:
    """Whether it is a title with its count or its other fields: `["Opt", 4]`."""
    return (
        isinstance(entry, list)
        and len(entry) == 2
        and sum(isinstance(each, str) for each in entry) == 1
        and any(type(each) is int or isinstance(each, JsonObject) for each in entry)
    )


def _copies_in(entry: JsonObject) -> dict[str, int]:
    """The copies in the main deck and in the sideboard: `{"name": "Opt", "main": 3, "side": 1}`."""
    if _field(entry, COUNTS) is not None or not isinstance(entry.name, str):
        return {}
    copies = {headings.section(key): each for key, each in entry.items() if type(each) is int}
    return {part: copies[part] for part in (MAIN, SIDEBOARD) if part in copies and MAIN in copies}


def _section(name: str) -> str | None:
    """The section of a board by its name; card types such as lands are in the main deck."""
    if section := headings.section(name):
        return section
    return MAIN if headings.read(name) or name in LISTS else None


def card_of(entry: BoardEntry, is_title: IsTitle) -> Card:
    """The card of an entry: an object, a line of text, or a count under the card's title."""
    value = entry.value
    if isinstance(value, JsonObject):
        card = _of_object(value, entry.key)
        # A commander is a single card, so its count is often left out.
        is_one = card.copies is None and entry.section in (COMMANDER, COMPANION)
        return card._replace(copies=1) if is_one or entry.is_one else card
    if isinstance(value, str) and entry.key is None:
        item = classify(value, is_title)
        if isinstance(item, Entry):
            copies, name, section, set_code, number, foil = item
            return Card(copies, name, (set_code,), number, foil, section)
        return Card(None, None)
    return Card(value, entry.key)


def _of_object(entry: JsonObject, key: str | None) -> Card:
    inner = entry.get("card") or entry.get("card_digest") or entry.get("card_attributes")
    names = inner if isinstance(inner, JsonObject) else entry
    oracle = names.get("oracleCard")
    name = (oracle if isinstance(oracle, JsonObject) else names).name
    sets = [_field(names, SET_CODES)]
    if isinstance(sets[0], JsonObject):
        sets = [sets[0].get("editioncode"), sets[0].get("editionname")]
    copies, foils = _field(entry, COUNTS), count_of(_field(entry, FOIL_COUNTS))
    return Card(
        copies if foils in (None, count_of(copies)) else None,
        # A title given as a text, or the text of a row for which Scryfall found no card.
        name or (inner if isinstance(inner, str) else entry.get("raw_text")) or key,
        tuple(sets),
        _field(names, COLLECTOR_NUMBERS),
        _field(entry, FOILS),
    )


def _field(entry: JsonObject, names: tuple[str, ...]) -> Any:
    """The first of these members that the object has, without case and underscores."""
    return next((entry.folded[name] for name in names if name in entry.folded), None)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_section(name: str, board: Any) -> bool:
    """Whether a member of a deck is one of its sections."""
    section = headings.section(name)
    if section == TOKENS:
        return False
    if isinstance(board, str):  # `"deck": "Blue"` is a name.
        is_named = section == COMMANDER and bool(board.strip())
        return is_named or (_section(name) is not None and _is_text(board))
    if isinstance(board, list):
        is_named = section is not None or (_section(name) is not None and _has_cards(board))
        return is_named and not any(map(_is_deck, board))
    if section is None or not isinstance(board, JsonObject):
        return False
    if isinstance(board.name, str) and CARDS not in board:
        return section in (COMMANDER, COMPANION)  # one card; under `main` that of the picture
    return not _holds_a_deck(board)


def _is_deck(value: Any) -> bool:
    """Whether it is an object with sections."""
    return isinstance(value, JsonObject) and any(
        _is_section(name, each) for name, each in value.items()
    )


def _is_text(board: str) -> bool:
    """Whether it is a list of lines."""
    lines = board.strip().split("\n")
    if len(lines) > 1:
        return any(map(_is_card, lines))
    item = classify(board[: notation.LONGEST_TITLE])
    return isinstance(item, Entry) and _is_card(board) and catalogue().is_title(item.name)


def _is_board(value: Any) -> bool:
    """Whether a member of a board is a board itself."""
    if isinstance(value, list):
        return not _is_pair(value)
    return isinstance(value, JsonObject) and not _is_card(value) and _has_cards(value)


def _has_cards(board: Any, below: int = SEEN_BELOW) -> bool:
    """Whether there are cards in a member whose key need not be a section."""
    if isinstance(board, JsonObject):
        return any(
            catalogue().is_title(name) if isinstance(value, int) else _is_or_has(value, below)
            for name, value in board.items()
        )
    return isinstance(board, list) and any(_is_or_has(each, below) for each in board)


def _is_or_has(value: Any, below: int) -> bool:
    return _is_card(value) or (below > 1 and _has_cards(value, below - 1))


def _is_card(value: Any) -> bool:
    if isinstance(value, str):
        return numbers.count_before(value[: notation.LONGEST_TITLE]) is not None
    if isinstance(value, JsonObject):
        is_counted = _field(value, COUNTS) is not None and CARDS not in value
        return is_counted or bool(_copies_in(value))
    return _is_pair(value)


def _are_names(cards: list[Any]) -> bool:
    """Whether the entries of a list are titles without any counts."""
    if len(cards) < LEAST_NAMES or any(map(_is_card, cards)):
        return False
    names = [each.name if isinstance(each, JsonObject) else each for each in cards]
    return all(isinstance(name, str) and catalogue().is_title(name) for name in names)


class Mention(NamedTuple):
    """A place of a document that names a card, apart from the entries of its decks."""

    line: int
    text: str
    readings: tuple[str, ...]
    is_description: bool


def mentions(document: Any, is_title: IsTitle) -> Iterator[Mention]:
    """Everything in a document that may be copies of a card, wherever it is.

    An object with a title and a count, a count under a title, and a text with a title beside a
    number, which may also be a description.
    """
    left: list[tuple[Any, str, int]] = [(document, "", 1)]
    search = Search(is_title)
    while left:
        value, key, line = left.pop()
        if isinstance(value, JsonObject):
            name, copies = value.name, count_of(_field(value, COUNTS))
            if isinstance(name, str) and copies and is_title(name):
                yield Mention(value.line, name, (f"{copies} {name}",), is_description=False)
            left += [(each, name, value.line) for name, each in value.items()]
        elif isinstance(value, list):
            left += [(each, key, line) for each in value]
        elif isinstance(value, str):
            word = key.casefold().rpartition("_")[2]
            is_description = key.casefold().replace("_", "") in DESCRIPTIONS or word in REMARKS
            if readings := search.beside_numbers(value):
                yield Mention(line, value, readings, is_description)
        elif isinstance(value, int) and key and count_of(value) and is_title(key):
            yield Mention(line, key, (f"{value} {key}",), is_description=False)


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
    return isinstance(document, JsonObject) or (
        isinstance(document, list) and all(isinstance(each, JsonObject) for each in document)
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
        return tuple(_decks(text, main_min=main_min, pool=pool, is_title=is_title))
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
    return size_of(listed[1]) if listed else 1


def size_of(decks: Sequence[Deck]) -> int:
    """The number of entries in decks, and of lines in the lists that are texts."""
    return sum(_lines_of(entry) for deck in decks for entry in deck.entries)


def _lines_of(entry: BoardEntry) -> int:
    is_list = isinstance(entry.value, str) and entry.key is None
    return entry.value.count("\n") + 1 if is_list else 1


def _decks(text: str, *, main_min: int, pool: bool, is_title: IsTitle) -> Iterator[Decklist]:
    return read_document(_parse(text), main_min=main_min, pool=pool, is_title=is_title)


def read_document(
    document: Any, *, main_min: int, pool: bool, is_title: IsTitle
) -> Iterator[Decklist]:
    """The decks of a parsed document; raises _Unreadable if it has none."""
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
        texts = [entry for entry in deck.entries if _is_list(entry)]
        for entry in texts:
            (inner,) = reader.read(
                entry.value,
                main_min=main_min,
                pool=pool,
                is_title=is_title,
                syntax=None,
                may_split=False,
                is_whole=False,
            )
            entries.add_list(inner, entry.section, entry.line)
            read.update({entry.value, *(f"{line.copies} {line.name}" for line in inner.lines)})
        found = [entry for entry in deck.entries if not _is_list(entry)]
        cards = [card_of(entry, is_title) for entry in found]
        for entry, card in _without_repeated_commander(found, cards):
            _take(entry, card, entries)
        read.update(f"{count_of(card.copies)} {card.name}" for card in cards)
        read.update(entry.value for entry in found if isinstance(entry.value, str))
        objects = [entry.value for entry in found if isinstance(entry.value, JsonObject)]
        read.update(f"{count_of(_field(each, COUNTS))} {each.name}" for each in objects)
        if number == len(decks):
            _take_mentions(document, read, entries, is_title)
        yield entries.deck(deck.player)


def _is_list(entry: BoardEntry) -> bool:
    """Whether the entry is a whole list as text."""
    value = entry.value
    return isinstance(value, str) and entry.key is None and "\n" in value and _is_text(value)


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


def _take_mentions(document: Any, read: set[str], entries: Entries, is_title: IsTitle) -> None:
    """Add what names a card elsewhere in the document, unless the decks have it anyway.

    `read` has the copies that the decks have of a title, and the texts that were read.
    """
    for mention in mentions(document, is_title):
        if mention.is_description:
            entries.add_comment(mention.line, mention.text)
        elif mention.text not in read and not read.issuperset(mention.readings):
            entries.add_unreadable(mention.line, mention.text, mention.readings)


def _take(entry: BoardEntry, card: Card, entries: Entries) -> None:
    value = entry.value
    number = value.line if isinstance(value, JsonObject) else entry.line
    text = _json(
        value if entry.key is None or isinstance(value, JsonObject) else {entry.key: value}
    )
    if entry.is_one:
        entries.assume(number, text)
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

    decoder = json.JSONDecoder(object_pairs_hook=element, parse_int=_integer)
    try:
        values: list[Any] = []
        rest = len(text) - len(text.lstrip())
        while not values or rest < len(text):  # several may follow each other, one a line
            value, end = decoder.raw_decode(text, rest)
            values.append(value)
            rest = next((at for at in range(end, len(text)) if not text[at].isspace()), len(text))
        return values if len(values) > 1 else values[0]
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
