"""Writes the dated facts as files that others can use and cite: `make facts`.

`facts.json` and `facts.sqlite` have the same content, `schema.json` describes the first, and
`manifest.json` has the digest of each. The same facts give the same bytes, on any day and machine.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import sqlite3
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from cards import catalogue
from headjudge import __version__

ROOT = Path(__file__).parents[1]
Document = dict[str, Any]
ENTRY = frozenset({"name", "announcement", "fact"})
VERSION_OF_SQLITE = slice(92, 100)
"""Bytes of a database's header with the version of the library that wrote it."""
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE format (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, "from" TEXT NOT NULL, until TEXT,
    document TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE legal_set (
    format TEXT NOT NULL, code TEXT NOT NULL, "from" TEXT NOT NULL, until TEXT, note TEXT,
    PRIMARY KEY (format, code, "from")
) WITHOUT ROWID;
CREATE TABLE change (
    format TEXT NOT NULL, effective TEXT NOT NULL, title TEXT NOT NULL, status TEXT NOT NULL,
    source TEXT NOT NULL, PRIMARY KEY (format, title, effective, status)
) WITHOUT ROWID;
CREATE TABLE policy (id TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE structure_fact (
    structure TEXT NOT NULL, about TEXT NOT NULL, kind TEXT, "from" TEXT NOT NULL,
    value TEXT NOT NULL, source TEXT NOT NULL
);
CREATE VIEW listed AS
    SELECT format, title, status, effective AS "from", lead(effective) OVER (
        PARTITION BY format, title ORDER BY effective
    ) AS until, source FROM change;
"""
CARD = """\
# The dated facts of team deck construction

Formats and the sets legal in them, banned and restricted lists since 1994, policies for teams, and
facts of events: each with its days and its source. Written by Headjudge {version} from card facts
of {as_of}.

* `facts.json`, with `schema.json`: formats, banlists, policies, structures by their ids.
* `facts.sqlite`: the same as tables; `listed` has each title with the days of its status.
* `manifest.json`: the SHA-256 of each file.

What is banned or restricted in any format on any day since 1994:

    sqlite3 facts.sqlite "SELECT format, title, status FROM listed WHERE status IN ('banned',
      'restricted') AND \\"from\\" <= '1999-05-01' AND (until IS NULL OR until > '1999-05-01')"

Gathered from announcements and tournament rules; `source` names them, `note` says where one is
uncertain. Facts are nobody's property; the arrangement is given away under CC0. This is unofficial
fan content, not approved by Wizards of the Coast.
"""


def facts() -> Document:
    """All dated facts, days as ISO 8601."""
    return {
        "version": __version__,
        "cards": str(catalogue().as_of),
        "formats": _folder("formats"),
        "banlists": _folder("banlists"),
        "policies": _folder("formats/policies"),
        "structures": _folder("formats/structures"),
    }


def _folder(name: str) -> Document:
    """The files of a folder by id, without those that have neither a name nor a list."""
    paths = sorted((ROOT / name).glob("*.toml"))
    loaded = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}
    return {id: entry for id, entry in loaded.items() if not entry.keys().isdisjoint(ENTRY)}


def write(folder: Path) -> None:
    """Write the package into a folder, which is created."""
    folder.mkdir(parents=True, exist_ok=True)
    document = facts()
    texts = {
        "facts.json": _json(document),
        "schema.json": (ROOT / "schemas" / "facts.json").read_text(encoding="utf-8"),
        "README.md": CARD.format(version=document["version"], as_of=document["cards"]),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    _write_tables(folder / "facts.sqlite", document)
    digests = {
        path.name: "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder / name for name in (*texts, "facts.sqlite"))
    }
    manifest = {"version": document["version"], "cards": document["cards"], "files": digests}
    (folder / "manifest.json").write_text(_json(manifest), encoding="utf-8")


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1, default=_day) + "\n"


def _day(value: object) -> str:
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(value)


def _write_tables(path: Path, document: Document) -> None:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as store:
        store.executescript(SCHEMA)
        for table, rows in _tables(json.loads(_json(document))):
            rows = sorted(rows, key=lambda row: [cell or "" for cell in row])
            marks = ", ".join("?" * len(rows[0]))
            store.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        store.commit()
        store.execute("VACUUM")
    content = bytearray(path.read_bytes())
    content[VERSION_OF_SQLITE] = bytes(8)
    path.write_bytes(content)


Rows = Iterable[tuple[str | None, ...]]


def _tables(document: Document) -> Iterator[tuple[str, Rows]]:
    yield "meta", [(key, document[key]) for key in ("version", "cards")]
    formats = document["formats"].items()
    columns = ("name", "kind", "from", "until")
    yield "format", [(id, *map(row.get, columns), json.dumps(row)) for id, row in formats]
    columns = ("code", "from", "until", "note")
    yield (
        "legal_set",
        [(id, *map(row.get, columns)) for id, play in formats for row in play.get("sets", ())],
    )
    yield "change", {*_changes(document["banlists"])}
    yield "policy", [(id, json.dumps(row)) for id, row in document["policies"].items()]
    fields = ("about", "kind", "from", "value", "source")
    yield (
        "structure_fact",
        [
            (structure, *map(fact.get, fields))
            for structure, rules in document["structures"].items()
            for fact in rules["fact"]
        ],
    )


def _changes(banlists: Document) -> Iterator[tuple[str, ...]]:
    for format, banlist in banlists.items():
        for block in banlist["announcement"]:
            for status in ("banned", "restricted", "legal", "lapsed"):
                for title in block.get(status, ()):
                    yield format, block["effective"], title, status, block["source"]


if __name__ == "__main__":
    write(Path(sys.argv[1]))
