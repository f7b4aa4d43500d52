"""What schemathesis has to be told: how lines of JSON are sent, and which titles are cards."""

from __future__ import annotations

from typing import Any

import schemathesis

import banlists
import cards
import formats
from headjudge.web.schemas.fields import BANLISTS, FORMATS, LISTED_AT, OF_KIND, SET

schemathesis.serializer.alias("application/x-ndjson", "text/plain")

CONSTRUCTED = [one for one in formats.ids() if formats.load(one).kind == "constructed"]
SETS = f"({'|'.join(sorted(cards.catalogue().sets))})"
LISTED = {FORMATS[LISTED_AT]: formats.ids(), BANLISTS[LISTED_AT]: banlists.ids()}
TITLES = {
    "ban": ("Brainstorm", "Ponder", "Preordain", "Opt"),
    "allow": ("Black Lotus", "Mox Pearl", "Mox Jet", "Time Walk"),
    "restrict": ("Lightning Bolt", "Duress", "Negate", "Shock"),
}
"""JSON Schema cannot say that a text is a card's title, nor that no other list has it."""


@schemathesis.hook
def map_body(context: schemathesis.HookContext, body: Any) -> Any:
    """Of every team house rules with titles of cards, and with the event's format as their base."""
    if isinstance(body, dict) and isinstance(body.get("house"), dict):
        _settle(body["house"], body.get("format"))
    return body


@schemathesis.hook
def before_load_schema(context: schemathesis.HookContext, schema: dict[str, Any]) -> None:
    """Words that a resource lists, and codes of sets, which are others with other facts."""
    _close(schema)


def _close(part: Any) -> None:
    if isinstance(part, dict):
        if LISTED_AT in part:
            kind = part.get(OF_KIND)
            part["enum"] = formats.ids_of(kind) if kind else list(LISTED[part[LISTED_AT]])
        if part.get("format") == "binary":  # lines of JSON are text
            del part["format"]
        if SET in str(part.get("pattern")):
            part["pattern"] = part["pattern"].replace(SET, SETS)
    for below in part.values() if isinstance(part, dict) else part:
        if isinstance(below, dict | list):
            _close(below)


def _settle(house: dict[str, Any], format_id: object) -> None:
    for name, titles in TITLES.items():
        sent = house.get(name)
        if isinstance(sent, list) and all(isinstance(title, str) for title in sent):
            house[name] = list(titles[: len(sent)])
    if house.get("base") in CONSTRUCTED and format_id in CONSTRUCTED:
        house["base"] = format_id


@schemathesis.hook
def before_call(context: schemathesis.HookContext, case: Any, _: Any) -> None:
    """What the service under test has: lists in place of links, which it does not fetch."""
    _without_links(case.body)


def _without_links(body: Any) -> None:
    if isinstance(body, list):
        for one in body:
            _without_links(one)
    elif isinstance(body, dict):
        if isinstance(body.get("url"), str) and not {"list", "main", "sideboard"} & body.keys():
            body["list"] = body.pop("url")
        for one in body.values():
            _without_links(one)
