"""The schemas of answers, as the types of documents state them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import formats
from banlists.lists import ClassStatus
from cards.model import Status
from formats.model import CardPool, Kind, OwnLimit, RestrictedScope
from formats.products import CLASSES
from headjudge.decklists.lines.headings import SECTIONS
from headjudge.web.http import ALL_KINDS, FAULTS, TYPE_PREFIX
from headjudge.web.words.facts import RARITIES
from messages.fields import Keyword, Words
from validator.legality.history import Status as Standing
from validator.legality.ruleset import Reason
from validator.limited.checklist import GROUPS
from validator.model import POOL, Structure
from validator.notices import NOTICES
from validator.rules import VIOLATIONS

Document = dict[str, Any]

KNOWN = "x-extensible-enum"
"""The words of today. Words may be added, so clients must accept others."""
WORDS: Mapping[str, Iterable[str]] = {
    "card-pools": get_args(CardPool),
    "card-statuses": get_args(Status),
    "class-statuses": get_args(ClassStatus),
    "fault-codes": FAULTS,
    "kinds": get_args(Kind),
    "notices": NOTICES,
    "own-limits": get_args(OwnLimit),
    "packs": formats.KINDS,
    "piles": GROUPS,
    "policies": formats.policy_ids(),
    "problems": [TYPE_PREFIX + kind.id for kind in ALL_KINDS],
    "rarities": [*map(str, RARITIES.values())],
    "reasons": get_args(Reason),
    "restricted-scopes": get_args(RestrictedScope),
    "sections": (*SECTIONS, POOL),
    "standings": get_args(Standing),
    "structures": get_args(Structure),
    "topics": formats.TOPICS,
    "title-rules": get_args(formats.TitleRule),
    "violations": VIOLATIONS,
}
"""The lists of words that documents refer to by `Words`."""
MEANINGS = {
    "booster_classes": ", ".join(CLASSES),
}
"""The placeholders of descriptions."""
TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
KEYWORDS = (
    "type", "format", "description", KNOWN, "minimum", "items", "additionalProperties", "$ref",
    "anyOf",
)  # fmt: skip
"""The keywords of a field, in the order of the output."""
COUNTS = ("integer", ["integer", "null"])
NAMES = {"JudgedDeck": "Deck", "AppliedHouseRules": "HouseRules"}
"""The names of schemas that differ from those of their types."""


def ref(name: str) -> Document:
    """A schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def add(document: Any, schemas: dict[str, Document]) -> Document:
    """Add the schema of a document and all that it refers to; returns a reference to it."""
    name = NAMES.get(document.__name__, document.__name__)
    if name not in schemas:
        hints = get_type_hints(document, include_extras=True)
        schemas[name] = {
            "description": document.__doc__,
            "type": "object",
            "properties": {field: _field(hint, schemas) for field, hint in hints.items()},
            "required": sorted(document.__required_keys__),
        }
    return ref(name)


def _field(hint: Any, schemas: dict[str, Document]) -> Document:
    schema = _schema(hint, schemas)
    if schema.get("type") in COUNTS:
        schema.setdefault("minimum", 0)
    return {keyword: schema[keyword] for keyword in KEYWORDS if keyword in schema}


def _schema(hint: Any, schemas: dict[str, Document]) -> Document:
    if is_typeddict(hint):
        return add(hint, schemas)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"type": "string", KNOWN: [*arguments]}
    if origin is list:
        return {"type": "array", "items": _schema(arguments[0], schemas)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(arguments[1], schemas)}
    if origin in (NotRequired, Annotated):
        return _schema(arguments[0], schemas) | _notes(getattr(hint, "__metadata__", ()))
    if origin in (Union, UnionType):
        parts = [_schema(argument, schemas) for argument in arguments]
        if any("$ref" in part for part in parts):
            return {"anyOf": parts}
        types = [part["type"] for part in parts]
        return {name: value for part in parts for name, value in part.items()} | {"type": types}
    return {"type": TYPES[hint]}


def _notes(notes: Iterable[Any]) -> Document:
    """The keywords from the notes of an `Annotated` type."""
    keywords: Document = {}
    for note in notes:
        match note:
            case str():
                keywords["description"] = note.format(**MEANINGS)
            case Words():
                keywords[KNOWN] = [*WORDS[note.list]]
            case Keyword():
                keywords[note.name] = note.value
    return keywords
