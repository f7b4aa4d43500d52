"""What is uploaded becomes a table, and what cannot is told in a sentence."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.web.pages.event import archives, delimited, packing, table
from headjudge.web.pages.event import upload as uploads
from headjudge.web.pages.event.archives import Owner
from headjudge.web.pages.event.table import CannotBeRead, TableRow, Upload
from tests.web.registrations.events import (
    ANN,
    BEN,
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
        ("responses.csv.zip", zip_of({"Event registration.csv": csv_of(ROWS)})),
        ("books.zip", zip_of({"event.xlsx": xlsx_of({"A": ROWS})})),
    ],
)
def test_every_kind_of_table_is_the_same_table(name: str, data: bytes) -> None:
    found = uploads.read(name, data)
    assert cells(found) == ROWS
    assert packing.unpack(packing.pack(found)) == found


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


def test_ndjson_is_a_request_a_line() -> None:
    upload = uploads.read("x.ndjson", b'{"id": 1}\n\n{"id": 2\n')
    assert [(row.number, *row.cells) for row in upload.sheets[0].rows] == [
        (0, "Request"), (1, '{"id": 1}'), (3, '{"id": 2'),
    ]  # fmt: skip


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
    _, found = delimited.read(text)
    assert [row.cells for row in found[1:]] == rows


def test_what_is_broken_is_told() -> None:
    long = "x" * (table.CELL_MAX + 1)
    _, found = delimited.read(f'a,b\n1,"open\n4,5\n1,2,3\n{long},1\n"{long[:9]}\n{long}",1\n6,7\n')
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
    found = [list(cells) for cells, _ in delimited._Reader(text.splitlines(True), ",").rows()]
    assert [row + [""] * (3 - len(row)) for row in found] == rows


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    _, found = delimited.read(text)
    assert [row.number for row in found] == [*range(1, len(found) + 1)]


@pytest.mark.parametrize(
    ("names", "owners"),
    [
        (["A/Ann.txt", "A/Ben.dec", "B/Cem.txt"], [("A", "Ann"), ("A", "Ben"), ("B", "Cem")]),
        (["all/A/Ann.txt", "all/B/Cem.txt"], [("A", "Ann"), ("B", "Cem")]),
        (["A - Ann.txt", "A – Ben.txt", "B__Cem.txt"], [("A", "Ann"), ("A", "Ben"), ("B", "Cem")]),
        (["A.a.txt", "A.2.txt", "B.txt"], [("A", ""), ("A", ""), ("B", "")]),
        (["x/A-Team.txt"], [("A-Team", "")]),
        (["A/1/Ann.txt", "B/Ann.txt"], [("A / 1", "Ann"), ("B", "Ann")]),
    ],
)
def test_names_of_files_say_whose_they_are(names: list[str], owners: list[tuple[str, str]]) -> None:
    assert archives.owners_of(names) == [Owner(*owner) for owner in owners]


def test_pools_of_an_archive() -> None:
    names = ["A/pool.txt", "A/Ann.txt", "B.pool.txt", "B.txt"]
    assert archives.owners_of(names) == [
        Owner("A", is_pool=True), Owner("A", "Ann"), Owner("B", is_pool=True), Owner("B"),
    ]  # fmt: skip


def test_an_archive_is_a_table_of_its_files() -> None:
    files: dict[str, str | bytes] = {
        "A/Ann.txt": ANN, "A/Ben.txt": BEN, "A/photo.jpg": b"\xff\xd8", ".DS_Store": b"x",
        "__MACOSX/A/Ann.txt": b"x", "B/Cem.txt": b"\x00\x01\x02", "README.md": "Hello",
    }  # fmt: skip
    upload = uploads.read("lists.zip", zip_of(files))
    assert upload.left_out == ("A/photo.jpg", "README.md")
    assert [(*row.cells[:3], row.fault) for row in upload.sheets[0].rows[1:]] == [
        ("A", "Ann", ANN, ""), ("A", "Ben", BEN, ""), ("B", "Cem", "", "no-text"),
    ]  # fmt: skip


def test_a_file_without_a_name_is_left_out() -> None:
    data = zip_of({"?Ben.txt": BEN, "A/Ann.txt": ANN}).replace(b"?Ben", b"\0Ben")
    upload = uploads.read("lists.zip", data)
    assert upload.left_out == ("",)
    assert [row.cells[2] for row in upload.sheets[0].rows[1:]] == [ANN]


def test_decklists_as_tables_stay_decklists() -> None:
    deck = "Count,Name\n4,Opt\n56,Island\n"
    upload = uploads.read("lists.zip", zip_of({"A/Ann.csv": deck, "B/Ben.csv": deck}))
    assert [row.cells[:2] for row in upload.sheets[0].rows[1:]] == [("A", "Ann"), ("B", "Ben")]


def corner() -> bytes:
    """A workbook of a few bytes with cells in its first and its last corner."""
    rows: list[list[str]] = [["x"]] + [[]] * 1_048_574
    return xlsx_of({"A": [*rows, [""] * 16_383 + ["y"]]})


def declared(name: str, size: int) -> bytes:
    return zip_of({name: b"0" * size})


def of_sheets(count: int) -> bytes:
    """A workbook of some sheets, each with half of the text that is read of a whole file."""
    text = "x" * 32_000
    rows = [[text]] * (table.TEXT_MAX // 2 // len(text) + 1)
    return xlsx_of({f"Sheet {number}": rows for number in range(count)})


def of_files(suffix: str, text: str, size: int) -> bytes:
    """An archive of files like this that have more text together than is read."""
    whole = text * (size // len(text))
    return zip_of({f"{n}{suffix}": whole for n in range(table.TEXT_MAX // size + 1)})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda: of_sheets(2), "more text"),
        (lambda: zip_of({"A.xlsx": of_sheets(1), "B.xlsx": of_sheets(1)}), "more text"),
        (lambda: of_files(".csv", f"A,B\n{'x' * 90_000},4 Opt\n", 8_000_000), "more text"),
        (lambda: of_files(".dec", "4 Opt\n", archives.FILE_BYTES_MAX), "more text"),
        (lambda: b"", "This file is empty"),
        (lambda: b"\n\n", "This file is empty"),
        (lambda: b"\x89PNG\r\n\x1a\n\x00\x00", "neither a text table"),
        (lambda: b"PK\x03\x04 and no more", "damaged"),
        (lambda: zip_of({}), "This file is empty"),
        (lambda: zip_of({"photo.jpg": b"\xff\xd8"}), "This file is empty"),
        (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "save this spreadsheet as"),
        (lambda: zip_of({"[Content_Types].xml": "<x/>"}), "spreadsheet cannot be read"),
        (lambda: declared("a.txt", archives.BYTES_MAX + 1), "more text"),
        (lambda: declared("[Content_Types].xml", archives.BYTES_MAX + 1), "more text"),
        (lambda: zip_of(dict.fromkeys(map(str, range(archives.FILES_MAX + 1)), b"")), "files"),
        (lambda: corner(), "spreadsheet cannot be read"),
        (lambda: csv_of([["Team"]] + [["x"]] * table.ROWS_MAX), "more than 5000 rows"),
        (lambda: b"a," * 100, "101 columns"),
        (lambda: b"," * 20_000_000, "more text"),
        (lambda: b"\n" * 20_000_000, "more text"),
        (lambda: b'"' * 20_000_000, "more text"),
        (lambda: b"x" * (uploads.UPLOAD_MAX + 1), "larger than 20 MiB"),
        (lambda: b"Count,Name\n4,Opt\n", "single decklist"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_read_is_told(content: Callable[[], bytes], said: str) -> None:
    with pytest.raises(CannotBeRead, match=said):
        uploads.read("file", content())


def test_a_file_that_is_packed_in_another_way_is_a_broken_row(monkeypatch: Any) -> None:
    monkeypatch.setattr(zipfile, "ZIP_DEFLATED", zipfile.ZIP_LZMA)
    upload = uploads.read("x.zip", zip_of({"A/Ann.txt": ANN}))
    assert [row.fault for row in upload.sheets[0].rows] == ["", "damaged"]


uploaded = st.builds(
    lambda name, rows, delimiter: Upload(name, (table.sheet("s", rows),), delimiter, None, ("x",)),
    st.text(max_size=9),
    st.lists(
        st.builds(
            TableRow,
            st.integers(1, 9),
            st.lists(st.text(), min_size=1, max_size=4).map(tuple),
            st.sampled_from(["", *table.ROW_FAULTS]),
        ),
        min_size=1,
    ),
    st.sampled_from(delimited.DELIMITERS),
).filter(lambda upload: bool(upload.sheets[0].rows))
"""As `uploads.read` has them: a sheet of which no row is left is none."""


@given(uploaded)
def test_what_travels_with_the_page_comes_back(upload: Upload) -> None:
    assert packing.unpack(packing.pack(upload)) == upload


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "é", "%%%", packing.deflate(""), packing.deflate("[]"), packing.deflate("{}"),
        packing.deflate("[" * 100_000), packing.deflate('["a",[],",",null,[],[]]'),
        packing.deflate('["a",[],"!",null,[],[["s","table",[[1,"","x"]]]]]'),
        packing.deflate('["a",[],",",null,[],[["s","none",[[1,"","x"]]]]]'),
        packing.deflate('["a",[],",",null,[],[["s","table",[[1,"other","x"]]]]]'),
        packing.deflate('["a",[],",",null,[],[["s","table",[[1,"",{}]]]]]'),
        packing.deflate('["a",[],",",null,[],[["s","table",[true]]]]'),
        packing.deflate(" " * (packing.UNPACKED_MAX + 1)),
        packing.pack(uploads.read("x.csv", csv_of(ROWS)))[:-9],
    ],
)  # fmt: skip
def test_what_comes_back_otherwise_is_refused(text: str) -> None:
    with pytest.raises(CannotBeRead, match="a different table"):
        packing.unpack(text)


@given(st.text() | st.text().map(packing.deflate))
def test_whatever_comes_back_is_answered(text: str) -> None:
    with pytest.raises(CannotBeRead):
        packing.unpack(text)
