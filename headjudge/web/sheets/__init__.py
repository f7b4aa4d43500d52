"""Printed sheets for events, as PDF: deck registration sheets, checklists and result slips.

The drawing modules are imported when the first sheet is requested, so a service that prints none
does not load them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from cards.titles import fold
from headjudge.web import question
from headjudge.web.fetched_lists import ListFetcher
from headjudge.web.http import Fault, Problem, schema_problem
from headjudge.web.limits import LIMITS
from headjudge.web.schemas import team
from headjudge.web.schemas.team import lines_of
from messages import Language, say

SHEETS = ("registration", "checklist", "slip")
PAPERS = ("a4", "letter")
ORDERS = ("name", "color")
SORTS = ("given", "name", "table")
"""The order of the sheets: as the teams were sent, by last name, or by table."""
PRINTED_FIELDS = ("table", "player_ids", "deck_names")
"""The fields of a team that are only printed, besides its request for a verdict."""


@dataclass(frozen=True, slots=True)
class Options:
    """Print options."""

    sheet: str = SHEETS[0]
    paper: str = PAPERS[0]
    order: str = ORDERS[0]
    sorted_by: str = SORTS[0]
    event: str = ""
    """The name of the event."""
    location: str = ""
    """The location of the event."""
    titles: str = ""
    """The language of additional card titles; empty for English only."""
    language: str = "en"
    """The language of the sheets' own text, as document metadata."""
    words: Language | None = None
    """The same, for translating messages."""
    service: str = ""
    """The address of the page opened by a slip's QR code."""


def of_teams(
    requests: Sequence[Mapping[str, Any]], options: Options, *, at: str = "/teams/{index}"
) -> bytes:
    """The sheets of the teams as one PDF.

    Each request is one of `POST /v1/validate`, optionally with PRINTED_FIELDS. Raises Problem 422
    for invalid requests, with pointers below `at`, and for too many pages. Teams are judged and
    drawn one by one. Equal requests give equal bytes on any day, if they state the day (`as_of`).
    """
    from headjudge.web.sheets import document

    day, fetcher, searched = question.today(), ListFetcher(), LIMITS.suggestions
    lines = 0
    with closing(document.Document(options)) as pdf:
        for index, deck in sort_sheets(requests, options):
            fields = requests[index].items()
            request = {name: value for name, value in fields if name not in PRINTED_FIELDS}
            pointer = at.format(index=index)
            loaded = _load_team(request, pointer)
            lines += lines_of(loaded)
            if lines > LIMITS.sheet_lines:
                fault = say("The lists may have {most} lines in all.", most=LIMITS.sheet_lines)
                raise schema_problem([Fault(at.partition("/{")[0], fault, "over-limit")])
            report = question.judge(loaded, day, fetcher, at=pointer, searched=max(0, searched))
            searched -= sum(violation.suggestions is not None for violation in report.violations)
            pdf.add(request, report, requests[index], deck)
            if pdf.pages > LIMITS.sheet_pages:
                fault = say("The sheets may have {most} pages in all.", most=LIMITS.sheet_pages)
                raise schema_problem([Fault(at.partition("/{")[0], fault, "over-limit")])
        return pdf.output()


def sort_sheets(
    requests: Sequence[Mapping[str, Any]], options: Options
) -> list[tuple[int, int | None]]:
    """The sheets in the order of printing, each as the index of its team and of its deck.

    The index of the deck is None for all of the team's decks. Sheets of nameless players, and of
    teams without a table, come last.
    """
    from headjudge.web.sheets.contents import last_name_first

    teams = range(len(requests))
    if options.sorted_by == "table":
        tables = [_table_key(str(request.get("table", ""))) for request in requests]
        return [(team, None) for team in sorted(teams, key=tables.__getitem__)]
    if options.sorted_by != "name":
        return [(team, None) for team in teams]

    def key(sheet: tuple[int, int | None]) -> tuple[bool, str]:
        decks = requests[sheet[0]]["decks"][sheet[1] or 0 :]
        name = fold(last_name_first(decks[0].get("player") or "")) if decks else ""
        return not name, name

    is_by_deck = options.sheet == "registration"
    sheets: list[tuple[int, int | None]] = [
        (team, deck)
        for team in teams
        for deck in (range(len(requests[team]["decks"])) if is_by_deck else (None,))
    ]
    return sorted(sheets, key=key)


def _table_key(table: str) -> tuple[bool, int, str]:
    """Sort key: tables by number, then those with other names, then teams without one."""
    number = int(table) if table.isascii() and table.isdecimal() else sys.maxsize
    return not table, number, table


def _load_team(request: Mapping[str, Any], at: str) -> dict[str, Any]:
    try:
        return team.load(team.TEAM, dict(request))
    except Problem as problem:
        faults = [fault._replace(pointer=at + fault.pointer) for fault in problem.faults]
        raise schema_problem(faults) from None
