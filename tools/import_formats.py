"""Writes the files of `formats/` from tables of facts: `python -m tools.import_formats FOLDER`.

FOLDER holds `formats/`, `policies/` and `products/`. The files are overwritten, whatever was
changed in them by hand; the policies, the structures and `tournament-legal.toml` are kept by hand
alone.
"""

from __future__ import annotations

import argparse
import datetime
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from formats.files import FOLDER
from formats.toml_writer import Row, Value, date_or_none, document, table
from tools import import_products, tsv
from tools.tsv import Rows, grouped, in_order

# Event kinds are a play format and a structure (the product that goes with them is a fact).
EVENT_KINDS = {
    "team-sealed": {"base": "sealed", "structure": "team-constructed"},
    "prerelease-sealed": {"base": "sealed"},
    "two-headed-giant-sealed": {"base": "sealed", "structure": "two-headed-giant"},
    "two-headed-giant-draft": {"base": "booster-draft", "structure": "two-headed-giant"},
}
# From when a set counts where every set does: its first day in the first of these that has it.
DATED_BY = {
    "vintage": ["vintage", "standard", "modern"],
    "legacy": ["legacy", "standard", "modern"],
    "pauper": ["legacy", "standard", "modern"],
}
# Reprints for one language, whose rarities are not those of the sets reprinted.
SETS_LEFT_OUT = {"pauper": ["REN", "RIN"]}
# Single cards that stayed when their sets left, which the tables do not know.
CARDS: Mapping[str, list[Row]] = {
    "extended": [
        {
            "titles": [
                "Badlands", "Bayou", "Plateau", "Savannah", "Scrubland",
                "Taiga", "Tropical Island", "Tundra", "Underground Sea", "Volcanic Island",
            ],
            "from": datetime.date(1999, 10, 1),
            "until": datetime.date(2002, 11, 1),
            "source": "http://www.wizards.com/sideboard/articleprint.asp?x=sb19990901a and"
            " http://www.wizards.com/default.asp?x=sideboard/news/20020517a",
        },
    ],
}  # fmt: skip
COPIES_MAX = 4
"""Of a title in one Constructed deck with its sideboard (MTR 6.1); Limited has no maximum."""
EXTRA_LIST = "two-headed-giant"
ABOUT_THE_TABLES = re.compile(r"; legal_sets\.tsv [^.]*(?=\.)")
"""The part of a note about the tables, which readers of the files do not have."""
FREE_LANDS = "basics-2016"
"""The fact that names the five basic lands one by one."""

COMMENTS = {
    "sets": (
        "the sets legal in it. `from` is the first day of a set, `until` the first day without "
        "it. `basic_lands` are legal whatever the sets."
    ),
    "eternal": (
        "every set counts, from its first day in the first format of `dated_by` that has it, or "
        "from its release. `sets` are those to 2018, and those that became legal late; "
        "`basic_lands` are always legal."
    ),
    "commons": (
        "every card that was printed as a common, on paper or on Magic Online. A set counts from "
        "its first day in the first format of `dated_by` that has it, or from its release. "
        "`basic_lands` are always legal."
    ),
    "limited": "played with the cards opened. `basic_lands` may be added freely.",
    "extra-list": (
        "no play format. Its list (in banlists/) is added to that of the format played, in all "
        "Constructed Two-Headed Giant events; this file gives its life."
    ),
}


def main() -> None:
    """Reads the folder named on the command line and writes all files."""
    parser = argparse.ArgumentParser(description="Import formats and products.")
    parser.add_argument("folder", type=Path, help="where formats/, policies/ and products/ are")
    for path, text in files(parser.parse_args().folder):
        path.write_text(text, encoding="utf-8")


def files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Each file to write, with its text."""
    facts = tsv.rows(folder / "policies" / "policies.tsv")
    lands = next(row["value"].split("|") for row in facts if row["policy"] == FREE_LANDS)
    sets = grouped(tsv.rows(folder / "formats" / "legal_sets.tsv"), "format")
    for row in tsv.rows(folder / "formats" / "formats.tsv"):
        yield FOLDER / f"{row['id']}.toml", format_text(row, sets.get(row["id"], []), lands)
    yield from import_products.files(folder / "products")


def format_text(row: Mapping[str, str], sets: Rows, lands: list[str]) -> str:
    """The file of one play format, with its rows of legal sets."""
    kind = "extra-list" if row["id"] == EXTRA_LIST else row["kind"]
    pool = row["pool"] if kind == "constructed" else "any"
    entries: dict[str, Value | None] = {
        "name": row["name"],
        "kind": kind,
        **EVENT_KINDS.get(row["id"], {}),
        "from": date_or_none(row["from"]),
        "until": date_or_none(row["until"]),
        "main_min": int(row["main_min"]),
        "sideboard_max": int(row["side_max"]) if row["side_max"] else None,
        "copies_max": COPIES_MAX if row["kind"] == "constructed" else None,
        "pool": pool,
        "dated_by": DATED_BY.get(row["id"]),
        "sets_left_out": SETS_LEFT_OUT.get(row["id"]),
        "basic_lands": lands if kind != "extra-list" else [],
        "notes": ABOUT_THE_TABLES.sub("", row["notes"]),
        "cards": CARDS.get(row["id"]),
        "sets": [_legal_set(legal_set) for legal_set in in_order(sets, "from", "set")],
    }
    comment = COMMENTS[pool] if kind == "constructed" else COMMENTS[kind]
    if row["id"] in CARDS:
        comment += " `cards` are legal for a time without them."
    return document(f"{row['name']}: {comment}", [table(entries)])


def _legal_set(row: Mapping[str, str]) -> Row:
    return {
        "code": row["set"],
        "from": date_or_none(row["from"]),
        "until": date_or_none(row["until"]),
        "note": row["note"],
    }


if __name__ == "__main__":
    main()
