"""One name has one type in the whole contract."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
HTTP = {"Problem", "BatchAnswer"}
EXCEPTIONS: dict[str, tuple[str, set[str], str]] = {
    "also": (
        "object", {"Report"},
        "the question lists policies, and the answer has a verdict under each by the same name",
    ),
    "banlists": ("object", {"Facts"}, "the version of each list by its id"),
    "id": (
        "number|string",
        {"BatchLine", "BatchAnswer"},
        "the caller's own key, given back as it was sent; a resource's id is text",
    ),
    "rule": ("string", {"CardClass"}, "a class of cards in words: type=Conspiracy"),
    "status": ("integer", HTTP, "RFC 9457 calls the HTTP status so; elsewhere it is a word"),
}  # fmt: skip
"""Names with a second type: that type, where it is allowed, and why."""


@cache
def contract() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load(CONTRACT.read_text("utf-8"))
    return document


def named() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each property of a schema and each parameter: name, place and schema."""
    for place, schema in contract()["components"]["schemas"].items():
        for name, value in schema.get("properties", {}).items():
            yield name, place, value
    for path, methods in contract()["paths"].items():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                if "$ref" in parameter:
                    continue
                yield parameter["name"], path, parameter["schema"]


def type_of(schema: dict[str, Any]) -> str:
    """The JSON types of a schema but for null, which any value may be in place of."""
    if "$ref" in schema:
        schema = contract()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    parts = [type_of(part) for way in ("anyOf", "oneOf") for part in schema.get(way, ())]
    own = schema.get("type", [])
    types = {*filter(None, parts), *([own] if isinstance(own, str) else own)}
    return "|".join(sorted(types - {"null"})) if types else "any"


def test_a_name_has_one_type() -> None:
    types: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name, place, schema in named():
        types[name][type_of(schema)].add(place)
    for name, (kind, places, _) in EXCEPTIONS.items():
        assert types[name].pop(kind) == places, f"{name}: the exception is stale"
    several = {name: dict(kinds) for name, kinds in types.items() if len(kinds) > 1}
    assert several == {}
    loose = {name for name, kinds in types.items() if "|" in "".join(kinds) or "any" in kinds}
    assert loose == set()


def test_the_test_sees_a_second_type() -> None:
    schemas = contract()["components"]["schemas"]
    assert type_of(schemas["Team"]["properties"]["decks"]) == "array"
    assert type_of({"type": ["string", "null"]}) == "string"
    assert type_of({"anyOf": [{"$ref": "#/components/schemas/Ruleset"}, {"type": "null"}]}) == (
        "object"
    )
    assert type_of({"oneOf": [{"type": "integer"}, {"type": "string"}]}) == "integer|string"
