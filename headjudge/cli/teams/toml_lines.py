"""Line numbers of keys in TOML, which Python's parser does not provide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

Where = tuple[str | int, ...]
"""The keys and array indexes that lead to a value."""

_BARE = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = rf"{_BARE}(?:\s*\.\s*{_BARE})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEY})\s*\]")
_PAIR = re.compile(rf"\s*({_KEY})\s*=(.*)", re.DOTALL)
_PART = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"?|'[^']*'?""")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_FENCE = re.compile(r'"""|\'\'\'')


def line_of(text: str, where: Sequence[str | int]) -> int:
    """The line, from 1, of the key at `where`, or of its nearest existing parent.

    1 if there is no such key at all. The text must be valid TOML.
    """
    target = tuple(where)
    best, line = 0, 1
    for path, number in _keys(text):
        common = _common(path, target)
        # A longer key is a match if it is within the wanted table.
        if common > best and common in (len(path), len(target)):
            best, line = common, number
    return line


def fault_line(text: str, error: ValueError) -> int:
    """The line, from 1, of a TOML syntax error, parsed from the parser's message."""
    match = _AT_LINE.search(str(error))
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
