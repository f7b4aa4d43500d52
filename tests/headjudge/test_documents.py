"""What is sent is typed as the contract has it; what is answered has no other statement."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from headjudge.documents import choices, sent

ROOT = Path(__file__).parents[2]
NAMES = {
    "CardLine": ("CardLine",),
    "Deck": ("DeckAsText", "DeckAsLink", "DeckAsTitles"),
    "Pool": ("PoolAsText", "PoolAsLink", "PoolAsTitles"),
    "HouseRules": ("SentHouseRules",),
    "Team": ("Team",),
    "BatchTeam": ("BatchLine",),
}
"""The schemas of each type; together they have its fields."""


@pytest.fixture(scope="module")
def schemas() -> Any:
    text = (ROOT / "openapi.yaml").read_text("utf-8")
    return yaml.load(text, yaml.CSafeLoader)["components"]["schemas"]


@pytest.mark.parametrize("name", NAMES)
def test_the_fields_are_those_of_the_contract(name: str, schemas: Any) -> None:
    document = getattr(sent, name)
    promised = [schemas[one] for one in NAMES[name]]
    assert set(document.__annotations__) == {
        field for schema in promised for field in schema["properties"]
    }
    if len(promised) == 1:
        assert set(document.__required_keys__) == set(promised[0].get("required", ()))


def test_every_type_that_is_sent_is_compared() -> None:
    types = [name for name, one in vars(sent).items() if hasattr(one, "__required_keys__")]
    assert {name for name in types if not name.startswith("_")} == {*NAMES}


@pytest.mark.parametrize(
    ("words", "schema", "field"),
    [
        (choices.TeamStructure, "Team", "structure"),
        (choices.TeamPolicy, "Team", "policy"),
        (choices.ReadSyntax, "DeckAsText", "syntax"),
    ],
)
def test_the_words_are_those_of_the_contract(
    words: Any, schema: str, field: str, schemas: Any
) -> None:
    assert set(get_args(words)) == set(schemas[schema]["properties"][field]["enum"])
