"""The rows of a partition: each an object as JSON has it, or why it is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from headjudge.cli.audit import delimited
from headjudge.cli.audit.corpus import Partition, damages, is_damage
from headjudge.cli.audit.rows import Unasked, parsed

BATCH = 256
"""Rows of Parquet that are taken up at once."""


class Row(NamedTuple):
    """One row; without a document it has a problem."""

    number: int
    """Where it stands in its file, from 1."""
    document: Mapping[str, Any] | None
    problem: Unasked | None = None


def rows_of(partition: Partition) -> Iterator[Row]:
    """The rows that are not blank, in order; what is damaged ends with a row that says so."""
    number = partition.row
    if partition.fault:
        yield Row(number, None, Unasked("damaged", partition.fault))
        return
    read = {"ndjson": _of_lines, "csv": _of_records, "parquet": _of_row_groups}
    try:
        for row in read[partition.file.kind](partition):
            number = row.number + 1
            yield row
    except damages() as error:
        if not is_damage(error):
            raise
        problem = Unasked("damaged", f"The file is damaged from this row on: {error}.")
        yield Row(number, None, problem)


def _of_lines(partition: Partition) -> Iterator[Row]:
    number, position = partition.row, partition.start
    with partition.file.open() as file:
        if position:
            file.seek(position)
        for line, size in delimited.lines(file):
            if line is None:
                yield Row(number, None, Unasked("too-long"))
            elif line.strip():
                yield _of_line(number, line)
            number += 1
            position += size
            if partition.stop is not None and position >= partition.stop:
                return


def _of_line(number: int, line: bytes) -> Row:
    try:
        return Row(number, parsed(line))
    except Unasked as problem:
        return Row(number, None, problem)


def _of_records(partition: Partition) -> Iterator[Row]:
    header = partition.header
    with partition.file.open() as file:
        file.seek(partition.start)
        found = delimited.records(file, partition.start, partition.delimiter)
        for number, record in enumerate(found, partition.row):
            if partition.stop is not None and record.offset >= partition.stop:
                return
            if record.fault:
                yield Row(number, None, Unasked(record.fault))
            elif len(record.cells) > len(header) and any(record.cells[len(header) :]):
                yield Row(number, None, Unasked("cells"))
            elif any(cell.strip() for cell in record.cells):
                yield Row(number, dict(zip(header, record.cells, strict=False)))


def _of_row_groups(partition: Partition) -> Iterator[Row]:
    from pyarrow.parquet import ParquetFile

    number = partition.row
    with partition.file.open() as file:
        read = ParquetFile(file)
        groups = list(range(partition.start, partition.stop or 0))
        for batch in read.iter_batches(batch_size=BATCH, row_groups=groups):
            for document in batch.to_pylist():
                # Parquet gives every field of a struct, those that were not said as null.
                yield Row(number, {name: one for name, one in document.items() if one is not None})
                number += 1
