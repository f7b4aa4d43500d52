"""Rows of files from any byte on: whole, numbered, and never more than is bounded."""

from __future__ import annotations

import csv
import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.cli.audit import delimited
from headjudge.cli.audit.delimited import LONGEST, line_starts, lines, records

CELLS = st.lists(st.text('ab",;\n\r\té'), min_size=1, max_size=3)


@given(st.lists(CELLS), st.sampled_from(["\n", "\r\n"]))
def test_records_are_those_that_were_written(rows: list[list[str]], end: str) -> None:
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    data = file.getvalue().encode()
    found = [*records(io.BytesIO(data), 0, ",")]
    assert [[*record.cells] for record in found] == rows
    # From the beginning of any of them on the rest is the same.
    for index, record in enumerate(found):
        rest = io.BytesIO(data)
        rest.seek(record.offset)
        assert [*records(rest, record.offset, ",")] == found[index:]


@given(st.lists(st.sampled_from(['a,"b', 'c"', '"', "d,e", '"x""y",z', "é", "\xff", ""])))
def test_no_byte_is_lost_whatever_the_quotation_marks(texts: list[str]) -> None:
    data = "".join(f"{text}\n" for text in texts).encode("latin-1")
    found = [*records(io.BytesIO(data), 0, ",")]
    offsets = [record.offset for record in found]
    assert offsets == sorted(set(offsets))
    assert all(offset == 0 or data[offset - 1 : offset] == b"\n" for offset in offsets)
    assert bool(data) == (offsets[:1] == [0])


def test_a_mark_that_is_never_closed_costs_its_own_line_alone() -> None:
    data = b'a,"b\n' + b"c,d\n" * 3
    found = [*records(io.BytesIO(data), 0, ",")]
    assert [record.fault for record in found] == ["quotes", "", "", ""]
    assert [record.offset for record in found] == [0, 5, 9, 13]


def test_long_lines_are_passed_over() -> None:
    data = b"a\n" + b"x" * (3 * LONGEST) + b"\nb"
    found = [*lines(io.BytesIO(data))]
    assert found == [(b"a\n", 2), (None, 3 * LONGEST + 1), (b"b", 1)]
    assert [one.fault for one in records(io.BytesIO(data), 0, ",")] == ["", "too-long", ""]


@pytest.mark.parametrize("piece", [1, 2, 7, 100])
@given(texts=st.lists(st.text("ab", max_size=5)), block=st.integers(1, 20), ended=st.booleans())
def test_blocks_begin_with_lines(piece: int, texts: list[str], block: int, ended: bool) -> None:
    data = ("\n".join(texts) + "\n" * ended).encode()
    usual, delimited.PIECE = delimited.PIECE, piece
    try:
        found = [*line_starts(io.BytesIO(data), block)]
    finally:
        delimited.PIECE = usual
    assert bool(data) == (found[:1] == [(0, 0)])
    for start, count in found:
        assert start == 0 or data[start - 1 : start] == b"\n"
        assert data[:start].count(b"\n") == count
    starts = [start for start, _ in found]
    assert all(b - a >= block for a, b in pairwise(starts))
    # None is longer than a block by more than its last line.
    for a, b in pairwise([*starts, len(data)]):
        assert b"\n" not in data[a + block : b - 1] or b - a <= block
