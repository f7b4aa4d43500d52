"""How lists are imported, and that every row of the tables arrived (where they are at hand)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import banlists
from banlists.files import FOLDER
from formats.files import names, read_toml
from tools import import_banlists, tsv

TABLES = Path(__file__).parents[3] / "shared" / "data"
SECOND_SPELLINGS = 3
"""Rows of one card that stand twice, with five underscores and with eight."""

tables = pytest.mark.skipif(not TABLES.exists(), reason="the source tables are not at hand")


@tables
def test_every_announced_change_is_in_a_file() -> None:
    rows = tsv.rows(TABLES / "banlists" / "announcements.tsv")
    full = import_banlists.full_titles(TABLES / "catalogue" / "cards.jsonl")
    wanted = [_row(row, full[import_banlists.folded(row["card"])]) for row in rows]
    written = [
        (name, str(one.effective), one.source, state, title)
        for name in names(FOLDER)
        for one in banlists.announcements(name)
        for state in ("banned", "restricted", "legal", "lapsed")
        for title in getattr(one, state)
    ]
    assert len(set(written)) == len(written)
    # What was announced after the tables were made stands in the files alone.
    assert set(written) >= set(wanted)
    assert len(set(wanted)) == len(wanted) - SECOND_SPELLINGS


@tables
def test_every_class_of_a_list_is_in_its_file() -> None:
    rows = tsv.rows(TABLES / "banlists" / "classes.tsv")
    wanted = {
        (row["format"], row["rule"], row["effective"]) for row in rows if row["format"] != "*"
    }
    assert wanted == {
        (name, block["rule"], str(block["effective"]))
        for name in names(FOLDER)
        for block in read_toml(FOLDER / f"{name}.toml").get("class", [])
    }


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Erayo, Soratami Ascendant", "Erayo, Soratami Ascendant // Erayo's Essence"),
        ("_____ Goblin", "________ Goblin"),
        ("Lifetime Pass Holder", '"Lifetime" Pass Holder'),
        ("Lightning Bolt", "Lightning Bolt"),
    ],
)
def test_titles_become_full(tmp_path: Path, text: str, title: str) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_text("\n".join(map(json.dumps, CARDS)), encoding="utf-8")
    assert import_banlists.full_titles(path)[import_banlists.folded(text)] == title


CARDS = [
    {
        "name": "Erayo, Soratami Ascendant // Erayo's Essence",
        "faces": ["Erayo, Soratami Ascendant", "Erayo's Essence"],
    },
    {"name": "________ Goblin"},
    {"name": '"Lifetime" Pass Holder'},
    {"name": "Lightning Bolt"},
    {"name": "Lightning Bolt // Other", "faces": ["Lightning Bolt", "Other"]},
]


def test_blocks_of_a_list() -> None:
    rows = [
        _source_row("2001-01-01", "banned", "B", "said", "starting list"),
        _source_row("2001-01-01", "banned", "A", "said", "starting list"),
        _source_row("2002-01-01", "legal", "A", "rotation", "lapsed with rotation"),
        _source_row("2002-01-01", "legal", "B", "said", "a note"),
        _source_row("2002-01-01", "restricted", "C", "said", ""),
    ]
    assert import_banlists.banlist_text(rows, []).split("\n\n")[1:] == [
        '[[announcement]]\neffective = 2001-01-01\nsource = "said"\nnote = "starting list"\n'
        'banned = ["A", "B"]',
        '[[announcement]]\neffective = 2002-01-01\nsource = "said"\nrestricted = ["C"]\n'
        'legal = ["B"]\nnotes."B" = "a note"',
        '[[announcement]]\neffective = 2002-01-01\nsource = "rotation"\nlapsed = ["A"]\n',
    ]


def _source_row(effective: str, status: str, card: str, source: str, note: str) -> dict[str, str]:
    return {
        "format": "some", "effective": effective, "status": status, "card": card,
        "source": source, "note": note,
    }  # fmt: skip


def _row(row: dict[str, str], title: str) -> tuple[str, ...]:
    lapsed = row["source"] == import_banlists.ROTATION or row["note"] == import_banlists.LAPSED
    state = "lapsed" if lapsed else row["status"]
    return (row["format"], row["effective"], row["source"], state, title)
