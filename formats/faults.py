"""Faults in files of facts, located by file, block and key."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from formats.files import FOLDER, read_toml

Row = Mapping[str, Any]
Table = dict[str, Any]

KINDS: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "texts by title",
    datetime.date: "a date such as 2024-12-16",
}
Shape = Mapping[str, type | Sequence[str] | None]
"""Keys with the type of their value, or the words that it may be; None for any value."""
PERIOD: Shape = {"from": datetime.date, "until": datetime.date}


class Fault(NamedTuple):
    """A fault in a file of facts."""

    file: str
    """Its path relative to the project's folder."""
    where: str
    """The block, by its date or name; empty for the file."""
    key: str
    """The key in the block; empty for the block."""
    message: str
    """The fault, as a sentence."""

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.where, self.key) if part)
        return f"{where}: {self.message}"


class File:
    """A file of facts, with the name used in faults."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(_root(path)).as_posix()

    def read(self) -> tuple[Table, list[Fault]]:
        """The file's tables, and a fault if it is not TOML."""
        try:
            return read_toml(self.path), []
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            return {}, [self.fault(f"This is no TOML: {error}.")]

    def fault(self, message: str, where: object = "", key: str = "") -> Fault:
        """A fault of this file."""
        return Fault(self.name, str(where), key, message)

    def check(self, row: Row, must: Shape, may: Shape, where: object = "") -> list[Fault]:
        """Missing and unknown keys, wrong values, and periods that end before they begin.

        Dates have no time. A period may end on its first day: rows that were superseded before
        they were in force have such dates.
        """
        faults = [
            self.fault("This key is missing.", where, key)
            for key in sorted(must.keys() - row.keys())
        ]
        known = {**must, **may}
        faults += [
            self.fault("Nothing reads this key.", where, key)
            for key in sorted(row.keys() - known.keys())
        ]
        for key, kind in known.items():
            if key not in row or kind is None:
                continue
            if isinstance(kind, type):
                if type(row[key]) is not kind:
                    faults.append(self.fault(f"This must be {KINDS[kind]}.", where, key))
            elif row[key] not in kind:
                words = ", ".join(sorted(kind))
                faults.append(self.fault(f"{row[key]!r} is none of: {words}.", where, key))
        if not faults and {"from", "until"} <= row.keys() and row["until"] < row["from"]:
            faults.append(self.fault("This is before `from`.", where, "until"))
        return faults

    def blocks(self, table: Table, key: str) -> tuple[list[Table], list[Fault]]:
        """The blocks of an array of tables, and faults if the key holds something else."""
        blocks = table.get(key, [])
        if isinstance(blocks, list) and all(isinstance(block, dict) for block in blocks):
            return blocks, []
        return [], [self.fault(f"Each block begins with [[{key}]].", key=key)]

    def names(
        self, values: Any, words: Collection[str], what: str, key: str, where: object = ""
    ) -> Iterator[Fault]:
        """Names in a list that are unknown cards or sets."""
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            yield self.fault("This must be a list of texts.", where, key)
            return
        for name in values:
            if name not in words:
                yield self.fault(f'"{name}" is no {what}.', where, key)


def _root(path: Path) -> Path:
    """The folder that file names in faults are relative to: the parent of this package's."""
    package = FOLDER.parent
    return package if path.is_relative_to(package) else path.parent
