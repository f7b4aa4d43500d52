"""The client's types are those of the contract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, is_typeddict

import pytest
import yaml

from headjudge import documents
from headjudge.receipts import documents as receipts

ROOT = Path(__file__).parents[2]
NAMED_OTHERWISE = {"JudgedDeck": "Deck", "AppliedHouseRules": "HouseRules"}
"""What the contract calls an answer, where the client's name is that of what is sent."""
SENT = {
    "Deck": ("DeckAsText", "DeckAsLink", "DeckAsCards"),
    "Pool": ("PoolAsText", "PoolAsLink", "PoolAsCards"),
    "HouseRules": ("SentHouseRules",),
    "BatchTeam": ("BatchLine",),
}
"""The same of what is sent; together the schemas have the fields of the type."""


def types() -> Iterator[Any]:
    found = vars(receipts) | vars(documents)
    return (one for one in found.values() if is_typeddict(one))


@pytest.fixture(scope="module")
def schemas() -> Any:
    text = (ROOT / "openapi.yaml").read_text("utf-8")
    return yaml.load(text, yaml.CSafeLoader)["components"]["schemas"]


def names(one: Any) -> tuple[str, ...]:
    name = one.__name__
    return SENT.get(name) or (NAMED_OTHERWISE.get(name, name),)


@pytest.mark.parametrize("one", list(types()), ids=lambda one: one.__name__)
def test_the_fields_are_those_of_the_contract(one: Any, schemas: Any) -> None:
    promised = [schemas[name] for name in names(one)]
    assert set(one.__annotations__) == {
        field for schema in promised for field in schema["properties"]
    }
    if len(promised) == 1:
        assert set(one.__required_keys__) == set(promised[0].get("required", ()))


def test_all_that_a_report_refers_to_has_a_type(schemas: Any) -> None:
    known = {name for one in types() for name in names(one)}
    waiting = ["Report", "BatchAnswer", "Reading", "Converted", "Problem", "Team", "BatchLine"]
    seen = set()
    while waiting:
        name = waiting.pop()
        if name in seen or name in ("SentDeck", "SentPool"):  # one of several
            continue
        seen.add(name)
        assert name in known
        waiting += references(schemas[name])


def references(schema: Any) -> list[str]:
    if isinstance(schema, dict):
        own = [schema["$ref"].rpartition("/")[2]] if "$ref" in schema else []
        return own + [name for below in schema.values() for name in references(below)]
    return [name for one in schema for name in references(one)] if isinstance(schema, list) else []
