"""Requests as JSON Schema, as strict as the service is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from marshmallow import Schema, fields

import cards
import formats
from headjudge.web.api import impact, lists, pools, products, receipts
from headjudge.web.contract.answers import Document, ref
from headjudge.web.inputs import sheets
from headjudge.web.inputs import team as schemas
from headjudge.web.inputs.fields import (
    COUNT_MAX,
    CardLines,
    Day,
    Decks,
    Identifier,
    Several,
    Truth,
    Whole,
)
from headjudge.web.inputs.house import HouseSchema
from headjudge.web.inputs.product import Product, SetCodes
from headjudge.web.inputs.queries import WholeText
from headjudge.web.service.limits import LIMITS
from validator import questions
from validator.limited.products import PROMO
from validator.questions import DECKS_MAX

COUNT = {"type": "integer", "minimum": 1, "maximum": COUNT_MAX}


class Converter(Protocol):
    """What apispec makes of marshmallow's schemas, as far as it is used here."""

    def schema2jsonschema(self, schema: Schema) -> Document: ...


def keywords(_: object, field: fields.Field[Any], **__: Any) -> Document:
    """What JSON Schema says of the service's own kinds of fields."""
    match field:
        case Day():
            return {"type": "string", "format": "date"}
        case Whole() | WholeText():
            return {"type": "integer", "minimum": 1, "maximum": field.maximum}
        case Identifier():
            return {"type": ["string", "number"]}
        case Truth():
            return {"type": "boolean"}
        case CardLines():
            return {"type": "array", "items": ref("CardLine")}
        case Decks():
            bounds = {"minItems": 1, "maxItems": LIMITS.decks}
            return {"type": "array", **bounds, "items": ref("SentDeck")}
        case pools.Moves():
            return {"type": "array", "maxItems": field.maximum, "items": ref("PoolMove")}
        case pools.Spot():
            return {"oneOf": [{"const": "pool"}, {**COUNT, "minimum": 0, "maximum": DECKS_MAX - 1}]}
        case Several():
            bounds = {"minItems": 1, "maxItems": field.maximum}
            return {"type": "array", **bounds, "items": ref("ImpactTeam")}
        case SetCodes(maximum=1):
            return {"type": "string", "enum": sorted(cards.catalogue().sets)}
        case SetCodes():
            code = _any_set()
            return {"type": "string", "pattern": f"^{code}(,{code}){{0,{field.maximum - 1}}}$"}
        case Product():
            keys = {"pattern": f"^({_any_set()}(:({'|'.join(formats.KINDS)}))?|{PROMO})$"}
            return {"type": "object", "propertyNames": keys, "additionalProperties": COUNT}
    return {}


def _any_set() -> str:
    """A regular expression for the codes of sets, which are letters and digits."""
    return f"({'|'.join(sorted(cards.catalogue().sets))})"


def components(converter: Converter) -> dict[str, Document]:
    """The schemas of requests by name."""
    deck = _described(converter, schemas.DeckSchema)
    pool = _described(converter, schemas.PoolSchema)
    conversion = _described(converter, lists.ConversionSchema)
    return {
        "Team": _team(_described(converter, schemas.TeamSchema)),
        "BatchLine": _team(_described(converter, schemas.BatchLineSchema)),
        "SentDeck": _either(
            "A deck: its text, its address, or its cards.",
            "DeckAsText",
            "DeckAsLink",
            "DeckAsCards",
        ),
        "DeckAsText": _as_text(deck, "A deck as the text that a player sends."),
        "DeckAsLink": _as_link(deck, "A deck at its address on another site."),
        "DeckAsCards": _as_cards(deck, "A deck card by card."),
        "SentConversion": _either(
            "A deck, and the syntax to write.",
            "ConversionOfText",
            "ConversionOfLink",
            "ConversionOfCards",
        ),
        "ConversionOfText": _as_text(conversion, "A deck as text, and the syntax to write."),
        "ConversionOfLink": _as_link(conversion, "A deck by link, and the syntax to write."),
        "ConversionOfCards": _as_cards(conversion, "A deck card by card, and the syntax to write."),
        "SentComparison": _comparison(_described(converter, lists.ComparisonSchema)),
        "SentPool": _either(
            "A card pool: its text, its address, or its cards.",
            "PoolAsText",
            "PoolAsLink",
            "PoolAsCards",
        ),
        "PoolAsText": _as_text(pool, "A card pool as text."),
        "PoolAsLink": _as_link(pool, "A card pool at its address on another site."),
        "PoolAsCards": _as_cards(pool, "A card pool card by card."),
        "CardLine": _described(converter, schemas.LineSchema),
        "Impact": _impact(_described(converter, impact.ImpactSchema)),
        "ImpactTeam": _described(converter, impact.ImpactTeamSchema),
        "OpenedByTeam": _described(converter, products.TeamProductSchema),
        "EventProducts": _event_products(_described(converter, products.EventProductsSchema)),
        "PoolBuild": _pool_build(_described(converter, pools.PoolBuildSchema)),
        "PoolMove": _described(converter, pools.MoveSchema),
        "SentReceipt": _receipt(_described(converter, receipts.ReceiptSchema)),
        "SentHouseRules": _described(converter, HouseSchema),
        "Sheets": _either(
            "What is printed: the sheets of one team, or of many.", "SheetsOfTeam", "SheetsOfTeams"
        ),
        "SheetsOfTeam": _team(_described(converter, sheets.SheetsOfTeamSchema)),
        "SheetsOfTeams": _sheets(_described(converter, sheets.SheetsOfTeamsSchema)),
        "SheetTeam": _team(_described(converter, sheets.SheetTeamSchema)),
    }


