"""What is wrong in a file of facts, said so that it is found: file, block, key."""

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
    """One thing that is wrong in a file of facts."""

    file: str
    """Its path from the project's folder."""
    where: str
    """The block, by its date or name; empty for the file itself."""
    key: str
    """The key in the block; empty for the block itself."""
    message: str
    """What is wrong, as a sentence."""

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.where, self.key) if part)
        return f"{where}: {self.message}"


class File:
    """One file of facts, with its name in faults."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(_root(path)).as_posix()

    def read(self) -> tuple[Table, list[Fault]]:
        """The file's tables, and the fault of a file that is no TOML."""
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
        """Keys that are missing, or that nothing reads."""
        for key in sorted(set(must) - row.keys()):
            yield self.fault("This key is missing.", where, key)
        for key in sorted(row.keys() - {*must, *may}):
            yield self.fault("Nothing reads this key.", where, key)

    def kinds(self, row: Row, kinds: Mapping[str, type], where: object = "") -> Iterator[Fault]:
        """Values of another kind than the key takes."""
        for key, kind in kinds.items():
            if key in row and type(row[key]) is not kind:
                yield self.fault(f"This must be {KINDS[kind]}.", where, key)

    def blocks(self, table: Table, key: str) -> tuple[list[Table], list[Fault]]:
        """The blocks of an array of tables, and the fault of a key that holds something else."""
        blocks = table.get(key, [])
        if isinstance(blocks, list) and all(isinstance(block, dict) for block in blocks):
            return blocks, []
        return [], [self.fault(f"Each block begins with [[{key}]].", key=key)]

    def dates(self, row: Row, *keys: str, where: object = "") -> Iterator[Fault]:
        """Dates that are none; a time of day is none either."""
        for key in keys:
            if key in row and type(row[key]) is not datetime.date:
                yield self.fault("This must be a date such as 2024-12-16.", where, key)

    def period(self, row: Row, where: object = "") -> Iterator[Fault]:
        """A `from` and an `until` that are no dates, or not in order.

        What was superseded before its first day has both on one day.
        """
        faults = list(self.dates(row, "from", "until", where=where))
        yield from faults
        if not faults and {"from", "until"} <= row.keys() and row["until"] < row["from"]:
            yield self.fault("This is before `from`.", where, "until")

    def words(
        self, row: Row, key: str, words: Collection[object], where: object = ""
    ) -> Iterator[Fault]:
        """A word that is none of those known."""
        if key in row and row[key] not in words:
            words = ", ".join(sorted(map(str, words)))
            yield self.fault(f"{row[key]!r} is none of: {words}.", where, key)

    def names(
        self, values: Any, words: Collection[str], what: str, key: str, where: object = ""
    ) -> Iterator[Fault]:
        """A list of names of which some are no card, or no set."""
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            yield self.fault("This must be a list of texts.", where, key)
            return
        for name in values:
            if name not in words:
                yield self.fault(f'"{name}" is no {what}.', where, key)


def _root(path: Path) -> Path:
    """The folder from which faults name their files: the one that holds this package's folder."""
    package = FOLDER.parent
    return package if path.is_relative_to(package) else path.parent
