"""Every row of the tables that facts came from stands in a file (where the tables are at hand)."""

from __future__ import annotations

from pathlib import Path

import pytest

import formats
from formats import facts
from formats.files import FOLDER, read_toml
from formats.play_formats import EXTRA_LISTS
from tools import import_formats, import_products, tsv

TABLES = Path(__file__).parents[3] / "shared" / "data"
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

tables = pytest.mark.skipif(not TABLES.exists(), reason="the source tables are not at hand")


@tables
def test_every_format_is_a_file() -> None:
    rows = tsv.rows(TABLES / "formats" / "formats.tsv")
    assert {row["id"] for row in rows} == {*formats.ids(), *EXTRA_LISTS}


@tables
def test_every_legal_set_is_a_line() -> None:
    rows = tsv.rows(TABLES / "formats" / "legal_sets.tsv")
    written = {
        (name, row["code"], str(row["from"]), str(row.get("until", "")), row.get("note", ""))
        for name in formats.ids()
        for row in read_toml(FOLDER / f"{name}.toml").get("sets", [])
    }
    assert len(written) == len(rows)
    assert written == {tuple(row.values()) for row in rows}


@tables
def test_every_event_fact_is_a_block() -> None:
    rows = tsv.rows(TABLES / "policies" / "policies.tsv")
    written = [
        (one.id, event, str(one.life.start), str(one.life.end or ""), one.parameter,
         str(one.value), one.source, one.certainty, one.note or "")
        for event in formats.events()
        for one in facts.imported_facts(event)
    ]  # fmt: skip
    assert sorted(written) == sorted(tuple(row.values()) for row in rows)


@tables
def test_every_companion_is_a_line() -> None:
    rows = tsv.rows(TABLES / "products" / "companions.tsv")
    written = {
        (code, row["code"], str(row["from"]), str(int(row["in_limited"])))
        for code, companions in read_toml(FOLDER / "products" / "companions.toml").items()
        for row in companions
    }
    assert len(written) == len(rows)
    assert written == {
        (row["set"], row["companion"], row["from"], row["in_limited"]) for row in rows
    }


@tables
@pytest.mark.parametrize("name", ["boosters", "companions", "mixes"])
def test_the_files_of_products_are_those_of_the_tables(name: str) -> None:
    """They are changed in the tables alone, row by row with their sources."""
    written = dict(import_products.files(TABLES / "products"))
    path = FOLDER / "products" / f"{name}.toml"
    assert path.read_text("utf-8") == written[path]


@tables
def test_every_rule_for_all_formats_is_a_block() -> None:
    rows = tsv.rows(TABLES / "banlists" / "classes.tsv")
    wanted = {(row["rule"], row["effective"]) for row in rows if row["format"] == "*"}
    assert wanted <= {(one.rule, str(one.effective)) for one in formats.deck_card_rules().rules}


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
