"""The API resource for sheets as PDF."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Request, Response, request

from headjudge.web import sheets
from headjudge.web.inputs.sheets import (
    ENGLISH,
    LANGUAGES,
    SHEETS_OF_TEAM,
    SHEETS_OF_TEAMS,
    TEAMS_MAX,
    teams_of,
)
from headjudge.web.inputs.team import load
from headjudge.web.operation import PDF, Operation
from headjudge.web.service import json_bodies, languages
from headjudge.web.sheets import Options

NAMED = 60
"""Characters of the event's or team's name in a file name."""

blueprint = Blueprint("sheet_api", __name__)


@blueprint.post("/v1/sheets")
@Operation(
    "Teams",
    body="Sheets",
    answered=PDF,
    description=(
        "A PDF: deck registration sheets, check lists for deck checks, or result slips with a code"
        " that opens the check in the page of this service. Every card that was sent is on it; what"
        " names no card is printed as written and marked. The same request gives the same bytes, if"
        f" it names the day. Up to {TEAMS_MAX} teams in"
        f" {json_bodies.BODY_LIMIT // 1024**2} MiB, and {sheets.PAGES_MAX:,} pages."
    ),
)
def print_sheets() -> Response:
    """Print sheets of decks and verdicts."""
    return answer(json_bodies.read_json(request), request)


def answer(body: Any, request: Request) -> Response:
    """The PDF for a request body; raises Problem 422."""
    is_of_teams = isinstance(body, dict) and "teams" in body
    sent = load(SHEETS_OF_TEAMS if is_of_teams else SHEETS_OF_TEAM, body)
    return document(teams_of(body), sent, request, "/teams/{index}" if is_of_teams else "")


def document(
    teams: Sequence[Mapping[str, Any]], sent: Mapping[str, Any], request: Request, at: str
) -> Response:
    """The PDF with the sheets of teams loaded by one of the sheet schemas."""
    response = Response(sheets.of_teams(teams, options(sent, request), at=at))
    response.content_type = PDF
    response.headers.set("Content-Disposition", "inline", filename=_file_name(sent))
    response.vary.add("Accept-Language")
    return response


def options(sent: Mapping[str, Any], request: Request) -> Options:
    """The print options loaded by a sheet schema, completed from the request's headers."""
    language = sent.get("language") or language_of(request)
    return Options(
        sheet=sent["sheet"],
        paper=sent["paper"],
        order=sent["order"],
        sorted_by=sent["sorted_by"],
        event=sent["event"],
        location=sent["location"],
        titles="" if language == ENGLISH else language,
        language=languages.language_code(),
        words=languages.current_language(),
        service=request.host_url,
    )


def language_of(request: Request) -> str:
    """The language of titles for this request: that of the address, else of the client."""
    if languages.PARAMETER in request.args:
        chosen = languages.language_code()
        return next(code for code in LANGUAGES if code.partition("-")[0] == chosen)
    return request.accept_languages.best_match(LANGUAGES, ENGLISH)


def _file_name(sent: Mapping[str, Any]) -> str:
    """`checklist-Team-Naturalize.pdf`: the kind of sheet, and the event or else the team."""
    of_what = sent["event"] or sent.get("team") or ""
    # Only letters without accents are safe in headers.
    plain = unicodedata.normalize("NFKD", of_what[:NAMED]).encode("ascii", "ignore").decode()
    words = re.findall(r"\w+", plain)
    return "-".join((sent["sheet"], *words)) + ".pdf"
