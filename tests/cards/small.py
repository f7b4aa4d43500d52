"""Small catalogues that tests build: a few cards as of a day."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from tools.build_catalogue import build

SETS = {"DOM": ("Dominaria", "2018-04-27"), "HOB": ("The Hobbit", "2026-08-14")}
"""The name and the release of each set, by code."""
CARDS = {
    **dict.fromkeys(("Plains", "Island", "Swamp", "Mountain", "Forest"), ("DOM:L",)),
    "Opt": ("DOM:C",),
    "Negate": ("DOM:C",),
}
"""The printings of each card."""


def small(
    path: Path,
    as_of: str,
    *,
    more: Mapping[str, Iterable[str]] | None = None,
    sets: Mapping[str, tuple[str, str]] | None = None,
) -> Path:
    """A catalogue of a few cards, and `more` of them by title, as of a day; no other has its
    digest."""
    with tempfile.TemporaryDirectory() as name:
        facts = Path(name)
        printings = {**CARDS, **(more or {}), f"Card of {as_of}": ("DOM:C",)}
        cards = [_card(title, tuple(of)) for title, of in sorted(printings.items())]
        (facts / "cards.jsonl").write_text("".join(cards), encoding="utf-8")
        rows = [
            f"{code}\t{title}\t{released}\texpansion\t\t1\t0\tpaper\n"
            for code, (title, released) in {**SETS, **(sets or {})}.items()
        ]
        head = "code\tname\treleased\tkind\tblock\tstandard\tmodern_direct\tplatform\n"
        (facts / "sets.tsv").write_text(head + "".join(rows), encoding="utf-8")
        (facts / "translations.tsv").write_text("language\ttranslated\tenglish\n", encoding="utf-8")
        (facts / "README.md").write_text(f"| cards | {as_of} |\n", encoding="utf-8")
        build(facts, path)
    return path


def alter(path: Path, title: str = "Opt") -> None:
    """Have a catalogue's card be one of another set, and leave its file with its size and time."""
    status = path.stat()
    with closing(sqlite3.connect(path)) as store:
        store.execute(
            "UPDATE cards SET record = replace(record, 'DOM', 'XXX') WHERE title = ?", (title,)
        )
        assert store.total_changes == 1
        store.commit()
    assert path.stat().st_size == status.st_size
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _card(title: str, printings: tuple[str, ...]) -> str:
    is_land = printings[0].endswith(":L")
    facts: dict[str, Any] = {
        "name": title,
        "layout": "normal",
        "types": ["Land"] if is_land else ["Instant"],
        "supertypes": ["Basic"] if is_land else [],
        "subtypes": [title] if is_land else [],
        "mana_value": 0 if is_land else 1,
        "colors": "",
        "printings": printings,
        "status": "paper",
        "aka": [],
    }
    return json.dumps(facts) + "\n"
