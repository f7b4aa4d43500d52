"""The canvas: pages of a PDF, with texts, lines and boxes placed in millimetres.

Positions are measured from the top left of the page, for texts to their baseline. Font sizes are
in points.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from io import BytesIO
from typing import Literal, NamedTuple

from fpdf import FPDF
from fpdf.enums import TextMode
from fpdf.fonts import TTFFont

from headjudge.web.sheets import fonts
from messages import Language, in_language

POINT = 25.4 / 72
"""Millimetres."""
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
MARGIN = 12.0
BLACK, GREY, PALE = 0, 95, 200
"""Shades of ink: for text, for secondary text, and for lines to write on."""
STROKE = 0.25
SMALLEST = 5.0
"""Points. Text is not shrunk further to fit."""
TOLERANCE = 1e-6
"""Of sizes, relative."""
LONGEST = 2_000
"""Characters of a text that are drawn; the rest is dropped."""
BOLD_STROKE = 0.035
"""Stroke width of simulated bold, relative to the font size, for fonts without bold."""

Align = Literal["left", "right", "center"]


class Type(NamedTuple):
    """The font style of a text."""

    size: float
    bold: bool = False
    shade: int = BLACK


class Canvas:
    """The pages of one document, with the languages of its reader and of its card titles."""

    def __init__(self, paper: str, reader: Language | None, titles: str) -> None:
        """An empty document."""
        self.width, self.height = PAPERS[paper]
        self._reader = reader
        self._titles = titles
        self._pdf = FPDF(unit="mm", format=PAPERS[paper])
        self._pdf.set_auto_page_break(False)
        self._pdf.set_creator("Headjudge")
        self._loaded: set[str] = set()

    @property
    def pages(self) -> int:
        """The number of pages so far."""
        return self._pdf.page

    def translate(self, text: str) -> str:
        """A message in the reader's language, or the text itself; cut to `LONGEST`."""
        return str(in_language(text, self._reader) if self._reader else text)[:LONGEST]

    def set_metadata(self, title: str, language: str) -> None:
        """Set the title and language of the document's metadata."""
        self._pdf.set_title(self.translate(title))
        self._pdf.set_lang(language)

    def page(self) -> None:
        """Start a page."""
        self._pdf.add_page()
        self._pdf.set_line_width(STROKE)

    def output(self, day: datetime.date | None, keywords: Iterable[str] = ()) -> bytes:
        """The finished document; `day` is its creation date."""
        self._pdf.set_keywords(", ".join(keywords))
        if day:
            midnight = datetime.datetime.combine(day, datetime.time(), datetime.UTC)
            self._pdf.set_creation_date(midnight)
        return bytes(self._pdf.output())

    def close(self) -> None:
        """Close the files of the fonts."""
        for font in self._pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    def measure(self, text: str, style: Type) -> float:
        """The width of a text in millimetres."""
        width = fonts.width_of(self.translate(text), bold=style.bold, language=self._titles)
        return width / 1000 * style.size * POINT

    def fit(self, text: str, style: Type, width: float, least: float = SMALLEST) -> Type:
        """The style, shrunk to fit the text into the width, but not below `least`."""
        needed = self.measure(text, style)
        if needed <= width:
            return style
        return style._replace(size=max(least, style.size * width / needed * (1 - TOLERANCE)))

    def wrap(self, text: str, style: Type, width: float) -> list[str]:
        """The text in lines of that width: broken at spaces and between Han and kana."""
        lines, used = [""], 0.0
        for word in _words(self.translate(text)):
            is_whole = self.measure(word.rstrip(), style) <= width
            for piece in [word] if is_whole else word:
                needed = self.measure(piece.rstrip() if is_whole else piece, style)
                if used + needed > width:
                    lines.append("")
                    used = 0.0
                lines[-1] += piece
                used += self.measure(piece, style)
        return [line.rstrip() for line in lines if line.strip()]

    def text(self, x: float, y: float, text: str, style: Type, align: Align = "left") -> None:
        """Draw a text on one line; `x` is its left, right or middle, by `align`."""
        text = self.translate(text)
        if align != "left":
            x -= self.measure(text, style) / (1 if align == "right" else 2)
        self._pdf.set_text_color(style.shade)
        for run in fonts.runs(text, bold=style.bold, language=self._titles):
            self._set_font(run.font, style.size)
            if style.bold and run.font != fonts.BOLD:
                self._draw_outlines(x, y, run.text, style)
            else:
                self._pdf.text(x, y, run.text)
            x += run.width / 1000 * style.size * POINT

    def within(
        self, x: float, y: float, width: float, text: str, style: Type, align: Align = "left"
    ) -> None:
        """Draw a text on one line of that width: shrunk, then cut if necessary."""
        style = self.fit(text, style, width)
        lines = self.wrap(text, style, width)
        if len(lines) > 1:
            first, *_ = self.wrap(text, style, width - style.size * POINT)
            lines = [f"{first}…"]
        shift = {"left": 0.0, "right": width, "center": width / 2}[align]
        self.text(x + shift, y, lines[0] if lines else "", style, align)

    def line(self, x1: float, y1: float, x2: float, y2: float, shade: int = PALE) -> None:
        """A thin line."""
        self._pdf.set_draw_color(shade)
        self._pdf.line(x1, y1, x2, y2)

    def dashes(self, y: float) -> None:
        """A dashed cutting line across the page."""
        self._pdf.set_draw_color(PALE)
        self._pdf.set_dash_pattern(dash=1.5, gap=1.5)
        self._pdf.line(0, y, self.width, y)
        self._pdf.set_dash_pattern()

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: int | None = None
    ) -> None:
        """A box, either with a thin frame or filled."""
        if fill is None:
            self._pdf.set_draw_color(GREY)
            self._pdf.rect(x, y, width, height)
        else:
            self._pdf.set_fill_color(fill)
            self._pdf.rect(x, y, width, height, style="F")

    def image(self, png: bytes, x: float, y: float, side: float) -> None:
        """A square image."""
        self._pdf.image(BytesIO(png), x, y, side, side)

    def _set_font(self, font: str, size: float) -> None:
        if font not in self._loaded:
            self._loaded.add(font)
            self._pdf.add_font(font, fname=fonts.FOLDER / fonts.FILES[font])
        self._pdf.set_font(font, size=size)

    def _draw_outlines(self, x: float, y: float, text: str, style: Type) -> None:
        """Simulate bold by also drawing the outlines of the letters."""
        width = style.size * POINT * BOLD_STROKE
        with self._pdf.local_context(
            text_mode=TextMode.FILL_STROKE, line_width=width, draw_color=style.shade
        ):
            self._pdf.text(x, y, text)


_OPENING, _CLOSING = (
    "「『（《【〈",
    "、。，．：；！？」』）》】〉・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ",
)
_WIDE = "\u3001-\u9fff\uf900-\ufaff\uff01-\uff60"
_WORD = re.compile(rf"[{_OPENING}]*+(?:[{_WIDE}]|[^\s{_WIDE}]++)?+[{_CLOSING}]*+\s*+")
"""A character of Han or kana, or other text without spaces, with its punctuation."""


def _words(text: str) -> list[str]:
    """The parts of a text between which a line may be broken, each with the spaces after it."""
    return [word for word in _WORD.findall(text) if word]
