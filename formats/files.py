"""The location and parsing of the files of facts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from formats.model import Period

T = TypeVar("T")

FOLDER = Path(__file__).parent
LONGEST, LINE_MAX, DOTS_MAX = 500_000, 4_000, 50
"""Characters of a text and of a line, and dots of a line, in TOML from untrusted sources: tomllib
takes quadratic time in the parts of a dotted key."""


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a file; FileNotFoundError."""
    with path.open("rb") as file:
        return tomllib.load(file)


def toml_of(text: str) -> dict[str, Any]:
    """The tables of an untrusted text; raises ValueError with the reason."""
    if len(text) > LONGEST:
        raise ValueError(f"it is longer than {LONGEST:,} characters")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE_MAX:
            raise ValueError(f"longer than {LINE_MAX:,} characters (at line {number}, column 1)")
        if line.count(".") > DOTS_MAX:
            raise ValueError(f"more than {DOTS_MAX} dots (at line {number}, column 1)")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("too much stands within each other") from None


def plain(name: str) -> str:
    """A name for comparison: in lower case, with spaces in place of hyphens."""
    return " ".join(name.casefold().replace("-", " ").replace("_", " ").split())


def names(folder: Path) -> tuple[str, ...]:
    """The stems of the TOML files in a folder, sorted."""
    return tuple(sorted(path.stem for path in folder.iterdir() if path.suffix == ".toml"))


def record(kind: type[T], table: Mapping[str, Any], **computed: Any) -> T:
    """The named tuple of that kind, from the keys that are named like its fields.

    Lists become tuples, or sets where the field is one. `computed` gives the other fields, and
    overrides keys.
    """
    values: dict[str, Any] = {}
    for name, annotation in kind.__annotations__.items():
        if name in table:
            value = table[name]
            collection = frozenset if "frozenset" in str(annotation) else tuple
            values[name] = collection(value) if isinstance(value, list) else value
    return kind(**values | computed)


def period(table: Mapping[str, Any]) -> Period:
    """The period given by a table's `from` and `until` (exclusive, optional)."""
    return Period(table["from"], table.get("until"))
