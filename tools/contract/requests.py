"""Requests as JSON Schema, as strict as the service is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from itertools import chain
from typing import Any, Protocol

from marshmallow import Schema, fields

import formats
from headjudge.web.limits import LIMITS
from headjudge.web.schemas import team as inputs
from headjudge.web.schemas.fields import (
    LISTED_AT,
    SET,
    Day,
    Identifier,
    Integer,
    Items,
    Label,
    Product,
    SetCodes,
    Text,
)
from tools.contract.answers import Document, ref
from validator import questions
from validator.limited.products import PROMO
from validator.questions import DEFAULT_STRUCTURE

NAMES: Mapping[type[Schema], str] = {
    inputs.TeamSchema: "Team",
    inputs.BatchLineSchema: "BatchLine",
    inputs.DeckSchema: "SentDeck",
    inputs.ListSchema: "SentList",
    inputs.PoolSchema: "SentPool",
    inputs.LineSchema: "CardLine",
    inputs.PoolBuildSchema: "PoolBuild",
    inputs.MoveSchema: "PoolMove",
    inputs.HouseSchema: "SentHouseRules",
}
SOURCES = TEXT, LINK, CARDS = ("list", "syntax"), ("url",), ("commander", "main", "sideboard")
"""The fields of each source of cards."""
SOURCE_SCHEMAS = (
    (
        "SentDeck",
        "A deck: its text, its address, or its cards.",
        {
            "DeckAsText": ("A deck as the text that a player sends.", TEXT),
            "DeckAsLink": ("A deck at its address on another site.", LINK),
            "DeckAsTitles": ("A deck card by card.", CARDS),
        },
    ),
    (
        "SentList",
        "A list to be read: its text, its address, or its cards.",
        {
            "ListAsText": ("A list as the text that a player sends.", TEXT),
            "ListAsLink": ("A list at its address on another site.", LINK),
            "ListAsTitles": ("A list card by card.", CARDS),
        },
    ),
    (
        "SentPool",
        "A card pool: its text, its address, or its cards.",
        {
            "PoolAsText": ("A card pool as text.", TEXT),
            "PoolAsLink": ("A card pool at its address on another site.", LINK),
            "PoolAsTitles": ("A card pool card by card.", CARDS),
        },
    ),
)
"""Documents with one of three sources of cards, with a schema for each.

Clients of OpenAPI Generator try these by name, so the one without required fields comes last.
"""
EVENTS = [*map(formats.load, formats.ids())]
"""The formats and kinds of events of the service."""
CONSTRUCTED, LIMITED = "ConstructedFormat", "LimitedFormat"
KINDS = {"constructed": CONSTRUCTED, "limited": LIMITED}
"""The schemas with the ids of each kind."""
UNTIL_2100 = r"^([01]\d{3}|20\d{2}|2100)-"
"""The pattern of a day of a request."""
NO_NUL = r"^[^\x00]*$"
"""The pattern of a text; JSON Schema cannot speak of halves of characters."""
COUNT = {"type": "integer", "minimum": 1, "maximum": LIMITS.count}


class Converter(Protocol):
    """The part of apispec's converter that is used here."""

    def schema2jsonschema(self, schema: Schema) -> Document: ...


def keywords(_: object, field: fields.Field[Any], **__: Any) -> Document:
    """The JSON Schema of the service's own fields."""
    match field:
        case Day():
            return {"type": "string", "format": "date", "pattern": UNTIL_2100}
        case Integer():
            return {"type": "integer", "minimum": field.minimum, "maximum": field.maximum}
        case Label():
            return {"type": "string", "pattern": NO_NUL, "maxLength": LIMITS.label}
        case Identifier():
            return {"type": ["string", "number"]}
        case Items(maximum=int()):
            least = {"minItems": field.minimum} if field.minimum else {}
            return {**least, "maxItems": field.maximum}
        case SetCodes(maximum=1):
            return {"type": "string", "pattern": f"^{SET}$"}
        case SetCodes():
            items = {"type": "string", "pattern": f"^{SET}$"}
            return {"type": "array", "minItems": 1, "maxItems": field.maximum, "items": items}
        case Text():
            is_free = field.metadata.keys().isdisjoint(("enum", "format", LISTED_AT))
            return {"type": "string"} | ({"pattern": NO_NUL} if is_free else {})
        case Product():
            keys = {"pattern": f"^({SET}(:({'|'.join(formats.KINDS)}))?|{PROMO})$"}
            return {"type": "object", "propertyNames": keys, "additionalProperties": COUNT}
    return {}


