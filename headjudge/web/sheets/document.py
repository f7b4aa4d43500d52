"""A PDF with the sheets of teams, drawn as they are judged."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from headjudge.web.sheets import Options, checklist, registration
from headjudge.web.sheets.canvas import Canvas
from headjudge.web.sheets.contents import ORDERS, contents, shorten_title
from headjudge.web.sheets.frame import Team
from headjudge.web.sheets.slip import Slips, code
from messages import Message, say
from validator import Report

TITLES: Mapping[str, Message] = {
    "registration": say("Deck registration sheets"),
    "checklist": say("Deck check sheets"),
    "slip": say("Result slips"),
}


class Document:
    """A document with sheets of one kind."""

    def __init__(self, options: Options) -> None:
        """A document without pages."""
        self._options = options
        self._canvas = Canvas(options.paper, options.words, options.titles)
        self._canvas.set_metadata(TITLES[options.sheet], options.language)
        self._slips = Slips(self._canvas)
        self._day: datetime.date | None = None
        self._fingerprints: dict[str, None] = {}

    @property
    def pages(self) -> int:
        """The number of pages so far."""
        return self._canvas.pages

    def add(
        self,
        request: Mapping[str, Any],
        report: Report,
        paper: Mapping[str, Any],
        deck: int | None = None,
    ) -> None:
        """Add the sheets of one team, or the one of the deck with this index.

        `paper` has the fields that are only printed: `table`, `player_ids` and `deck_names`.
        """
        options = self._options
        self._day = self._day or report.case.day
        self._fingerprints[report.ruleset["fingerprint"]] = None
        team = Team(
            report,
            shorten_title(options.event),
            shorten_title(options.location),
            shorten_title(paper.get("table", "")),
            paper.get("player_ids", ()),
            paper.get("deck_names", ()),
        )
        if options.sheet == "slip":
            self._slips.draw(team, code(request, report, options.service))
            return
        decks = contents(report, ORDERS[options.order], options.titles)
        if options.sheet == "checklist":
            checklist.draw(self._canvas, team, decks, is_by_color=options.order == "color")
            return
        for deck_contents in decks if deck is None else decks[deck : deck + 1]:
            registration.draw(self._canvas, team, deck_contents)

    def output(self) -> bytes:
        """The document as a PDF, dated with the day of the first team's event.

        Its keywords, for programs, are the fingerprints of the rules and facts.
        """
        return self._canvas.output(self._day, self._fingerprints)

    def close(self) -> None:
        """Close the fonts, even if the document is unfinished."""
        self._canvas.close()
