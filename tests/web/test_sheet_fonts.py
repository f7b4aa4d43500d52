"""The fonts of the sheets draw everything that a sheet may have to say."""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

import messages
from cards.store import SHIPPED
from headjudge.web.schemas.sheets import LANGUAGES
from headjudge.web.sheets import fonts
from headjudge.web.sheets.canvas import Canvas, Type
from headjudge.web.sheets.fonts import BOX, FILES, FOLDER, LOOKALIKES

TRANSLATIONS = Path(messages.__file__).parent / "translations"
INKLESS = {" ", "\u3000", "\u00a0", "\u2002", "\u2003", "\u200a", "\u202f"}


@cache
def titles() -> dict[str, set[str]]:
    """The characters of the translated titles, by language."""
    found: dict[str, set[str]] = {}
    with closing(sqlite3.connect(SHIPPED)) as store:
        for language, title in store.execute("SELECT language, title FROM translated_titles"):
            found.setdefault(language, set()).update(title)
        for (title,) in store.execute("SELECT title FROM cards"):
            found.setdefault("en", set()).update(title)
    # One title of the facts has a control character in it, which draws nothing.
    return {
        language: {one for one in letters if not unicodedata.category(one).startswith("C")}
        for language, letters in found.items()
    }


def outlined(name: str) -> set[str]:
    """The characters of a font that have an outline."""
    with TTFont(FOLDER / FILES[name]) as font:
        places = font["loca"]
        glyphs = {chr(code): font.getGlyphID(name) for code, name in font.getBestCmap().items()}
        return {letter for letter, id in glyphs.items() if places[id + 1] > places[id]}


def test_the_languages_are_those_of_the_facts() -> None:
    assert {*LANGUAGES} == {*titles()}


@pytest.fixture(scope="module")
def letters() -> set[str]:
    """Every character that some font draws."""
    return set().union(*map(outlined, FILES)) | INKLESS | {*LOOKALIKES}


@pytest.mark.parametrize("language", titles())
def test_every_translated_title_can_be_drawn(language: str, letters: set[str]) -> None:
    assert titles()[language] - letters == set()


def test_every_word_of_the_service_can_be_drawn(letters: set[str]) -> None:
    for catalogue in TRANSLATIONS.glob("*/LC_MESSAGES/*.po"):
        words = set(catalogue.read_text("utf-8")) - {"\n", "\t"}
        assert words - letters == set(), catalogue


@pytest.mark.parametrize(
    "text",
    [
        "𠮷野家の髙橋さん",
        "ガンダム ｶﾞ ー",
        "Zażółć gęślą jaźń",
        "Đặng Nguyễn",
        "Ωμέγα",
        "Щёлково",
        "김민준",
        "陳欣怡",
        "王小明",
    ],
)
def test_names_of_players_can_be_drawn(text: str) -> None:
    assert BOX not in "".join(run.text for run in fonts.runs(text))


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("4 Opt \U0001f600!", "4 Opt □!"),
        ("a\x00b\x1bc", "a□b□c"),
        ("a\tb\u2028c", "a b c"),
        ("שלום Opt", "□□□□ Opt"),
        ("\ud800Opt", "□Opt"),
        ("e\u0301", "é"),
        ("zero\u200bwidth\ufe0f", "zerowidth"),
    ],
)
def test_a_missing_glyph_is_a_box(text: str, drawn: str) -> None:
    assert "".join(run.text for run in fonts.runs(text)) == drawn


@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant"])
def test_han_is_drawn_as_the_language_does(language: str) -> None:
    # 直 and 骨 are one character each, and written in three ways.
    (run,) = fonts.runs("直骨", language=language)
    assert run.font == language


def test_it_is_embedded_with_outlines_and_reads_back() -> None:
    letters = sorted(set().union(*titles().values()) - INKLESS - {*LOOKALIKES})
    # All of the alphabets, and of the rest enough to be sure of its fonts.
    wanted = [one for number, one in enumerate(letters) if one < "\u3100" or number % 9 == 0]
    canvas = Canvas("a4", None, "ja")
    rows = [wanted[start : start + 60] for start in range(0, len(wanted), 60)]
    for number, row in enumerate(rows):
        if number % 60 == 0:
            canvas.page()
        canvas.text(10, 15 + number % 60 * 4.5, "".join(row), Type(8))
    reader = PdfReader(BytesIO(canvas.output(None)))
    read = {letter for page in reader.pages for letter in page.extract_text()}
    assert set(wanted) - read == set()
    embedded = list(embedded_fonts(reader))
    assert len(embedded) >= 5
    for font in embedded:
        drawn = [one for one in font.getGlyphOrder() if font["glyf"][one].numberOfContours]
        assert len(drawn) > len(font.getGlyphOrder()) * 0.9


def embedded_fonts(reader: PdfReader) -> Iterator[Any]:
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]
            yield TTFont(BytesIO(descriptor["/FontFile2"].get_data()))