def name_of(schema: Schema | type[Schema]) -> str:
    """The name of the schema of a request; empty for those of queries."""
    return NAMES.get(schema if isinstance(schema, type) else type(schema), "")


def components(converter: Converter) -> dict[str, Document]:
    """The schemas of requests by name."""
    schemas = {
        name: {"description": schema.__doc__, **converter.schema2jsonschema(schema())}
        for schema, name in NAMES.items()
    }
    schemas["TeamConditions"] = {
        "description": "How the fields of a team depend on each other.",
        "type": "object",
        "allOf": [
            *_structures(),
            *_sizes(),
            *_deck_formats(),
            *_no_deck_format_in_one_game(),
            _no_pool_in_constructed(),
            _formats_of_constructed(),
        ],
    }
    schemas |= _formats_by_kind()
    for name in ("Team", "BatchLine"):
        # Two parts, as generators take a single one for the whole schema.
        schemas[name]["allOf"] = [ref("TeamConditions"), _no_house_in_limited()]
    schemas["SentList"]["allOf"] = _structures()
    decks = {"items": {"properties": {"format": {"enum": inputs.BUILT_FORMATS}}}}
    schemas["PoolBuild"]["allOf"] = [_where({}, decks=decks)]
    for field, keywords in schemas["BatchLine"]["properties"].items():
        if field in schemas["Team"]["properties"]:  # which explains it
            keywords.pop("description", None)
    for schema in (schemas[name] for name in NAMES.values()):
        fields, required = schema["properties"], schema.get("required", ())
        schema["properties"] = dict(sorted(fields.items(), key=lambda row: row[0] not in required))
        for field in fields.values():
            _say_default(field)
    for name, description, kinds in SOURCE_SCHEMAS:
        whole = schemas[name]
        schemas[name] = _either(description, *kinds)
        schemas |= {kind: _source_schema(whole, *source) for kind, source in kinds.items()}
    return schemas


def _say_default(field: Document) -> None:
    """Describe the default in words: generators require fields that have the keyword."""
    default = field.pop("default", None)
    if default not in (None, "", []):
        text = json.dumps(default).strip('"')
        if "description" in field:
            field["description"] += f" The default is `{text}`."


def _either(description: str, *names: str) -> Document:
    return {"description": description, "oneOf": [ref(name) for name in names]}


def _source_schema(whole: Document, description: str, fields: Sequence[str]) -> Document:
    """The schema of a document with one source of cards, which has these fields."""
    others = {*chain(*SOURCES)} - {*fields}
    properties = {name: value for name, value in whole["properties"].items() if name not in others}
    schema = whole | {"description": description, "properties": properties}
    if "main" in fields:
        # Generators keep no nested anyOf: where all but one are missing, the last is required.
        fields = [name for name in fields if name in properties]
        absent = [{"not": _present(field)} for field in fields[:-1]]
        condition = {"allOf": absent} if len(absent) > 1 else absent[0]
        return schema | {"if": condition, "then": _present(fields[-1])}
    return schema | {"required": [*whole.get("required", ()), fields[0]]}


def _present(field: str) -> Document:
    return {"properties": {field: {}}, "required": [field]}


