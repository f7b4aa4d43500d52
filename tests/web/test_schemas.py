"""Teams are read field by field: the same as by marshmallow's own way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from marshmallow import Schema, ValidationError

from headjudge.web.schemas import sheets, team

CASES = Path(__file__).parents[1] / "cases"
REQUESTS = [
    case["request"]
    for path in sorted(CASES.glob("*.json"))
    for case in json.loads(path.read_text())
]
TEAM: dict[str, Any] = {"format": "modern", "decks": [{"list": "60 Forest"}]}
CHANGES: list[dict[str, Any]] = [
    {"also": ["tournament"]}, {"also": []}, {"also": ["none"]}, {"as_of": "2024-10-01"},
    {"as_of": "2024-13-01"}, {"as_of": None}, {"decks": []}, {"decks": None},
    {"decks": [{"list": "60 Forest", "main": []}]}, {"decks": [{"list": "1 Opt\n" * 3_000}]},
    {"format": "sealed", "pool": {"main": [{"name": "Opt", "count": 2}]}},
    {"format": "sealed", "pool": {"main": 7}}, {"house": {"ban": ["Opt"]}},
    {"house": {"ban": ["Opted"]}}, {"id": 7}, {"product": {"DOM": 8}}, {"table": "4"},
    {"sheet": "slip"}, {"sheet": "none"}, {"structure": "individual", "team_size": 2},
    {"structure": "individual"}, {"team": "Ada"}, {"team_size": 0}, {"unknown": 1},
]  # fmt: skip
NO_TEAMS: tuple[Any, ...] = (
    None,
    [],
    "modern",
    7,
    {},
    {"format": "modern"},
    {"decks": TEAM["decks"]},
)
SCHEMAS = (
    team.TEAM, team.BATCH_LINE, sheets.SheetTeamSchema(), sheets.SHEETS_OF_TEAM
)  # fmt: skip


def read(load: Any, *arguments: Any) -> Any:
    """What was loaded, or what is wrong with it."""
    try:
        return load(*arguments)
    except ValidationError as error:
        return "faults", error.messages


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: type(schema).__name__)
def test_a_team_is_read_as_marshmallow_reads_it(schema: team.TeamSchema) -> None:
    for sent in (*REQUESTS, *NO_TEAMS, *(TEAM | change for change in CHANGES)):
        assert read(schema.load, sent) == read(Schema.load, schema, sent), sent
