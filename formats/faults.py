"""Faults in files of facts, located by file, block and key."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Collection, Iterator, Mapping
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
}


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

    def keys(
        self, row: Row, must: Collection[str], may: Collection[str], where: object = ""
    ) -> Iterator[Fault]:
        """Missing and unknown keys."""
        for key in sorted(set(must) - row.keys()):
            yield self.fault("This key is missing.", where, key)
        for key in sorted(row.keys() - {*must, *may}):
            yield self.fault("Nothing reads this key.", where, key)

    def kinds(self, row: Row, kinds: Mapping[str, type], where: object = "") -> Iterator[Fault]:
        """Values of the wrong type."""
        for key, kind in kinds.items():
            if key in row and type(row[key]) is not kind:
                yield self.fault(f"This must be {KINDS[kind]}.", where, key)

    def blocks(self, table: Table, key: str) -> tuple[list[Table], list[Fault]]:
        """The blocks of an array of tables, and faults if the key holds something else."""
        blocks = table.get(key, [])
        if isinstance(blocks, list) and all(isinstance(block, dict) for block in blocks):
            return blocks, []
        return [], [self.fault(f"Each block begins with [[{key}]].", key=key)]

    def dates(self, row: Row, *keys: str, where: object = "") -> Iterator[Fault]:
        """Invalid dates; dates with a time are invalid too."""
        for key in keys:
            if key in row and type(row[key]) is not datetime.date:
                yield self.fault("This must be a date such as 2024-12-16.", where, key)

    def period(self, row: Row, where: object = "") -> Iterator[Fault]:
        """Invalid dates in `from` and `until`, or the two out of order.

        Equal dates are allowed: rows superseded before their first day have them.
        """
        faults = list(self.dates(row, "from", "until", where=where))
        yield from faults
        if not faults and {"from", "until"} <= row.keys() and row["until"] < row["from"]:
            yield self.fault("This is before `from`.", where, "until")

    def words(
        self, row: Row, key: str, words: Collection[object], where: object = ""
    ) -> Iterator[Fault]:
        """A word that is not among `words`."""
        if key in row and row[key] not in words:
            words = ", ".join(sorted(map(str, words)))
            yield self.fault(f"{row[key]!r} is none of: {words}.", where, key)

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
