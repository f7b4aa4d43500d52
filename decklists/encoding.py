"""From the bytes of a file to its text, in the encodings that players' programs write."""

from __future__ import annotations

import codecs
from typing import NamedTuple


class NoText(ValueError):
    """The bytes are no text in any encoding that is known here; says so in a sentence's end."""


class Decoded(NamedTuple):
    """A text, and the name of the encoding where it had to be guessed."""

    text: str
    guessed: str | None = None


def decode(data: bytes) -> Decoded:
    """The text of a file; raises NoText.

    UTF-8 and, by its byte order mark, UTF-16 are what editors write. What is neither is taken
    for Windows-1252, and `guessed` says so.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Decoded(_decoded(data, "utf-16"))
    if b"\0" in data:
        raise NoText("is no text file")
    try:
        return Decoded(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Decoded(_decoded(data, "cp1252"), "Windows-1252")


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise NoText("is in no encoding that is known here") from None
