"""The JSON Schema of the report, which is a promise: parts are added, and none is removed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.contract.answers import KNOWN, Document

REFERENCE = "#/components/schemas/"
BOUNDS = (
    "type", "format", "pattern", "enum", "const", "minimum", "maximum", "minLength", "maxLength",
    "minItems", "maxItems",
)  # fmt: skip
"""Keywords that restrict values, and do not change."""


def report_schema(contract: Document) -> Document:
    """The report's schema by itself, from the contract."""
    schemas = contract["components"]["schemas"]
    named: dict[str, Document] = {}
    _gather("Report", schemas, named)
    report = named.pop("Report")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Report",
        **_local(report),
        "$defs": {name: _local(schema) for name, schema in sorted(named.items())},
    }


def broken_promises(promised: Document, today: Document) -> list[str]:
    """The promises that no longer hold, one sentence each."""
    return list(_compare("report", promised, today, promised, today))


def _compare(
    where: str, old: Document, new: Document, promised: Document, today: Document
) -> Iterator[str]:
    """The same for one schema; references are resolved in the last two documents."""
    old, new = _resolved(old, promised), _resolved(new, today)
    for keyword in BOUNDS:
        if old.get(keyword) != new.get(keyword):
            yield f"{where}: {keyword} was {old.get(keyword)} and is {new.get(keyword)}"
    for word in sorted({*old.get(KNOWN, ())} - {*new.get(KNOWN, ())}):
        yield f"{where}: {word} is gone"
    for name in sorted({*old.get("required", ())} - {*new.get("required", ())}):
        yield f"{where}.{name}: was always there"
    for name, value in old.get("properties", {}).items():
        if name in new.get("properties", {}):
            below = new["properties"][name]
            yield from _compare(f"{where}.{name}", value, below, promised, today)
        else:
            yield f"{where}.{name}: is gone"
    for keyword, sign in (("items", "[]"), ("additionalProperties", ".*")):
        before, after = old.get(keyword, True), new.get(keyword, True)
        if isinstance(before, dict) and isinstance(after, dict):
            yield from _compare(f"{where}{sign}", before, after, promised, today)
        elif before != after:
            yield f"{where}{sign}: was {before} and is {after}"


def _resolved(schema: Document, document: Document) -> Document:
    if "$ref" not in schema:
        return schema
    name = schema["$ref"].rpartition("/")[2]
    definition: Document = document["$defs"][name]
    return definition


def _gather(name: str, schemas: Document, named: dict[str, Document]) -> None:
    if name not in named:
        named[name] = schemas[name]
        for reference in _references(schemas[name]):
            _gather(reference.removeprefix(REFERENCE), schemas, named)


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _references(item)


def _local(value: Any) -> Any:
    """The schema with references within its own file."""
    if isinstance(value, dict):
        return {name: _local(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_local(item) for item in value]
    return value.replace(REFERENCE, "#/$defs/") if isinstance(value, str) else value
