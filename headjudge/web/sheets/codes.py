"""The QR code that opens a check: it contains the request, as a share link does."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, NamedTuple

from headjudge import decklists
from headjudge.web.http import Problem
from headjudge.web.inputs import question as teams
from headjudge.web.inputs import team
from headjudge.web.inputs.fragments import pack
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
