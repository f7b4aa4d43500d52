"""Lines and records of a file from any byte on, each bounded, each with where it begins."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterator
from typing import IO, NamedTuple

LONGEST = 1024 * 1024
"""Bytes of a row. The service takes as many of a batch's line."""
PIECE = 1024 * 1024
DELIMITERS = ",;\t|"


class Record(NamedTuple):
    """A row of CSV."""

    offset: int
    """The byte at which it begins."""
    cells: tuple[str, ...]
    fault: str = ""
    """Why it cannot be read, a code of `rows.PROBLEMS`."""


def lines(file: IO[bytes]) -> Iterator[tuple[bytes | None, int]]:
    """Each line, None for one over the limit, and the number of its bytes."""
    while line := file.readline(LONGEST):
        size = len(line)
        if size < LONGEST or line.endswith(b"\n"):
            yield line, size
            continue
        while rest := file.readline(PIECE):
            size += len(rest)
            if rest.endswith(b"\n"):
                break
        yield None, size


def records(file: IO[bytes], offset: int, delimiter: str) -> Iterator[Record]:
    """The records of CSV (RFC 4180) from that byte on, which is the file's position.

    What a record is depends on nothing before it, so that reading may begin at any. One whose
    quotation marks are wrong is its first line alone, and the next line begins another.
    """
    csv.field_size_limit(LONGEST)
    source = lines(file)
    held: deque[tuple[bytes | None, int]] = deque()

    def further(taken: list[tuple[bytes | None, int]]) -> Iterator[str]:
        """The lines of a record as its reader asks for them."""
        total = 0
        while total <= LONGEST:
            line, size = held.popleft() if held else next(source, (b"", 0))
            total += size
            if not size:
                return
            taken.append((line, size))
            if line is None:
                return
            yield line.decode("utf-8", "surrogateescape")

    while True:
        taken: list[tuple[bytes | None, int]] = []
        fault = ""
        cells: list[str] = []
        try:
            cells = next(csv.reader(further(taken), delimiter=delimiter, strict=True))
        except StopIteration:
            if not taken:
                return
            fault = "too-long"
        except csv.Error:
            fault = "quotes"
        if fault:
            held.extendleft(reversed(taken[1:]))
            del taken[1:]
        elif any("\udc80" <= letter <= "\udcff" for cell in cells for letter in _odd(cell)):
            fault, cells = "not-utf-8", []
        yield Record(offset, tuple(cells), fault)
        offset += sum(size for _, size in taken)


def delimiter_of(line: bytes) -> str:
    """What stands between the cells of a header."""
    return max(DELIMITERS, key=lambda sign: line.count(sign.encode()))


def line_starts(file: IO[bytes], block: int) -> Iterator[tuple[int, int]]:
    """Where blocks of whole lines begin, and how many lines stand before; one a `block` bytes."""
    position = count = 0
    target = 0
    is_wanted = True  # the next line begins a block
    while piece := file.read(PIECE):
        if is_wanted:
            yield position, count
            target, is_wanted = position + block, False
        seen = 0
        while (end := piece.find(b"\n", max(target - 1 - position, seen))) >= 0:
            count += piece.count(b"\n", seen, end + 1)
            seen = end + 1
            if seen == len(piece):
                is_wanted = True
                break
            yield position + seen, count
            target = position + seen + block
        count += piece.count(b"\n", seen)
        position += len(piece)


def _odd(cell: str) -> str:
    return "" if cell.isascii() else cell
