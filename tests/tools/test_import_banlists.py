"""How lists are imported, and that nothing of what was imported is lost."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import banlists
from banlists.lists import FOLDER
from formats.files import names, read_toml
from tools import import_banlists

IMPORTED = {"banned": 674, "restricted": 125, "legal": 124, "lapsed": 141, "class": 10}
"""Changes in the tables that the lists came from, in August 2026."""


def test_each_imported_change_is_there() -> None:
    written = [
        (name, one.effective, one.source, state, title)
        for name in names(FOLDER)
        for one in banlists.announcements(name)
        for state in ("banned", "restricted", "legal", "lapsed")
        for title in getattr(one, state)
    ]
    assert len(set(written)) == len(written)
    there = Counter(state for _, _, _, state, _ in written)
    there["class"] = sum(
        len(read_toml(FOLDER / f"{name}.toml").get("class", [])) for name in names(FOLDER)
    )
    assert {state: count for state, count in IMPORTED.items() if there[state] < count} == {}


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
