"""Files of a source, however they are packed, and however they are damaged."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.sources import streams
from cards.sources.streams import Damaged

RECORDS = [{"name": "Æther Vial", "n": 1.5}, {"name": "稲妻", "n": 2}]
ARRAY = json.dumps(RECORDS).encode()
LINES = "".join(json.dumps(one) + "\n" for one in RECORDS).encode()
PACKERS: list[Callable[[bytes], bytes]] = [bytes, gzip.compress, lzma.compress, bz2.compress]


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize("text", [ARRAY, LINES, LINES.rstrip(b"\n"), LINES.replace(b"\n", b"\n\n")])
def test_each_form_and_packing(tmp_path: Path, text: bytes, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "file"
    path.write_bytes(pack(text))
    assert list(streams.records(path)) == RECORDS


@pytest.mark.parametrize("pack", PACKERS)
def test_members_and_nested_records(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "file"
    path.write_bytes(pack(json.dumps({"meta": {}, "data": {"a": [1], "b": RECORDS}}).encode()))
    assert list(streams.members(path, "data")) == [("a", [1]), ("b", RECORDS)]
    assert list(streams.records(path, "data.b.item")) == RECORDS


@pytest.mark.parametrize("pack", PACKERS[1:])
@given(data=st.data())
def test_what_is_cut_off_is_found(
    tmp_path_factory: pytest.TempPathFactory, pack: Callable[[bytes], bytes], data: st.DataObject
) -> None:
    whole = pack(LINES)
    end = data.draw(st.integers(8, len(whole) - 1))
    path = tmp_path_factory.mktemp("cut") / "file"
    path.write_bytes(whole[:end])
    with pytest.raises(Damaged, match=r"^file is cut off or altered"):
        list(streams.records(path))


@pytest.mark.parametrize(
    "text", [ARRAY[:-1], ARRAY[:-9], LINES[:-3], b"", b"[", b"\xff", b"<html>"]
)
def test_plain_text_that_is_cut_off(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(text)
    with pytest.raises(Damaged):
        list(streams.records(path))


@given(text=st.binary(max_size=200))
def test_any_bytes_are_records_or_damaged(
    tmp_path_factory: pytest.TempPathFactory, text: bytes
) -> None:
    path = tmp_path_factory.mktemp("any") / "file"
    path.write_bytes(text)
    for read in (
        lambda: list(streams.records(path)),
        lambda: list(streams.members(path, "data")),
        lambda: list(streams.events(path)),
        lambda: streams.document(path, 1000),
    ):
        try:
            read()
        except Damaged as error:
            assert str(error).startswith("file ")


def test_a_document_that_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(ARRAY)
    assert streams.document(path, len(ARRAY)) == RECORDS
    with pytest.raises(Damaged, match="too large"):
        streams.document(path, len(ARRAY) - 1)