def _structures() -> list[Document]:
    """A kind of event settles how its teams play (`team.structure_faults`)."""
    settled = sorted({event.structure for event in EVENTS if event.structure})
    return [
        _where(
            {"format": {"enum": [event.id for event in EVENTS if event.structure == structure]}},
            structure={"const": structure},
        )
        for structure in settled
    ]


def _sizes() -> list[Document]:
    """One player plays alone, and a head has another beside it (`questions.check_team_size`)."""
    alone, heads = {"const": "individual"}, {"const": "two-headed-giant"}
    plays_heads = {
        play.id for play in EVENTS if (play.structure or DEFAULT_STRUCTURE) == "two-headed-giant"
    }
    return [
        _where({"structure": alone}, team_size={"maximum": 1}),
        _where({"structure": heads}, team_size={"minimum": 2}),
        _unnamed(_where({"format": _either_of(plays_heads)}, team_size={"minimum": 2})),
    ]


def _deck_formats() -> list[Document]:
    """A deck's own format is of the event's kind (`questions.find_deck_format`)."""
    kinds = {play.id for play in EVENTS if play.base}
    of_kind = {kind: {play.id for play in EVENTS if play.kind == kind} for kind in KINDS}
    return [
        _where(
            {"format": ref(KINDS[kind])},
            decks={
                "items": {"properties": {"format": {"not": _either_of(of_kind[other] | kinds)}}}
            },
        )
        for kind, other in (("constructed", "limited"), ("limited", "constructed"))
    ]


def _no_pool_in_constructed() -> Document:
    """Constructed has no card pool (`team.pool_faults`)."""
    return _where({"format": ref(CONSTRUCTED)}, pool=False, product={"maxProperties": 0})


def _formats_of_constructed() -> Document:
    """Further formats are Constructed, as the first is (`team.formats_faults`)."""
    none = {"not": ref(LIMITED)}
    decks = {"items": {"properties": {"format": False}}}
    properties = {"formats": {"items": none}, "format": none, "house": False, "decks": decks}
    return {
        "if": {"properties": {"formats": {"minItems": 1}}, "required": ["formats"]},
        "then": {"properties": properties},
    }


def _no_house_in_limited() -> Document:
    """House rules change a Constructed format (`team.resolve_house`)."""
    return _where({"format": ref(LIMITED)}, house=False)


def _no_deck_format_in_one_game() -> list[Document]:
    """A team that plays one game plays one format (`questions.find_deck_format`)."""
    one_game = [each for each in questions.STRUCTURES if formats.structure(each).one_game]
    none = {"items": {"properties": {"format": False}}}
    kinds = [play.id for play in EVENTS if play.structure in one_game]
    unnamed = {play.id for play in EVENTS if not play.structure}
    return [
        _where({"format": {"enum": kinds}}, decks=none),
        _where({"structure": {"enum": one_game}}, decks=none),
        _unnamed(_where({"format": _either_of(unnamed)}, decks=none)),
    ]


def _formats_by_kind() -> dict[str, Document]:
    """The formats of each kind, which the conditions of a team refer to."""
    return {
        name: {
            "description": f"The ids of the service's own formats of {kind.title()}.",
            "type": "string",
            "enum": [play.id for play in EVENTS if play.kind == kind],
        }
        for kind, name in KINDS.items()
    }


def _either_of(format_ids: Set[str]) -> Document:
    """One of these formats; those of Constructed are named together."""
    constructed = {play.id for play in EVENTS if play.kind == "constructed"}
    others = sorted(format_ids - constructed)
    if not constructed <= format_ids:
        return {"enum": others}
    return {"anyOf": [ref(CONSTRUCTED), {"enum": others}]}


def _unnamed(condition: Document) -> Document:
    """The condition, where the structure is not named."""
    condition["if"]["not"] = _present("structure")
    return condition


def _where(condition: Mapping[str, Document], **then: Document | bool) -> Document:
    """A condition: if a team's fields are as in `condition`, others are as in `then`."""
    return {
        "if": {"properties": dict(condition), "required": list(condition)},
        "then": {"properties": then},
    }