def _event_products(event: Document) -> Document:
    event["properties"]["teams"]["items"] = ref("OpenedByTeam")
    return event


def _receipt(sent: Document) -> Document:
    sent["properties"]["pool"] |= ref("SentPool")
    return sent


def _sheets(document: Document) -> Document:
    document["properties"]["teams"]["items"] = ref("SheetTeam")
    return document


def _pool_build(build: Document) -> Document:
    build["properties"]["pool"] |= ref("SentPool")
    own = {"properties": {"format": {"enum": pools.FORMATS}}}
    build["properties"]["decks"]["items"] = {"allOf": [ref("SentDeck"), own]}
    return build


def _described(converter: Converter, schema: type[Schema]) -> Document:
    said = {"description": (schema.__doc__ or "").strip()}
    return said | converter.schema2jsonschema(schema())


def _either(description: str, *names: str) -> Document:
    return {"description": description, "oneOf": [ref(name) for name in names]}


def _as_text(deck: Document, description: str) -> Document:
    return _without(deck, ("url", "main", "sideboard")) | {
        "description": description,
        "required": [*deck.get("required", ()), "list"],
    }


def _as_link(deck: Document, description: str) -> Document:
    return _without(deck, ("list", "syntax", "main", "sideboard")) | {
        "description": description,
        "required": [*deck.get("required", ()), "url"],
    }


def _as_cards(deck: Document, description: str) -> Document:
    return _without(deck, ("url", "list", "syntax")) | {
        "description": description,
        "if": {"not": {"required": ["main"]}},
        "then": {"required": ["sideboard"]},
    }


def _without(deck: Document, names: Sequence[str]) -> Document:
    left = {name: said for name, said in deck["properties"].items() if name not in names}
    return deck | {"properties": left}


def _comparison(comparison: Document) -> Document:
    for name in ("from", "to"):
        comparison["properties"][name] |= ref("SentDeck")
    return comparison


def _team(team: Document) -> Document:
    team["properties"]["pool"] |= ref("SentPool")
    said = team["properties"]["house"]["description"]
    team["properties"]["house"] = {"description": said, **ref("SentHouseRules")}
    return team | {"allOf": [*_structures(), *_sizes(), *_deck_formats(), _no_house_in_limited()]}


def _impact(asked: Document) -> Document:
    own = {"properties": {"format": {"enum": impact.CONSTRUCTED}}}
    decks = {"properties": {"decks": {"items": own}}}
    asked["properties"]["teams"]["items"] = {"allOf": [ref("ImpactTeam"), decks]}
    alone, heads, _ = _sizes()
    unnamed = {"if": {"not": {"required": ["structure"]}}, "then": heads["then"]}
    return asked | {"allOf": [alone, heads, unnamed]}


def _structures() -> list[Document]:
    """A kind of event settles how its teams play."""
    return [
        _where({"format": {"const": event.id}}, structure={"const": event.structure})
        for event in map(formats.load, formats.ids())
        if event.structure
    ]


def _sizes() -> list[Document]:
    """One player plays alone, and a head has another beside it (`asking.check_team_size`)."""
    played = {
        one: formats.load(one).structure or questions.DEFAULT_STRUCTURE for one in formats.ids()
    }
    by_default = [one for one in played if played[one] == "two-headed-giant"]
    alone, heads = {"const": "individual"}, {"const": "two-headed-giant"}
    unnamed = _where({"format": {"enum": by_default}}, team_size={"minimum": 2})
    unnamed["if"]["not"] = {"required": ["structure"]}
    return [
        _where({"structure": alone}, team_size={"maximum": 1}),
        _where({"structure": heads}, team_size={"minimum": 2}),
        unnamed,
    ]


def _deck_formats() -> list[Document]:
    """A deck's own format is of the event's kind (`asking.known_deck_format`)."""
    known = [formats.load(one) for one in formats.ids()]
    return [
        _where(
            {"format": {"enum": [one.id for one in known if one.kind == kind]}},
            decks={"items": {"properties": {"format": {"enum": own}}}},
        )
        for kind in ("constructed", "limited")
        if (own := [one.id for one in known if one.kind == kind and not one.base])
    ]


def _no_house_in_limited() -> Document:
    """House rules change a Constructed format (`asking.house_rules_at`)."""
    limited = [one for one in formats.ids() if formats.load(one).kind == "limited"]
    return {
        "if": {"properties": {"format": {"enum": limited}}, "required": ["format"]},
        "then": {"not": {"required": ["house"]}},
    }


def _where(given: Mapping[str, Document], **then: Document) -> Document:
    """What must hold of a team's fields where others are as `given`."""
    return {
        "if": {"properties": dict(given), "required": list(given)},
        "then": {"properties": then},
    }
