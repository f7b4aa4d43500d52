"""The paper: pages of a PDF, on which texts, lines and boxes are put by millimetres.

Positions are from the top left of the page; texts stand on their baseline. Sizes of type are in
points.
"""

from __future__ import annotations

import datetime
import re
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
"""Shades of ink: of text, of what is said besides, and of lines to write on."""
STROKE = 0.25
SMALLEST = 5.0
"""Points. Type is made no smaller to fit."""
HAIR = 1e-6
"""Sizes are no more exact than that."""
LONGEST = 2_000
"""Characters of a text that are drawn, measured and broken into lines."""
FAKED = 0.035
"""How much thicker the strokes of a bold letter are, by its size, where a font has none."""

Align = Literal["left", "right", "center"]


class Type(NamedTuple):
    """How a text is set."""

    size: float
    bold: bool = False
    shade: int = BLACK


class Canvas:
    """The pages of one document, in the language of its reader and that of its card titles."""

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
        """How many there are so far."""
        return self._pdf.page

    def translate(self, text: str) -> str:
        """The text in the reader's language, if it is a message; no more of it than is drawn."""
        return str(in_language(text, self._reader) if self._reader else text)[:LONGEST]

    def entitle(self, title: str, language: str) -> None:
        """What the document is, for those who list or read out documents."""
        self._pdf.set_title(self.translate(title))
        self._pdf.set_lang(language)

    def page(self) -> None:
        """Begin a page."""
        self._pdf.add_page()
        self._pdf.set_line_width(STROKE)

    def finished(self, day: datetime.date | None) -> bytes:
        """The finished document; the day is all that it knows of time."""
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

    def fitted(self, text: str, style: Type, width: float, least: float = SMALLEST) -> Type:
        """The type, smaller where the text would be wider; as small as can be read at most."""
        measured = self.measure(text, style)
        if measured <= width:
            return style
        return style._replace(size=max(least, style.size * width / measured * (1 - HAIR)))

    def wrap(self, text: str, style: Type, width: float) -> list[str]:
        """The text in lines of that width: broken at blanks, or anywhere where there are none."""
        lines, used = [""], 0.0
        for word in _words(self.translate(text)):
            wide = self.measure(word.rstrip(), style)
            pieces = [word] if wide <= width else list(word)
            if len(pieces) == 1 and used + wide > width:
                lines.append("")
                used = 0.0
            for piece in pieces:
                wide = self.measure(piece, style)
                if len(pieces) > 1 and used + wide > width:
                    lines.append("")
                    used = 0.0
                lines[-1] += piece
                used += wide
        return [line.rstrip() for line in lines if line.strip()]

    def text(self, x: float, y: float, text: str, style: Type, align: Align = "left") -> None:
        """Put a text on one line; `x` is its left end, its right end or its middle."""
        text = self.translate(text)
        if align != "left":
            x -= self.measure(text, style) / (1 if align == "right" else 2)
        self._pdf.set_text_color(style.shade)
        for run in fonts.runs(text, bold=style.bold, language=self._titles):
            self._use(run.font, style.size)
            if style.bold and run.font != fonts.BOLD:
                self._thickened(x, y, run.text, style)
            else:
                self._pdf.text(x, y, run.text)
            x += run.width / 1000 * style.size * POINT

    def within(
        self, x: float, y: float, width: float, text: str, style: Type, align: Align = "left"
    ) -> None:
        """Put a text on one line of that width: in smaller type, and cut, where it is longer."""
        fitting = self.fitted(text, style, width)
        lines = self.wrap(text, fitting, width)
        if len(lines) > 1:
            first, *_ = self.wrap(text, fitting, width - fitting.size * POINT)
            lines = [f"{first}…"]
        shift = {"left": 0.0, "right": width, "center": width / 2}[align]
        self.text(x + shift, y, lines[0] if lines else "", fitting, align)

    def line(self, x1: float, y1: float, x2: float, y2: float, shade: int = PALE) -> None:
        """A thin line."""
        self._pdf.set_draw_color(shade)
        self._pdf.line(x1, y1, x2, y2)

    def dashes(self, y: float) -> None:
        """A line to cut along, from edge to edge."""
        self._pdf.set_draw_color(PALE)
        self._pdf.set_dash_pattern(dash=1.5, gap=1.5)
        self._pdf.line(0, y, self.width, y)
        self._pdf.set_dash_pattern()

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: int | None = None
    ) -> None:
        """A box, with a thin frame or filled with a shade."""
        if fill is None:
            self._pdf.set_draw_color(GREY)
            self._pdf.rect(x, y, width, height)
        else:
            self._pdf.set_fill_color(fill)
            self._pdf.rect(x, y, width, height, style="F")

    def image(self, png: bytes, x: float, y: float, side: float) -> None:
        """A square picture."""
        self._pdf.image(BytesIO(png), x, y, side, side)

    def _use(self, font: str, size: float) -> None:
        if font not in self._loaded:
            self._loaded.add(font)
            self._pdf.add_font(font, fname=fonts.FOLDER / fonts.FILES[font])
        self._pdf.set_font(font, size=size)

    def _thickened(self, x: float, y: float, text: str, style: Type) -> None:
        """Bold letters of a font that has none, with their outlines drawn as well."""
        width = style.size * POINT * FAKED
        with self._pdf.local_context(
            text_mode=TextMode.FILL_STROKE, line_width=width, draw_color=style.shade
        ):
            self._pdf.text(x, y, text)


def _words(text: str) -> list[str]:
    """The words of a text, each with the blanks behind it."""
    return re.findall(r"\S++\s*+", text)
