"""Makes the fonts of the sheets: `python -m tools.build_fonts NOTO`.

NOTO is a folder with the files of Debian's packages fonts-noto-core 20201225-1 and
fonts-noto-cjk 1:20220127+repack1-1 (`apt-get download`, `dpkg-deb -x`), anywhere below it. From
them come the glyphs of every translated title in the catalogue, and those that names of players
need: Latin, Greek and Cyrillic, and the characters of each East Asian language's own standard.

The PostScript outlines of the East Asian fonts are converted to TrueType outlines, which every PDF
library and viewer supports. Glyphs that a language shares with the fonts before it are left out.
"""

from __future__ import annotations

import hashlib
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable

from cards.store import SHIPPED
from headjudge.web.sheets.fonts import BOX, FILES, FOLDER

SOURCES = {
    "NotoSans-Regular.ttf": "89c3c497f618fdaa0b2d1e98fef93582f28c71debd2c4a8cdf41f190ced2909d",
    "NotoSans-Bold.ttf": "e83493c945848ecd4a9ad0f6d19164541a0d3e23a9c952304a00a46e00272ac5",
    "NotoSansCJK-Regular.ttc": "b76b0433203017ca80401b2ee0dd69350349871c4b19d504c34dbdd80541690a",
}
"""The files that the fonts are made of, with their SHA-256."""
COLLECTED = {"ja": 0, "ko": 1, "zh-Hans": 2, "zh-Hant": 3}
"""The fonts of the collection by language."""
ALPHABETS = (
    (0x20, 0x7E), (0xA0, 0x24F), (0x259, 0x259), (0x300, 0x304), (0x306, 0x30C), (0x323, 0x328),
    (0x370, 0x3FF), (0x400, 0x45F), (0x490, 0x4C2), (0x1E00, 0x1EFF), (0x2010, 0x2027),
    (0x202F, 0x203A), (0x2044, 0x2044), (0x20AC, 0x20AC), (0x20BD, 0x20BD), (0x2116, 0x2116),
    (0x2122, 0x2122), (0x2212, 0x2212),
)  # fmt: skip
"""First and last of the characters that the alphabets need, with their punctuation."""
EAST_ASIAN = ((0x2150, 0x218F), (0x2460, 0x2473), (0x3000, 0x30FF), (0xFF01, 0xFF9F))
"""The same for numerals, kana and the forms of full and half width."""
STANDARDS = {
    "ja": (("euc_jp", 0xA1, 0xF4), "髙﨑濵德栁彅𠮷"),
    "ko": (("euc_kr", 0xB0, 0xC8), ""),
    "zh-Hans": (("gb2312", 0xB0, 0xF7), ""),
    "zh-Hant": (("big5", 0xA4, 0xC6), ""),
}
"""The character set of a language: codec, first and last row, and further letters of names.

JIS X 0208, the syllables of KS X 1001, GB 2312 and the first plane of Big5.
"""
TOLERANCE = 1.0
"""Maximum distance of a curve from the original, in thousandths of the type's size."""
UNNEEDED = ["BASE", "DSIG", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx", "gasp", "fpgm", "prep",
            "cvt ", "CFF "]  # fmt: skip
"""Tables for shaping, hinting and vertical text, which no sheet has."""


def main(noto: Path) -> None:
    """Write every font of `FILES`."""
    titles = _titles()
    latin = set(_codes(ALPHABETS)) | {ord(x) for x in "".join(titles.values()) if ord(x) < 0x2000}
    for name, source in (("latin", "NotoSans-Regular.ttf"), ("latin-bold", "NotoSans-Bold.ttf")):
        font = TTFont(_locate(noto, source), recalcTimestamp=False)
        _write(_subset(font, latin), name)
    collection = _locate(noto, "NotoSansCJK-Regular.ttc")
    drawn: dict[int, str] = {}
    for language, number in COLLECTED.items():
        font = TTFont(collection, fontNumber=number, recalcTimestamp=False)
        cmap = font.getBestCmap()
        wanted = {ord(letter) for letter in titles[language]} | _standard(language)
        wanted = {code for code in wanted if code in cmap and code not in latin}
        missing = {code for code in wanted if drawn.get(code) != cmap[code]}
        for code in missing:
            drawn.setdefault(code, cmap[code])
        _write(_with_quadratic_outlines(_subset(font, missing)), language)


def _titles() -> dict[str, str]:
    """All translated titles of each language, as one text."""
    with closing(sqlite3.connect(SHIPPED)) as store:
        rows = store.execute(
            "SELECT language, title FROM translated_titles ORDER BY language, title"
        )
        titles: dict[str, str] = {}
        for language, title in rows:
            titles[language] = titles.get(language, "") + title
        titles["en"] = "".join(title for (title,) in store.execute("SELECT title FROM cards"))
        return titles


def _standard(language: str) -> set[int]:
    (codec, first, last), more = STANDARDS[language]
    trails = range(0x40 if codec == "big5" else 0xA1, 0xFF)
    pairs = (bytes((lead, trail)) for lead in range(first, last + 1) for trail in trails)
    letters = "".join(pair.decode(codec, "ignore") for pair in pairs)
    others = _codes(EAST_ASIAN) if language == "ja" else ()
    return {ord(letter) for letter in letters + more + BOX} | set(others)


def _codes(ranges: Iterable[tuple[int, int]]) -> Iterator[int]:
    for first, last in ranges:
        yield from range(first, last + 1)


def _locate(folder: Path, name: str) -> Path:
    (path, *_) = folder.rglob(name)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != SOURCES[name]:
        raise SystemExit(f"{name} is another version: its SHA-256 is {digest}")
    return path


def _subset(font: Any, codes: Iterable[int]) -> Any:
    options = Options(hinting=False, notdef_outline=True, glyph_names=False, name_languages=[0x409])
    options.drop_tables += UNNEEDED if "glyf" in font else [x for x in UNNEEDED if x != "CFF "]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    return font


def _with_quadratic_outlines(font: Any) -> Any:
    """The font with its PostScript outlines as TrueType's."""
    glyphs = font.getGlyphSet()
    order = font.getGlyphOrder()
    outlines = {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, TOLERANCE, reverse_direction=True))
        outlines[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = glyf = newTable("glyf")
    glyf.glyphOrder = order
    glyf.glyphs = outlines
    for name in order:
        outlines[name].recalcBounds(glyf)
    sides = {name: (width, outlines[name].xMin if hasattr(outlines[name], "xMin") else 0)
             for name, (width, _) in font["hmtx"].metrics.items()}  # fmt: skip
    font["hmtx"].metrics = sides
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    for field in (
        "maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs",
        "maxStackElements", "maxSizeOfInstructions", "maxComponentElements",
    ):  # fmt: skip
        setattr(maxp, field, 1 if field == "maxZones" else 0)
    del font["CFF "]
    font["post"].formatType = 3.0
    font.sfntVersion = "\0\1\0\0"
    return font


def _write(font: Any, name: str) -> None:
    """Write the font under a name of its own, as a changed one has to have (OFL 1.1)."""
    full = f"Headjudge Sans {name}"
    names = {1: full, 2: "Regular", 3: f"{full} 1", 4: full, 6: full.replace(" ", "")}
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font.flavor = "woff"
    path = FOLDER / FILES[name]
    font.save(path, reorderTables=True)
    print(f"{path.name}: {len(font.getBestCmap())} characters, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
