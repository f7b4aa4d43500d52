"""Writes the files of `banlists/` from tables of facts: `python -m tools.import_banlists FOLDER`.

FOLDER holds `banlists/` and `catalogue/`. The files are overwritten, whatever was changed in
them by hand. Titles are written in full, as the catalogue spells them.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from banlists.lists import FOLDER
from formats.toml_writer import Value, date_or_none, document, table
from tools import tsv

Rows = list[dict[str, str]]

ROTATION = "rotation"
LAPSED = "lapsed with rotation"
IMPLIED_NOTES = {
    LAPSED,
    "conspiracy; see classes.tsv",
    "brings a sticker or an Attraction into the game",
}
"""Notes that the structure of the file implies: the key `lapsed`, or a class of cards."""

COMMENT = (
    "What was banned and restricted, and when. A block is one announcement: `legal` frees titles, "
    "`lapsed` frees those that left the format by rotation. `note` is about all titles of a block "
    "that have none in `notes`. Add a change at the end: the date on which it takes effect, its "
    "source, and full English titles."
)


def main() -> None:
    """Reads the folder named on the command line and writes all files."""
    parser = argparse.ArgumentParser(description="Import banned and restricted lists.")
    parser.add_argument("folder", type=Path, help="where banlists/ and catalogue/ are")
    for path, text in files(parser.parse_args().folder):
        path.write_text(text, encoding="utf-8")


def files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Each file to write, with its text."""
    full = full_titles(folder / "catalogue" / "cards.jsonl")
    classes = tsv.rows(folder / "banlists" / "classes.tsv")
    announcements = tsv.rows(folder / "banlists" / "announcements.tsv")
    for format_id, rows in tsv.grouped(announcements, "format").items():
        of_format = [row for row in classes if row["format"] == format_id]
        text = banlist_text(_with_full_titles(rows, full), of_format)
        yield FOLDER / f"{format_id}.toml", text


def full_titles(path: Path) -> dict[str, str]:
    """Full titles by folded title and folded front face; a full title beats a face."""
    cards = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    faces = {folded(card["faces"][0]): card["name"] for card in cards if card.get("faces")}
    return faces | {folded(card["name"]): card["name"] for card in cards}


def folded(title: str) -> str:
    """A title without case and quotes, and with every run of underscores as one."""
    return re.sub("_+", "_", re.sub("[\"']", "", title.casefold()))


def banlist_text(rows: Rows, classes: Rows) -> str:
    """The file of one list: its classes of cards, then its announcements in date order."""
    blocks: defaultdict[tuple[str, bool, str], Rows] = defaultdict(list)
    for row in rows:
        # Titles that lapsed on a day come after those announced for it.
        blocks[row["effective"], row["source"] == ROTATION, row["source"]].append(row)
    tables = [table(_class(row, rows), "class") for row in classes]
    tables += [table(_announcement(blocks[key]), "announcement") for key in sorted(blocks)]
    return document(COMMENT, tables)


def _with_full_titles(rows: Rows, full: Mapping[str, str]) -> Rows:
    # Two spellings of one title on one day are one row.
    by_title: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        title = full[folded(row["card"])]
        by_title.setdefault((row["effective"], title), row | {"card": title})
    return list(by_title.values())


def _announcement(rows: Rows) -> dict[str, Value | None]:
    note, notes = _notes({row["card"]: row["note"] for row in rows})
    return {
        "effective": date_or_none(rows[0]["effective"]),
        "source": rows[0]["source"],
        "note": note,
        **{
            key: sorted(row["card"] for row in rows if _key(row) == key)
            for key in ("banned", "restricted", "legal", "lapsed")
        },
        "notes": notes,
    }


def _key(row: Mapping[str, str]) -> str:
    lapsed = row["source"] == ROTATION or row["note"] == LAPSED
    return "lapsed" if lapsed else row["status"]


def _notes(notes: dict[str, str]) -> tuple[str | None, dict[str, str]]:
    """The note for the whole block, if all of its titles have one, and the notes by title."""
    kept = {title: note for title, note in notes.items() if note and note not in IMPLIED_NOTES}
    if len(kept) < len(notes):
        return None, kept
    commonest = Counter(kept.values()).most_common(1)[0][0]
    return commonest, {title: note for title, note in kept.items() if note != commonest}


def _class(row: Mapping[str, str], announced: Rows) -> dict[str, Value | None]:
    by_title = not row["rule"].startswith("type=")
    sources = Counter(
        block["source"] for block in announced if block["effective"] == row["effective"]
    )
    return {
        "rule": row["rule"],
        "named": by_title or None,
        "status": "banned",
        "effective": date_or_none(row["effective"]),
        "source": sources.most_common(1)[0][0] if sources and not by_title else None,
        "note": row["note"].replace("announcements.tsv", "the announcements"),
    }


if __name__ == "__main__":
    main()
