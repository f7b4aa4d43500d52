"""The location and parsing of the files of facts."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar

from formats.model import Period

T = TypeVar("T")

FOLDER = Path(__file__).parent
LONGEST, LINE_MAX, DOTS_MAX = 500_000, 4_000, 50
"""Characters of a text and of a line, and dots of a line, in TOML from untrusted sources: tomllib
takes quadratic time in the parts of a dotted key."""


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a file; FileNotFoundError, or ValueError with a note of the file."""
    with path.open("rb") as file:
        try:
            return tomllib.load(file)
        except ValueError as error:
            error.add_note(f"in {path}")
            raise


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


# Line numbers of keys in TOML, which Python's parser does not provide.

Where = tuple[str | int, ...]
"""The keys and array indexes that lead to a value."""

_BARE = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = rf"{_BARE}(?:\s*\.\s*{_BARE})*"
_HEADER = rf"\s*(\[\[?)\s*({_KEY})\s*\]"
_PAIR = rf"(?s)\s*({_KEY})\s*=(.*)"
_PART = r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"?|'[^']*'?"""
_AT_LINE = r"\(at line (\d+), column \d+\)"
_FENCE = r'"""|\'\'\''


def line_of(text: str, where: Where) -> int | None:
    """The line, from 1, of the key at `where`, or of its nearest existing parent.

    None if there is no such key at all. The text must be valid TOML.
    """
    best, line = 0, None
    for path, number in _keys(text):
        common = _common(path, where)
        # A longer key is a match if it is within the wanted table.
        if common > best and common in (len(path), len(where)):
            best, line = common, number
    return line


def fault_line(text: str, error: ValueError) -> int:
    """The line, from 1, of a TOML syntax error, parsed from the parser's message."""
    match = re.search(_AT_LINE, str(error))
    return int(match[1]) if match else text.count("\n") + (not text.endswith("\n"))


def _keys(text: str) -> Iterator[tuple[Where, int]]:
    """All tables and keys with their lines."""
    tables: Counter[Where] = Counter()
    table: Where = ()
    fence = ""
    for number, row in enumerate(text.splitlines(), 1):
        if fence:  # within a multi-line string
            fence = "" if fence in row else fence
            continue
        if header := re.match(_HEADER, row):
            table = _parts(header[2])
            if header[1] == "[[":
                tables[table] += 1
            table = _with_indexes(table, tables)
            yield table, number
        elif pair := re.match(_PAIR, row):
            yield (*table, *_parts(pair[1])), number
            row = pair[2]
        fences = re.findall(_FENCE, row)
        fence = fences[-1] if len(fences) % 2 else ""


def _parts(key: str) -> Where:
    return tuple(part.strip("\"'") for part in re.findall(_PART, key))


def _with_indexes(table: Where, tables: Counter[Where]) -> Where:
    """The table's keys, with the current index after each array of tables."""
    path: list[str | int] = []
    for end, part in enumerate(table, 1):
        path.append(part)
        if count := tables[table[:end]]:
            path.append(count - 1)
    return tuple(path)


def _common(path: Where, target: Where) -> int:
    """The number of leading keys that are equal."""
    pairs = zip(path, target, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
