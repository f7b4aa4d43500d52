"""Build the catalogue from the card facts.

    python -m cards.build FACTS_FOLDER [OUT]

FACTS_FOLDER holds `cards.jsonl`, `sets.tsv`, `translations.tsv` and a `README.md` that names
the newest date of its sources. The same facts give the same bytes.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import sqlite3
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cards.store import SHIPPED
from cards.titles import bare, fold, loosen, reversed_end
from cards.tokens import has_word

VERSION = 0
"""To be raised with every change of what the tables hold; `PRAGMA user_version` of what is built.
A change of the tables themselves is seen without it (`cards.editions`)."""
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sets (
    code TEXT PRIMARY KEY, name TEXT NOT NULL, released TEXT NOT NULL, kind TEXT NOT NULL,
    block TEXT NOT NULL, platform TEXT NOT NULL, dates_its_cards INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE cards (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, record TEXT NOT NULL, renown INTEGER NOT NULL
);
CREATE TABLE names (
    folded TEXT NOT NULL, level INTEGER NOT NULL, card INTEGER NOT NULL, loose TEXT NOT NULL,
    bare TEXT NOT NULL, PRIMARY KEY (folded, level, card)
) WITHOUT ROWID;
CREATE INDEX names_by_loose ON names (loose);
CREATE INDEX names_by_bare ON names (bare);
CREATE TABLE translations (
    folded TEXT NOT NULL, language TEXT NOT NULL, card INTEGER NOT NULL, ending TEXT NOT NULL,
    PRIMARY KEY (folded, language, card)
) WITHOUT ROWID;
CREATE INDEX translations_by_ending ON translations (ending);
CREATE TABLE shown_titles (
    card INTEGER NOT NULL, language TEXT NOT NULL, title TEXT NOT NULL,
    PRIMARY KEY (card, language)
) WITHOUT ROWID;
CREATE TABLE like_tokens (bare TEXT PRIMARY KEY) WITHOUT ROWID;
"""
SHOWN = """
INSERT INTO shown_titles VALUES (?, ?, ?)
ON CONFLICT (card, language) DO UPDATE SET title = excluded.title
WHERE length(excluded.title) > length(title)
"""
"""Of several titles of a card in one language the longest is shown, the first of the facts where
some are equally long: a whole title before that of a face, a word before its abbreviation."""
CORRECTIONS = Path(__file__).parent / "corrections.toml"
TITLE, ALTERNATIVE, FRONT_FACE, OTHER_FACE = 1, 2, 3, 4

Facts = dict[str, Any]


def build(facts: Path, out: Path) -> None:
    """Write the catalogue of the facts in `facts` to the file `out`, replacing it."""
    corrections = tomllib.loads(CORRECTIONS.read_text("utf-8"))
    sets = [_set_row(row, corrections) for row in _table(facts / "sets.tsv")]
    platforms = {code: platform for code, _, _, _, _, platform, _ in sets}
    with (facts / "cards.jsonl").open(encoding="utf-8") as lines:
        cards = [_corrected(json.loads(line), platforms, corrections) for line in lines]
    numbers = {card["name"]: number for number, card in enumerate(cards, 1)}

    out.unlink(missing_ok=True)
    with sqlite3.connect(out, isolation_level=None) as store:
        store.execute("PRAGMA journal_mode = OFF")
        store.executescript(SCHEMA)
        store.execute(f"PRAGMA user_version = {VERSION}")
        store.execute("BEGIN")
        store.executemany(
            "INSERT INTO meta VALUES (?, ?)",
            [("as_of", _as_of(facts / "README.md")), ("digest", _digest(facts))],
        )
        store.executemany("INSERT INTO sets VALUES (?, ?, ?, ?, ?, ?, ?)", sets)
        store.executemany(
            "INSERT INTO cards VALUES (?, ?, ?, ?)",
            (
                (numbers[card["name"]], card["name"], _record(card), renown)
                for renown, card in enumerate(sorted(cards, key=_least_known_last))
            ),
        )
        store.executemany(
            "INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?, ?)",
            (
                (fold(name), level, numbers[card["name"]], loosen(name), bare(name))
                for card in cards
                for level, name in _names(card)
            ),
        )
        store.executemany(
            "INSERT OR IGNORE INTO translations VALUES (?, ?, ?, ?)",
            (
                (fold(title), language, card, reversed_end(fold(title)))
                for card, language, title in _translations(facts / "translations.tsv", numbers)
            ),
        )
        store.executemany(SHOWN, _translations(facts / "translations.tsv", numbers))
        names = store.execute("SELECT folded FROM names UNION SELECT folded FROM translations")
        store.executemany(
            "INSERT OR IGNORE INTO like_tokens VALUES (?)",
            [(bare(folded),) for (folded,) in names if has_word(folded)],
        )
        store.execute("COMMIT")
        store.execute("VACUUM")


def _table(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def _as_of(readme: Path) -> str:
    """The newest date that the facts' README names as the date of a source."""
    dates: list[str] = re.findall(r"\| (\d{4}-\d{2}-\d{2}) \|", readme.read_text("utf-8"))
    return max(dates)


def _digest(facts: Path) -> str:
    """SHA-256 of the facts and of this folder's corrections."""
    digest = hashlib.sha256(CORRECTIONS.read_bytes())
    for name in ("cards.jsonl", "sets.tsv", "translations.tsv"):
        digest.update((facts / name).read_bytes())
    return digest.hexdigest()


def _set_row(row: dict[str, str], corrections: Facts) -> tuple[str, str, str, str, str, str, int]:
    code = row["code"]
    kind = "other" if code in corrections["not_for_tournaments"] else row["kind"]
    dates_its_cards = kind != "promo" and code not in corrections["undated_sets"]
    return (
        code,
        row["name"],
        row["released"],
        kind,
        row["block"],
        row["platform"],
        dates_its_cards,
    )


def _corrected(card: Facts, platforms: dict[str, str], corrections: Facts) -> Facts:
    if all(platforms[printing.partition(":")[0]] == "arena" for printing in card["printings"]):
        card["status"] = corrections["statuses"]["arena_only"]
    return card


def _least_known_last(card: Facts) -> tuple[bool, int, str]:
    """Cards on paper before others, those of many sets before those of one."""
    return card["status"] != "paper", -len(card["printings"]), card["name"]


def _translations(path: Path, numbers: Mapping[str, int]) -> Iterator[tuple[int, str, str]]:
    """The number of a card, a language, a title of the card in it; `numbers` are by title."""
    for row in _table(path):
        yield numbers[row["english"]], row["language"], row["translated"]


def _record(card: Facts) -> str:
    """What `Card` holds, as a JSON array in the order of its fields, the title left out."""
    return json.dumps(
        [
            card.get("faces", []),
            card["layout"],
            card["types"],
            card["supertypes"],
            card["subtypes"],
            card["mana_value"],
            card["colors"],
            card.get("limit"),
            " ".join(card["printings"]),
            card["status"],
            card["aka"],
        ],
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _names(card: Facts) -> Iterable[tuple[int, str]]:
    """Each English text that names the card, with the level at which it does."""
    yield TITLE, card["name"]
    for alternative in card["aka"]:
        yield ALTERNATIVE, alternative
        front, *others = alternative.split(" // ")
        yield ALTERNATIVE, front
        for face in others:
            yield OTHER_FACE, face
    for position, face in enumerate(card.get("faces", [])):
        yield (OTHER_FACE if position else FRONT_FACE), face


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else SHIPPED)
