"""The Parquet files of an audit: their columns, how they are written, and what they add up to."""

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
"""Rows of a group of the index, the least that a look-up reads."""

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
"""A row a team. `legal` is null where there is a `problem`, which `message` explains."""
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
IMPACT = pa.schema({**_NAMES, "appearing": _WORDS, "going": _WORDS, "cards": _WORDS})
"""A row a team that a change touches: codes of faults that it gets and loses, and of what cards."""


@dataclass
class Tally:
    """Numbers of the teams of a corpus."""

    teams: int = 0
    legal: int = 0
    illegal: int = 0
    unreadable: int = 0
    """Rows that are no team that could be judged."""
    codes: Counter[str] = field(default_factory=Counter)
    """Teams by violation."""
    cards: Counter[str] = field(default_factory=Counter)
    """Teams by the titles that are at fault."""
    notices: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    """Rows that could not be judged, by why."""

    def as_dict(self) -> dict[str, Any]:
        """The numbers as a JSON document, the largest first."""
        return {
            name: dict(by_number(value)) if isinstance(value, Counter) else value
            for name, value in vars(self).items()
        }


@contextmanager
def writer(
    place: Store, name: str, schema: pa.Schema
) -> Iterator[Callable[[Sequence[tuple[Any, ...]]], None]]:
    """Writes rows, whose values stand in the order of the columns, to a file of that name."""

    def write(rows: Sequence[tuple[Any, ...]]) -> None:
        columns = list(zip(*rows, strict=True)) or [()] * len(schema)
        arrays = [pa.array(*each) for each in zip(columns, schema.types, strict=True)]
        opened.write_table(pa.Table.from_arrays(arrays, schema=schema), row_group_size=GROUP)

    with (
        place.writing(name) as file,
        parquet.ParquetWriter(file, schema, compression="zstd") as opened,
    ):
        yield write


def tally(place: Store, names: Sequence[str]) -> Tally:
    """The numbers of these files of results."""
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
            for each in compute.value_counts(values).to_pylist():
                counter[each["values"]] += each["counts"]
    total.unreadable = total.problems.total()
    return total


def by_number(counter: Counter[str]) -> list[tuple[str, int]]:
    """The names with their numbers, the most common first; equals by name."""
    return sorted(counter.items(), key=lambda each: (-each[1], each[0]))


def rows_with(place: Store, name: str, titles: frozenset[str] | None) -> list[dict[str, Any]]:
    """The rows of these titles in a file of the index, by row and deck; of all with None.

    What else is in the file is passed over by the bounds that its footer gives of each group.
    """
    if titles is not None and not titles:
        return []
    filters = None if titles is None else [("title", "in", sorted(titles))]
    with place.open_file(name) as file:
        table = parquet.read_table(file, filters=filters)
    return table.sort_by([("row", "ascending"), ("deck", "ascending")]).to_pylist()  # type: ignore[no-any-return]


def names_of(place: Store, name: str, rows: Sequence[int]) -> dict[int, tuple[Any, ...]]:
    """The file, number, id and team of these rows in a file of results, by their numbers."""
    with place.open_file(name) as file:
        table = parquet.read_table(file, columns=list(_NAMES), filters=[("row", "in", rows)])
    return {row["row"]: tuple(row.values()) for row in table.to_pylist()}
