"""Printed sheets for events, as PDF: deck registration sheets, checklists and result slips.

The drawing modules are imported when the first sheet is requested, so a service that prints none
does not load them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from headjudge.web.inputs import question, team
from headjudge.web.inputs.fetched_lists import Errand
from headjudge.web.service.limits import LIMITS
from headjudge.web.service.problems import Fault, Problem, schema_problem
from messages import Language, say

SHEETS = ("registration", "checklist", "slip")
PAPERS = ("a4", "letter")
ORDERS = ("name", "color")
PAGES_MAX = LIMITS.sheet_pages
"""Pages of a document; an event of a thousand decks has half as many."""


@dataclass(frozen=True, slots=True)
class Options:
    """Print options."""

    sheet: str = SHEETS[0]
    paper: str = PAPERS[0]
    order: str = ORDERS[0]
    event: str = ""
    """The name of the event."""
    titles: str = ""
    """The language of card titles printed beside the English ones; empty for none."""
    language: str = "en"
    """The language of the sheets' own text, as document metadata."""
    words: Language | None = None
    """The same, for translating messages."""
    service: str = ""
    """The address of the page opened by a slip's QR code."""


def of_teams(
    requests: Sequence[Mapping[str, Any]], options: Options, *, at: str = "/teams/{index}"
) -> bytes:
    """The sheets of the teams as one PDF, in order.

    Each request is one of `POST /v1/validate`, optionally with the team's `table`. Raises Problem
    422 for invalid requests, with pointers below `at`, and for too many pages. Teams are judged
    and drawn one by one. Equal requests give equal bytes on any day, if they state the day
    (`as_of`).
    """
    from headjudge.web.sheets import document

    day, errand, searched = question.today(), Errand(), LIMITS.suggestions
    with closing(document.Document(options)) as drawn:
        for index, request in enumerate(requests):
            sent = {name: value for name, value in request.items() if name != "table"}
            where = at.format(index=index)
            loaded = _load_team(sent, where)
            report = question.judge(loaded, day, errand, at=where, searched=max(0, searched))
            searched -= sum(violation.suggestions is not None for violation in report.violations)
            drawn.add(sent, report, str(request.get("table", "")))
            if drawn.pages > PAGES_MAX:
                fault = say("The sheets may have {most} pages in all.", most=PAGES_MAX)
                raise schema_problem([Fault(at.partition("/{")[0], fault)])
        return drawn.output()


def _load_team(request: Mapping[str, Any], at: str) -> dict[str, Any]:
    try:
        return team.load(team.TEAM, dict(request))
    except Problem as problem:
        moved = [Fault(at + fault.pointer, fault.detail) for fault in problem.faults]
        raise schema_problem(moved) from None
