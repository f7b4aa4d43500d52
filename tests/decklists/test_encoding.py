"""From bytes to text: the encodings of editors and spreadsheets."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.decklists import NoText, decode

LISTS = ["4 Opt\r\n56 Island\r\n", "Anzahl;Karte\n4;Öffnung\n", "4 帰化\n56 森\n", "4 稲妻"]


@pytest.mark.parametrize("text", LISTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == (text, None)


def test_utf_16_of_the_other_order_with_a_mark() -> None:
    assert decode(codecs.BOM_UTF16_BE + "4 Opt".encode("utf-16-be")).text == "4 Opt"


def test_windows_1252_is_a_guess() -> None:
    assert decode("4 Lim-Dûl’s Vault".encode("cp1252")) == ("4 Lim-Dûl’s Vault", "Windows-1252")


@pytest.mark.parametrize(
    "data",
    [
        b"4 Opt\0",
        b"4 Opts\0\n",
        b"\0" * 64,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"PK\x03\x04\x14\0\x06\0\x08\0",
        b"1\0\x01\0 \0",
        b"4\0 \0O\0p",
        b"\0\xd8" * 9,
    ],
)
def test_no_text(data: bytes) -> None:
    with pytest.raises(NoText):
        decode(data)


@given(st.binary())
def test_bytes_are_text_or_none(data: bytes) -> None:
    try:
        assert isinstance(decode(data).text, str)
    except NoText:
        assert data
