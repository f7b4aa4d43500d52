"""The Parquet files of an audit: their columns, and how they are written without holding all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from headjudge.cli.audit.tally import Tally
from headjudge.cli.audit.tally import read as read_tally

TALLY = b"headjudge"
"""The key of a file's own numbers in its footer."""
ROWS = 1024
"""Rows of results that are held before they are written."""
ENTRIES = 250_000
"""Rows of the index that are sorted at once: some 5,000 teams; more make another run."""
GROUP = 16_384
"""Rows of a group of the index, the least that a look-up reads."""

_WORDS = pa.list_(pa.string())
RESULTS = pa.schema(
    {
        "file": pa.string(),
        "row": pa.int64(),
        "id": pa.string(),
        "team": pa.string(),
        "legal": pa.bool_(),
        "codes": _WORDS,
        "cards": _WORDS,
        "notices": _WORDS,
        "digests": _WORDS,
        "problem": pa.string(),
        "message": pa.string(),
    }
)
"""A row a team. `legal` is null where there is a `problem`, which `message` says."""
TITLES = pa.schema(
    {
        "title": pa.dictionary(pa.int32(), pa.string()),
        "row": pa.int64(),
        "deck": pa.int8(),
        "section": pa.dictionary(pa.int8(), pa.string()),
        "copies": pa.int64(),
    }
)
"""A row a title of a section of a deck, sorted by title; `row` is that of the results."""
IMPACT = pa.schema(
    {
        "file": pa.string(),
        "row": pa.int64(),
        "id": pa.string(),
        "team": pa.string(),
        "appearing": _WORDS,
        "going": _WORDS,
        "cards": _WORDS,
    }
)
"""A row a team that a change touches: codes of faults that it gets and loses, and of what cards."""


class Writer:
    """Writes the rows of one file."""

    def __init__(self, path: Path, schema: pa.Schema, held: int, *, is_sorted: bool) -> None:
        self._writer = parquet.ParquetWriter(path, schema, compression="zstd")
        self._schema, self._held, self._is_sorted = schema, held, is_sorted
        self._rows: list[tuple[Any, ...]] = []

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Write rows, whose values stand in the order of the columns."""
        self._rows += rows
        if len(self._rows) >= self._held:
            self._flush()

    def close(self, tally: Tally | None = None) -> None:
        """Write what is held, and the file's numbers into its footer."""
        self._flush()
        if tally:
            self._writer.add_key_value_metadata({TALLY: tally.as_json()})
        self._writer.close()

    def _flush(self) -> None:
        if self._is_sorted:
            self._rows.sort()
        columns = list(zip(*self._rows, strict=True)) or [()] * len(self._schema)
        self._rows = []
        arrays = [
            pa.array(values, field.type)
            for values, field in zip(columns, self._schema, strict=True)
        ]
        table = pa.Table.from_arrays(arrays, schema=self._schema)
        self._writer.write_table(table, row_group_size=GROUP)


@contextmanager
def writer(path: Path, schema: pa.Schema, *, is_sorted: bool = False) -> Iterator[Writer]:
    """A file to write rows to, sorted or as they come; it is whole once it is closed."""
    one = Writer(path, schema, ENTRIES if is_sorted else ROWS, is_sorted=is_sorted)
    try:
        yield one
    finally:
        one._writer.close()


def tally_of(file: Any) -> Tally:
    """The numbers in the footer of a file."""
    return read_tally(parquet.read_metadata(file).metadata[TALLY].decode())


def rows_with(file: Any, titles: frozenset[str] | None) -> list[dict[str, Any]]:
    """The index's rows of these titles, by row and deck; of all with None.

    What else is in the file is passed over by the bounds that its footer gives of each group.
    """
    if titles is not None and not titles:
        return []
    wanted = [("title", "in", sorted(titles))] if titles is not None else None
    found = parquet.read_table(file, filters=wanted)
    keys = [(name, "ascending") for name in ("row", "deck")]
    return found.sort_by(keys).to_pylist() if found.num_rows else []


def named_rows(file: Any, rows: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Of these rows of results, by their numbers, how they are called."""
    columns = ["file", "row", "id", "team"]
    found = parquet.read_table(file, columns=columns, filters=[("row", "in", rows)])
    return {one["row"]: one for one in found.to_pylist()}
