"""JSON: this project's own form, and the deck documents of Moxfield, Archidekt and others.

The own form has a list for each section, and set codes and collector numbers if known:
`{"main": [{"count": 4, "name": "...", "set": "...", "number": "..."}], "sideboard": []}`.
Several decks are in a list, or under `decks`. The line of an entry is the one on which its
object begins.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import Any

from headjudge.decklists.documents import shapes
from headjudge.decklists.documents.entries import (
    Entries,
    collector_number_of,
    count_of,
    is_foil,
    set_code_of,
)
from headjudge.decklists.documents.json_lines import JsonObject, lines_of_objects
from headjudge.decklists.documents.shapes import BoardEntry, Card
from headjudge.decklists.encoding import split
from headjudge.decklists.lines.classifier import IsTitle
from messages import say
from validator.model import COMMANDER, MAIN, Decklist

BECAUSE = say("text that begins as JSON does")
UNKNOWN_SHAPE = say(
    "The JSON holds no deck in a form that is known here, such as {example}.",
    example='{"main": [{"count": 4, "name": "..."}], "sideboard": []}',
)
TOO_DEEP = say("The JSON is nested too deeply for a decklist: nothing of it was read.")

_BEGINS = re.compile(r"[\ufeff\s]*(?:\{\s*(?:[\"}]|\Z)|\[\s*(?:[{\"]|\]\s*\Z))")
"""The beginning of JSON. Lists in plain text may begin with `[Main]`, `[[...]]` or `{Main}`."""
_LITERAL = re.compile(
    r"(?P<before>[\ufeff\s]*(?:(?:export|default|const|let|var|return)\s+){0,3}(?:[\w.]{1,60}\s*=\s*)?)"
    r"(?:\{\s*['\w]|\[\s*\{|\{\s*\"|\[\s*['\"])"
)
"""The beginning of a literal of Python or JavaScript."""
_TOKEN = re.compile(
    r"(?P<string>'(?:[^'\\\n]|\\.)*+'?|\"(?:[^\"\\\n]|\\.)*+\"?)"
    r"|(?P<word>[^\W\d]\w*+)|(?P<sign>[\[\]{}:,])|-?[0-9]++(?:\.[0-9]++)?|\s++"
)
_ESCAPED = re.compile(r"\\(.)")
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
    if not _BEGINS.match(text):
        return _recognise_literal(text)
    try:
        listed = shapes.decks(_parse(text))
    except _Unreadable:
        listed = None
    return listed[0] if listed else BECAUSE


def _recognise_literal(text: str) -> str | None:
    """Why the text is a deck in the notation of a program: `deck = {main: [{name: 'Opt', ...`."""
    if not _LITERAL.match(text) or _of_literal(text) is None:
        return None
    try:
        document = _parse(text)
        listed = shapes.decks(document) if _is_of_objects(document) else None
    except (_Unreadable, RecursionError):
        return None
    return LITERAL if listed and any(deck.entries for deck in listed[1]) else None


def _is_of_objects(document: Any) -> bool:
    return isinstance(document, dict) or (
        isinstance(document, list) and all(isinstance(each, dict) for each in document)
    )


def _of_literal(text: str) -> str | None:
    """A literal of Python or JavaScript as JSON, with the same lines; None for anything else."""
    start = _LITERAL.match(text)
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
            inner = _ESCAPED.sub(lambda sign: sign[1], token["string"][1:-1])
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
    except _Unreadable as error:
        broken = error
    except RecursionError:
        broken = _Unreadable(1, TOO_DEEP)
    entries = Entries(pool=pool, is_title=is_title)
    entries.add_break(broken.number, split(text)[broken.number - 1], broken.message, text)
    return (entries.deck(),)


def size(text: str) -> int:
    """The number of entries in the decks of a document; 1 if it is unreadable."""
    try:
        listed = shapes.decks(_parse(text))
    except (_Unreadable, RecursionError):
        listed = None
    return sum(len(deck.entries) for deck in listed[1]) if listed else 1


def _decks(text: str, *, pool: bool, is_title: IsTitle) -> Iterator[Decklist]:
    document = _parse(text)
    listed = shapes.decks(document)
    if listed is None:
        raise _Unreadable(1, UNKNOWN_SHAPE)
    _, decks = listed
    if pool:
        # A pool is a single one, even if its parts are separate decks.
        decks = (shapes.Deck(None, tuple(entry for deck in decks for entry in deck.entries)),)
    read: set[str] = set()
    for number, deck in enumerate(decks, 1):
        entries = Entries(pool=pool, is_title=is_title)
        cards = [shapes.card(entry, is_title) for entry in deck.entries]
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
    for mention in shapes.mentions(document, is_title):
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
    if not _BEGINS.match(text) and (converted := _of_literal(text)) is not None:
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
