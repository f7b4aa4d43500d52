"""The result slip: the verdict on a team, its basis, and a QR code that opens the check.

Two short slips share a page, with a cutting line between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any, NamedTuple

import formats
from headjudge import decklists
from headjudge.web import question as teams
from headjudge.web.fragments import pack
from headjudge.web.http import Problem
from headjudge.web.schemas import team
from headjudge.web.sheets.canvas import GREY, MARGIN, POINT, Canvas, Type
from headjudge.web.sheets.contents import shorten_title
from headjudge.web.sheets.frame import Team, fields
from headjudge.web.words.choices import HOUSE_LISTS, policy_words
from headjudge.web.words.facts import with_site_names
from headjudge.web.words.kinds import verdict_sentence
from messages import Message, say, say_count
from validator import Report, validate
from validator.decks import Deck

LONGEST = 2953
"""Maximum bytes of a QR code: version 40 at the lowest error correction."""
MASK = 3
"""All eight masks can be read; comparing them takes ten times as long."""
PIXELS = 3
"""Of a module; enough to keep edges sharp in viewers that smooth images."""


class Code(NamedTuple):
    """A QR code, and its address."""

    address: str
    modules: int
    """Per side, including the quiet zone."""
    png: bytes


def code(request: Mapping[str, Any], report: Report, service: str) -> Code | None:
    """The code that opens this check at the service's address; None if it does not fit.

    A request that is too long is reduced if the verdict stays the same: to lists of titles,
    without comments, sets and numbers.
    """
    import segno  # only needed to print slips

    pinned = {**request, "as_of": report.case.day.isoformat()}
    for variant in (pinned, _shorter(pinned, report)):
        address = f"{service}#{pack(variant)}" if variant else ""
        if address and len(address) <= LONGEST:
            symbol = segno.make_qr(address, error="L", mask=MASK, boost_error=False)
            png = BytesIO()
            symbol.save(png, kind="png", scale=PIXELS)
            modules, _ = symbol.symbol_size()
            return Code(address, int(modules), png.getvalue())
    return None


def _shorter(request: Mapping[str, Any], report: Report) -> dict[str, Any] | None:
    """The same check with plain text lists; None if the verdict would differ."""
    case = report.case
    variant = {**request, "decks": [_deck(deck) for deck in case.decks]}
    if case.pool:
        variant["pool"] = {"list": _text(case.pool)}
    try:
        question = teams.question_of(team.load(team.TEAM, variant), case.day)
    except Problem:
        return None
    again = validate(question.event, question.decks, question.pool)
    return variant if _verdict(again) == _verdict(report) else None


def _deck(deck: Deck) -> dict[str, Any]:
    fields = {"player": deck.decklist.player, "format": deck.decklist.format, "list": _text(deck)}
    return {name: value for name, value in fields.items() if value or name == "list"}


def _text(deck: Deck) -> str:
    titled = deck.with_titles()
    unreadable = "".join(f"{line.text}\n" for line in titled.unreadable)
    return decklists.write(titled._replace(unreadable=())) + unreadable


def _verdict(report: Report) -> list[tuple[object, ...]]:
    return sorted((fault.code, fault.card or "", fault.count or 0) for fault in report.violations)


MODULE = 0.42
"""The side of a QR module in millimetres: the minimum for phone cameras."""
SIDE_MIN, SIDE_MAX = 34.0, 78.0
LEADING = 1.3
VIOLATIONS_MAX = 14
"""Violations listed on a slip; the page opened by the code has them all."""
LINES = 6
"""Lines of a paragraph; the rest is cut."""
HEAD = 25.0
"""Millimetres from the top of a slip to its verdict."""
CAPTION = 9.0
"""The height of the caption of the code."""
GAP = 6.0
LEGAL = say("Legal")
NOT_LEGAL = say("Not legal")
SMALL, STRONG = Type(7.5, shade=GREY), Type(9, bold=True)


class Paragraph(NamedTuple):
    """Lines in one style, and the space above them in millimetres."""

    lines: tuple[str, ...]
    style: Type
    above: float = 0.0

    @property
    def height(self) -> float:
        return self.above + len(self.lines) * self.style.size * POINT * LEADING


class Slips:
    """The slips of a document."""

    def __init__(self, canvas: Canvas) -> None:
        """Draw slips on pages of their own."""
        self._canvas = canvas
        self._half = canvas.height / 2
        self._is_half_free = False

    def draw(self, team: Team, code: Code | None) -> None:
        """Draw the team's slip: in the free lower half of a page, else on a new one."""
        slip = _Slip(self._canvas, team, code)
        if self._is_half_free and slip.height <= self._half - 2 * MARGIN:
            self._canvas.dashes(self._half)
            slip.draw(self._half + MARGIN)
            self._is_half_free = False
            return
        self._canvas.page()
        slip.draw(MARGIN)
        self._is_half_free = slip.height <= self._half - 2 * MARGIN


