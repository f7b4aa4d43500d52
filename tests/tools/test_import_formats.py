"""How formats are imported, and that nothing of what was imported is lost."""

from __future__ import annotations

import formats
from formats.files import FOLDER, read_toml
from tools import import_formats

HEADER = {
    "id": "some-block", "name": "Some Block Constructed", "from": "2001-01-01", "until": "",
    "kind": "constructed", "main_min": "60", "side_max": "15", "pool": "sets", "notes": "",
}  # fmt: skip
SETS = [
    {"format": "some-block", "set": "AAA", "from": "2002-01-01", "until": "", "note": ""},
    {
        "format": "some-block",
        "set": "BBB",
        "from": "2001-01-01",
        "until": "2003-01-01",
        "note": "x",
    },
]

IMPORTED = {
    "formats": 38, "sets of formats": 684, "boosters": 245, "companions": 89,
    "mixes": 312,
}  # fmt: skip
"""Rows of the tables that the facts came from, in August 2026."""


def test_each_imported_row_is_there() -> None:
    files = [read_toml(FOLDER / f"{name}.toml") for name in formats.ids()]
    products = {
        name: sum(map(len, read_toml(FOLDER / "products" / f"{name}.toml").values()))
        for name in ("boosters", "companions", "mixes")
    }
    there = products | {
        "formats": len(files),
        "sets of formats": sum(len(one.get("sets", [])) for one in files),
    }
    assert {name: count for name, count in IMPORTED.items() if there[name] < count} == {}


def test_the_file_of_a_format() -> None:
    assert import_formats.format_text(HEADER, SETS, ["Land"]).splitlines()[3:] == [
        'name = "Some Block Constructed"',
        'kind = "constructed"',
        "from = 2001-01-01",
        "main_min = 60",
        "sideboard_max = 15",
        "copies_max = 4",
        'pool = "sets"',
        'basic_lands = ["Land"]',
        "sets = [",
        '    {code = "BBB", from = 2001-01-01, until = 2003-01-01, note = "x"},',
        '    {code = "AAA", from = 2002-01-01},',
        "]",
    ]
