"""The Parquet files of an audit: schemas, writing, and summing up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
from pyarrow import compute, dataset, parquet

from headjudge.cli.audit.store import RESULTS as RESULTS_FOLDER
from headjudge.cli.audit.store import Store

GROUP = 16_384
"""Rows per row group of the index: the minimum read by a lookup."""

_WORDS = pa.list_(pa.string())
_NAMES = {"file": pa.string(), "row": pa.int64(), "id": pa.string(), "team": pa.string()}
RESULTS = pa.schema(
    {
        **_NAMES,
        "legal": pa.bool_(),
        "codes": _WORDS,
        "cards": _WORDS,
        "notices": _WORDS,
        "digests": _WORDS,
        "problem": pa.string(),
        "message": pa.string(),
    }
)
"""A row per team. `legal` is null if there is a `problem`, explained by `message`."""
TITLES = pa.schema(
    {
        "title": pa.dictionary(pa.int32(), pa.string()),
        "row": pa.int64(),
        "deck": pa.int8(),
        "section": pa.dictionary(pa.int8(), pa.string()),
        "copies": pa.int64(),
    }
)
"""A row per title in a section of a deck, sorted by title; `row` is that of the results."""
IMPACT = pa.schema({**_NAMES, "appearing": _WORDS, "going": _WORDS, "cards": _WORDS})
"""A row per affected team: the codes and cards of the faults it gains and loses."""


@dataclass
class Tally:
    """Statistics on the teams of a corpus."""

    teams: int = 0
    legal: int = 0
    illegal: int = 0
    unreadable: int = 0
    """Rows that could not be judged."""
    codes: Counter[str] = field(default_factory=Counter)
    """Teams by violation code."""
    cards: Counter[str] = field(default_factory=Counter)
    """Teams by title in violations."""
    notices: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    """Rows that could not be judged, by reason."""

    def as_dict(self) -> dict[str, Any]:
        """The statistics as a JSON document, largest numbers first."""
        return {
            name: dict(by_number(value)) if isinstance(value, Counter) else value
            for name, value in vars(self).items()
        }


@contextmanager
def writer(
    place: Store, name: str, schema: pa.Schema
) -> Iterator[Callable[[Sequence[tuple[Any, ...]]], None]]:
    """A function that writes rows, as tuples in column order, to a new file."""

    def write(rows: Sequence[tuple[Any, ...]]) -> None:
        columns = list(zip(*rows, strict=True)) or [()] * len(schema)
        arrays = [pa.array(*pair) for pair in zip(columns, schema.types, strict=True)]
        output.write_table(pa.Table.from_arrays(arrays, schema=schema), row_group_size=GROUP)

    with (
        place.writing(name) as file,
        parquet.ParquetWriter(file, schema, compression="zstd") as output,
    ):
        yield write


def tally(place: Store, names: Sequence[str]) -> Tally:
    """The statistics of these result files."""
    fs, folder = place.place(RESULTS_FOLDER)
    paths = [f"{folder}/{name}" for name in names]
    columns = ["legal", "codes", "cards", "notices", "problem"]
    total = Tally()
    files = dataset.dataset(paths, RESULTS, "parquet", fs) if paths else None
    for batch in files.to_batches(columns=columns) if files else ():
        total.teams += batch.num_rows
        total.legal += batch["legal"].true_count
        total.illegal += batch["legal"].false_count
        for counter, values in (
            (total.codes, batch["codes"].flatten()),
            (total.cards, batch["cards"].flatten()),
            (total.notices, batch["notices"].flatten()),
            (total.problems, batch["problem"].drop_null()),
        ):
            for count in compute.value_counts(values).to_pylist():
                counter[count["values"]] += count["counts"]
    total.unreadable = total.problems.total()
    return total


def by_number(counter: Counter[str]) -> list[tuple[str, int]]:
    """The names with their numbers, most common first, then by name."""
    return sorted(counter.items(), key=lambda row: (-row[1], row[0]))


def rows_with(place: Store, name: str, titles: frozenset[str] | None) -> list[dict[str, Any]]:
    """The rows for these titles in an index file, by row and deck; all rows for None.

    Row groups without the titles are skipped by the statistics in the footer.
    """
    if titles is not None and not titles:
        return []
    filters = None if titles is None else [("title", "in", sorted(titles))]
    with place.open_file(name) as file:
        table = parquet.read_table(file, filters=filters)
    return table.sort_by([("row", "ascending"), ("deck", "ascending")]).to_pylist()  # type: ignore[no-any-return]


def names_of(place: Store, name: str, rows: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """The file, number, id and team of rows in a result file, by row number."""
    with place.open_file(name) as file:
        table = parquet.read_table(file, columns=list(_NAMES), filters=[("row", "in", rows)])
    return {row["row"]: tuple(row.values()) for row in table.to_pylist()}