class _Slip:
    """The layout of one slip."""

    def __init__(self, canvas: Canvas, team: Team, code: Code | None) -> None:
        self._canvas, self._team, self._code = canvas, team, code
        least = (code.modules if code else 0) * MODULE
        self._side = min(max(least, SIDE_MIN), SIDE_MAX)
        self._width = canvas.width - 2 * MARGIN - self._side - GAP
        self._facts = list(self._layout(_facts(team.report), canvas.width - 2 * MARGIN))
        for most in range(VIOLATIONS_MAX, 0, -1):
            self._sentences = list(self._layout(_sentences(team.report, most), self._width))
            if self.height <= canvas.height - 2 * MARGIN:
                break

    @property
    def height(self) -> float:
        """The total height, in millimetres."""
        height = HEAD + sum(paragraph.height for paragraph in self._sentences)
        below = sum(paragraph.height for paragraph in self._facts)
        return max(height, self._side + CAPTION) + GAP / 2 + below

    def draw(self, top: float) -> None:
        """Draw it at this height of the page."""
        canvas, team = self._canvas, self._team
        canvas.text(
            MARGIN, top + 3, say("Result of the deck check"), Type(8.5, bold=True, shade=GREY)
        )
        heading = team.name or say("Result")
        canvas.within(MARGIN, top + 10, self._width, heading, Type(15, bold=True))
        self._fields(top + 13)
        self._paragraphs(self._sentences, top + HEAD)
        self._qr(canvas.width - MARGIN - self._side, top)
        y = top + self.height - sum(paragraph.height for paragraph in self._facts)
        canvas.line(MARGIN, y - 1, canvas.width - MARGIN, y - 1)
        self._paragraphs(self._facts, y)

    def _fields(self, y: float) -> None:
        team = self._team
        shares = (
            (say("Event"), team.event, 0.5), (say("Date"), team.date, 0.27),
            (say("Table"), team.table, 0.23),
        )  # fmt: skip
        fields(self._canvas, MARGIN, y, self._width, shares, 10)

    def _qr(self, x: float, top: float) -> None:
        if self._code:
            self._canvas.image(self._code.png, x, top, self._side)
            caption: Message = say("Opens this check")
        else:
            self._canvas.box(x, top, self._side, self._side)
            caption = say("The lists are too long for a code that opens this check.")
        style = SMALL._replace(size=6.5)
        y = top + self._side + 2.5
        for line in self._canvas.wrap(caption, style, self._side):
            self._canvas.text(x + self._side / 2, y, line, style, "center")
            y += style.size * POINT * LEADING

    def _paragraphs(self, paragraphs: list[Paragraph], y: float) -> None:
        for paragraph in paragraphs:
            y += paragraph.above
            for line in paragraph.lines:
                y += paragraph.style.size * POINT * LEADING
                self._canvas.text(
                    MARGIN, y - paragraph.style.size * POINT * 0.25, line, paragraph.style
                )

    def _layout(
        self, texts: Iterator[tuple[str, Type, float]], width: float
    ) -> Iterator[Paragraph]:
        for text, style, above in texts:
            lines = self._canvas.wrap(with_site_names(self._canvas.translate(text)), style, width)
            if len(lines) > LINES:
                lines[LINES - 1 :] = [f"{lines[LINES - 1]}…"]
            yield Paragraph(tuple(lines), style, above)


def _sentences(report: Report, most: int) -> Iterator[tuple[str, Type, float]]:
    """The verdict, at most `most` violations, and the doubtful points."""
    yield LEGAL if report.legal else NOT_LEGAL, Type(20, bold=True), 1
    is_team = report.case.structure != "individual"
    codes = [violation.code for violation in report.violations]
    yield verdict_sentence(codes, is_team=is_team, is_one_deck=not is_team), Type(10.5), 0.5
    for violation in report.violations[:most]:
        yield violation.message, STRONG, 1.6
        yield violation.fix, SMALL, 0
    more = len(report.violations) - most
    if more > 0:
        words = say_count(more, "And {number} more violation.", "And {number} more violations.")
        yield words, STRONG, 1.6
    warnings = [notice for notice in report.notices if notice.severity == "warning"]
    if warnings:
        yield say("Notes"), SMALL, 3
    for notice in warnings[:most]:
        yield notice.message, Type(8), 0.6


def _facts(report: Report) -> Iterator[tuple[str, Type, float]]:
    """The input of the verdict, and the versions judged by."""
    case, ruleset = report.case, report.ruleset
    for deck in case.decks:
        name = shorten_title(deck.decklist.player or "") or say(
            "Deck {number}", number=(deck.index or 0) + 1
        )
        sizes = say(
            "{player}: {main} in the main deck, {sideboard} in the sideboard",
            player=name, main=deck.sizes["main"], sideboard=deck.sizes["sideboard"],
        )  # fmt: skip
        yield sizes, SMALL, 0
    yield Team(report).format, SMALL, 1.2
    if case.structure != "individual" and not case.is_limited:
        words = policy_words(case.event.policy)
        is_dated = case.event.policy == formats.TOURNAMENT
        rule = say("{rule}: {name}", rule=words, name=case.policy.name) if is_dated else words
        yield say("Team rule: {rule}", rule=rule), SMALL, 0
    if ruleset["banlist"]:
        yield say("Banned and restricted list of {date}", date=ruleset["banlist"]), SMALL, 0
    if case.event.house:
        for name, label in HOUSE_LISTS.items():
            if titles := sorted(getattr(case.event.house, name)):
                yield say("{rule}: {name}", rule=label, name=", ".join(titles)), SMALL, 0
    yield say("Card facts of {date}", date=ruleset["catalogue"]), SMALL, 0
