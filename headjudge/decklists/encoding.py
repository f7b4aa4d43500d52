"""Files of lists: their names, and their texts in the encodings written by players' programs."""

import codecs
import re
from pathlib import PurePosixPath
from typing import NamedTuple

from messages import MessageError, say

_CONTROLS = r"[\x00-\x08\x0e-\x1f\x7f]"
"""Characters that no text contains."""

_KANA = "[\u3041-\u3096\u30a1-\u30fa]{2}"
_DIGIT = r"[0-9]"
_SPACE = r"\s"
_OTHER_ENDS = r"[\v\f\x85\u2028\u2029]"
"""Line ends of word processors and pages."""
ZEROS_MIN = 5
"""At least one in this many characters has the high byte 0, in lists of any script."""


class NoText(MessageError):
    """The bytes are not text in any supported encoding; `message` completes a sentence."""


class Decoded(NamedTuple):
    """A text, and the name of its encoding if it was guessed."""

    text: str
    guessed: str | None = None


def decode(data: bytes) -> Decoded:
    """The text of a file; raises NoText.

    Editors and spreadsheets write UTF-8 or UTF-16, with or without a byte order mark. Anything
    else is decoded as Shift_JIS or EUC-JP if it is such with kana, else as Windows-1252, and
    `guessed` is set.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Decoded(_decode(data, "utf-16"))
    if encoding := _unmarked_utf_16(data):
        return Decoded(_decode(data, encoding))
    if b"\0" in data:
        raise NoText(say("is not a text file"))
    try:
        return Decoded(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _japanese(data) or Decoded(_decode(data, "cp1252"), "Windows-1252")


def _japanese(data: bytes) -> Decoded | None:
    """Shift_JIS or EUC-JP, as spreadsheets in Japan write CSV: all of it is, and kana are in it."""
    for encoding, name in (("cp932", "Shift_JIS"), ("euc_jp", "EUC-JP")):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if re.search(_KANA, text):
            return Decoded(text, name)
    return None


def _unmarked_utf_16(data: bytes) -> str | None:
    """UTF-16 without a byte order mark: the high bytes of digits, spaces and line ends are 0.

    Such characters are frequent in every list, and no other text encoding has zero bytes.
    Binary files (a picture, a workbook) have zeros at both even and odd offsets, or control
    characters.
    """
    even, odd = data[::2].count(0), data[1::2].count(0)
    if len(data) % 2 or not (even == 0) ^ (odd == 0) or (even + odd) * ZEROS_MIN < len(data) // 2:
        return None
    encoding = "utf-16-be" if even else "utf-16-le"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    # Every list with counts has a digit and white space.
    is_list = re.search(_DIGIT, text) and re.search(_SPACE, text) and not re.search(_CONTROLS, text)
    return encoding if is_list else None


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise NoText(say("is in an unknown encoding")) from None


def split(text: str) -> list[str]:
    """The lines of the text as editors count them, ended by line feeds or carriage returns.

    A text without these is split at the line ends of word processors, or at the escaped line
    feeds of a string literal.
    """
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\n" not in text:
        text = text if text.isprintable() else re.sub(_OTHER_ENDS, "\n", text)
        if text.count("\\n") > 1 and "\n" not in text:
            text = text.replace("\\n", "\n")
    return text.split("\n")


OF_DECKS = frozenset({".cod", ".dck", ".dec", ".dek", ".mwdeck"})
"""Suffixes used only for decks."""
NEVER = ("readme", "license", "licence", "copying", "changelog", "contributing", "headjudge",
         "requirements", "robots", "package.json", "package-lock.json")  # fmt: skip
"""Beginnings of names of common repository files that are not decklists."""
POOL = re.compile(r"(?:(?P<team>.+)\.)?pool", re.IGNORECASE)
"""The name of a card pool's file, without its suffix."""
MEMBER = re.compile(r"(?P<team>.+)\.(?P<mark>[a-h]|[1-8])", re.IGNORECASE)
"""The name of one of a team's files, without its suffix: `name.a`, `name.2`."""


def is_never_deck(name: str) -> bool:
    """Whether this is the name of a common repository file that is no decklist."""
    lowered = name.lower()
    return lowered.startswith(NEVER) and PurePosixPath(lowered).suffix not in OF_DECKS
