"""The JSON Schema of configurations, generated from their keys and parsers.

`make contract` writes it into `schemas/headjudge.json`, `headjudge init --schema` beside a
configuration.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import formats
from formats.house_rules import LISTS
from headjudge.cli import configuration as keys
from headjudge.cli.findings import ADJUSTABLE
from headjudge.decklists import SYNTAXES
from validator import questions
from validator.notices import NOTICES

Schema = dict[str, Any]
TEXT: Schema = {"type": "string", "minLength": 1}


def schema_text() -> str:
    """The text of a file with the schema."""
    return json.dumps(schema(), indent=2) + "\n"


def schema() -> Schema:
    """The schema of `headjudge.toml`."""
    settings = _properties(keys.SETTINGS)
    team = _table({**settings, **_properties(keys.OF_TEAMS)})
    folder = _table({**settings, **_properties(keys.OF_FOLDERS)})
    whole = _table(
        {
            **settings,
            **_properties(keys.OF_FILES),
            "team": {"description": "Teams that are named.", "type": "array",
                     "items": {**team, "required": ["decks"]}},
            "folder": {"description": "Settings of folders.", "type": "array",
                       "items": {**folder, "required": ["path"]}},
        }
    )  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "headjudge.toml",
        "description": "What `headjudge check` asks of the decks of a repository.",
        **whole,
        "$defs": {
            "policy": {"enum": [*formats.policy_ids()]},
            "syntax": {"enum": [*SYNTAXES]},
            "notice": {"enum": [*sorted((*NOTICES, *ADJUSTABLE)), keys.WARNING]},
        },
    }


def _table(properties: Mapping[str, Schema]) -> Schema:
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def _properties(table: Mapping[str, keys.Key]) -> dict[str, Schema]:
    """The keys, each in both spellings (`team_size`, `team-size`)."""
    shapes = _shapes()
    return {
        spelling: {"description": key.purpose, **shapes[key.read]}
        for name, key in table.items()
        for spelling in dict.fromkeys((name, name.replace("-", "_"), name.replace("_", "-")))
    }


def _shapes() -> Mapping[Callable[..., Any], Schema]:
    """The accepted values by parser; values that depend on the facts (sets) only by their form."""
    texts = _item_or_list(TEXT)
    return {
        keys.read_text: TEXT,
        keys.read_format: TEXT,
        keys.read_format: TEXT,
        keys.read_texts: texts,
        keys.read_day: {"type": "string", "format": "date"},
        keys.read_structure: {"enum": [*questions.STRUCTURES]},
        keys.read_policy: _of_facts("policy"),
        keys.read_policies: _item_or_list(_of_facts("policy")),
        keys.read_team_size: {"type": "integer", "minimum": 1, "maximum": questions.DECKS_MAX},
        keys.read_product: texts,
        keys.read_syntax: _of_facts("syntax"),
        keys.read_notices: _item_or_list(_of_facts("notice")),
        keys.read_patterns: texts,
        keys.read_yes_or_no: {"type": "boolean"},
        keys.read_folder: TEXT,
        keys.read_rules_path: TEXT,
        keys.read_path: TEXT,
        keys.read_paths: texts,
        keys.read_house: {"anyOf": [TEXT, _table({"base": TEXT, "name": TEXT,
                                              **dict.fromkeys(LISTS, texts)})]},
    }  # fmt: skip


def _of_facts(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _item_or_list(item: Schema) -> Schema:
    return {"anyOf": [item, {"type": "array", "items": item}]}


if __name__ == "__main__":
    print(schema_text(), end="")
