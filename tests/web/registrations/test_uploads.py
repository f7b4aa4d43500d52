"""What is uploaded becomes a table, and what cannot is told in a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.web.pages.event import upload as uploads
from headjudge.web.pages.event.upload import CannotBeRead, Upload
from tests.web.registrations.events import (
    ANN,
    csv_of,
    google_form,
    ods_of,
    xlsx_of,
    zip_of,
)

ROWS = google_form(2)


def cells(upload: Upload, sheet: int = 0) -> list[list[str]]:
    return [list(row.cells) for row in upload.sheets[sheet].rows]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("event.csv", csv_of(ROWS)),
        ("event.txt", csv_of(ROWS, ";")),
        ("event.tsv", csv_of(ROWS, "\t")),
        ("bars.csv", csv_of(ROWS, "|")),
        ("bom.csv", b"\xef\xbb\xbf" + csv_of(ROWS)),
        ("utf-16.csv", csv_of(ROWS, "\t", "utf-16")),
        ("sep.csv", b"sep=;\r\n" + csv_of(ROWS, ";")),
        ("hash.csv", b"sep=#\r\n" + csv_of(ROWS, "#")),
        ("event.xlsx", xlsx_of({"Form Responses 1": ROWS})),
        ("event.ods", ods_of(ROWS)),
    ],
)
def test_every_kind_of_table_is_the_same_table(name: str, data: bytes) -> None:
    found = uploads.read(name, data)
    assert cells(found) == ROWS


def test_a_guessed_encoding_is_told() -> None:
    upload = uploads.read("é.csv", csv_of([["Équipe", "Liste"], ["Été", ANN]], encoding="cp1252"))
    assert (upload.encoding, cells(upload)[1][0]) == ("Windows-1252", "Été")


def test_sheets_that_hold_something_are_offered() -> None:
    upload = uploads.read("x.xlsx", xlsx_of({"Notes": [], "A": ROWS, "B": ROWS[:2]}))
    assert [(sheet.name, len(sheet.rows)) for sheet in upload.sheets] == [("A", 3), ("B", 2)]


def test_rows_have_the_numbers_of_the_spreadsheet() -> None:
    upload = uploads.read("x.xlsx", xlsx_of({"A": [[], [], ["Team"], [], ["One"], []]}))
    filled = [row for row in upload.sheets[0].rows if not row.is_blank]
    assert [(row.number, row.cells) for row in filled] == [(3, ("Team",)), (5, ("One",))]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('a,b,c\n1,"open,3\n4,5,6\n', [("1", "open", "3"), ("4", "5", "6")]),
        ('a,b,c\n1,"x\ny",3\n4,"x\ny",6\n', [("1", "x\ny", "3"), ("4", "x\ny", "6")]),
        ('a,b,c\n1,"two\nlines,3\n4,"x\ny",6\n', [("1", "two"), ("4", "x\ny", "6")]),
        ('a,b,c\n1,"he said "no"",3\n4,5,6', [("1", 'he said no""', "3"), ("4", "5", "6")]),
        ("a,b,c\n1,2,3,4\n4,5,6", [("1", "2", "3"), ("4", "5", "6")]),
        ("a,b,c\n1\n4,5,6", [("1",), ("4", "5", "6")]),
        ("a,b,c\n1,2,3,,\n\n4,5,6", [("1", "2", "3"), (), ("4", "5", "6")]),
    ],
)
def test_a_broken_row_ends_before_the_next(text: str, rows: list[tuple[str, ...]]) -> None:
    _, found = uploads.read_delimited(text)
    assert [row.cells for row in found[1:]] == rows


def test_faults_of_a_table() -> None:
    long = "x" * (uploads.CELL_MAX + 1)
    _, found = uploads.read_delimited(
        f'a,b\n1,"open\n4,5\n1,2,3\n{long},1\n"{long[:9]}\n{long}",1\n6,7\n'
    )
    assert [row.fault for row in found] == ["", "quotes", "", "cells", "long", "long", ""]


@given(
    rows=st.lists(
        st.lists(st.text(st.sampled_from('ab1",;\n\t| '), max_size=9), min_size=3, max_size=3),
        min_size=1, max_size=8,
    )
)  # fmt: skip
def test_what_is_written_rightly_is_read_as_it_was(rows: list[list[str]]) -> None:
    rows = [["a", "b", "c"], *rows]
    text = csv_of(rows).decode()
    found = [list(cells) for cells, _ in uploads._Reader(text.splitlines(True), ",").rows()]
    assert [row + [""] * (3 - len(row)) for row in found] == rows


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    _, found = uploads.read_delimited(text)
    assert [row.number for row in found] == [*range(1, len(found) + 1)]


def corner() -> bytes:
    """A workbook of a few bytes with cells in its first and its last corner."""
    rows: list[list[str]] = [["x"]] + [[]] * 1_048_574
    return xlsx_of({"A": [*rows, [""] * 16_383 + ["y"]]})


def of_sheets(count: int) -> bytes:
    """A workbook of some sheets, each with half of the text that is read of a whole file."""
    text = "x" * 32_000
    rows = [[text]] * (uploads.TEXT_MAX // 2 // len(text) + 1)
    return xlsx_of({f"Sheet {number}": rows for number in range(count)})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda: of_sheets(2), "more text"),
        (lambda: b"", "This file is empty"),
        (lambda: b"\n\n", "This file is empty"),
        (lambda: b"\x89PNG\r\n\x1a\n\x00\x00", "neither a text table"),
        (lambda: b"PK\x03\x04 and no more", "ZIP archive"),
        (lambda: zip_of({"event.csv": csv_of(ROWS)}), "ZIP archive"),
        (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "save this spreadsheet as"),
        (lambda: zip_of({"[Content_Types].xml": "<x/>"}), "spreadsheet cannot be read"),
        (lambda: corner(), "spreadsheet cannot be read"),
        (lambda: csv_of([["Team"]] + [["x"]] * uploads.ROWS_MAX), "more than 5000 rows"),
        (lambda: b"a," * 100, "101 columns"),
        (lambda: b"," * 4_000_000, "more text"),
        (lambda: b"\n" * 4_000_000, "more text"),
        (lambda: b'"' * 4_000_000, "more text"),
        (lambda: b"x" * (uploads.UPLOAD_MAX + 1), "larger than 5 MiB"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_read_is_told(content: Callable[[], bytes], said: str) -> None:
    with pytest.raises(CannotBeRead, match=said):
        uploads.read("file", content())
