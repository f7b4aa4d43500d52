"""Where in a TOML text a key stands, which the reader of Python's library does not tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

Where = tuple[str | int, ...]
"""Keys, and indexes of tables in arrays, as they lead to a value."""

_BARE = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = rf"{_BARE}(?:\s*\.\s*{_BARE})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEY})\s*\]")
_PAIR = re.compile(rf"\s*({_KEY})\s*=(.*)", re.DOTALL)
_PART = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"?|'[^']*'?""")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_FENCE = re.compile(r'"""|\'\'\'')


def line_of(text: str, where: Sequence[str | int]) -> int:
    """The line, from 1, of the key to which `where` leads, or of the nearest key above it.

    A text that has no such key at all gives 1. The text is TOML that could be read.
    """
    wanted = tuple(where)
    best, line = 0, 1
    for path, number in _keys(text):
        common = _common(path, wanted)
        # A key that is longer than what is sought stands in the table that is sought.
        if common > best and common in (len(path), len(wanted)):
            best, line = common, number
    return line


def fault_line(text: str, error: ValueError) -> int:
    """The line, from 1, at which a text is no TOML, as the reader's error says in words."""
    match = _AT_LINE.search(str(error))
    return int(match[1]) if match else text.count("\n") + (not text.endswith("\n"))


def _keys(text: str) -> Iterator[tuple[Where, int]]:
    """Each table and key with its line."""
    tables: Counter[Where] = Counter()
    table: Where = ()
    fence = ""
    for number, row in enumerate(text.splitlines(), 1):
        if fence:  # within a text of several lines
            fence = "" if fence in row else fence
            continue
        if header := _HEADER.match(row):
            table = _parts(header[2])
            if header[1] == "[[":
                tables[table] += 1
            table = _with_indexes(table, tables)
            yield table, number
        elif pair := _PAIR.match(row):
            yield (*table, *_parts(pair[1])), number
            row = pair[2]
        fences = _FENCE.findall(row)
        fence = fences[-1] if len(fences) % 2 else ""


def _parts(key: str) -> Where:
    return tuple(part.strip("\"'") for part in _PART.findall(key))


def _with_indexes(table: Where, tables: Counter[Where]) -> Where:
    """The table's keys with the index behind each that is an array of tables."""
    path: list[str | int] = []
    for end, part in enumerate(table, 1):
        path.append(part)
        if count := tables[table[:end]]:
            path.append(count - 1)
    return tuple(path)


def _common(path: Where, wanted: Where) -> int:
    count = 0
    for key, wanted_key in zip(path, wanted, strict=False):
        if key != wanted_key:
            break
        count += 1
    return count
