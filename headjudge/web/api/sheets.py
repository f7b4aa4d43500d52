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

NAME_MAX = 60
"""Characters of the event's or team's name in a file name."""

blueprint = Blueprint("sheet_api", __name__)


@blueprint.post("/v1/sheets")
@Operation(
    "Teams",
    body="Sheets",
    answered=PDF,
    description=(
        "A PDF: deck registration sheets, check lists for deck checks, or result slips with a code"
        " that opens the check in the page of this service. It has every line that was sent; lines"
        " that name no card are printed as written and marked. The same request gives the same"
        f" bytes, if it names the day. Up to {TEAMS_MAX} teams in"
        f" {json_bodies.BODY_LIMIT // 1024**2} MiB, and {sheets.PAGES_MAX:,} pages."
    ),
)
def print_sheets() -> Response:
    """Print sheets of decks and verdicts."""
    return answer(json_bodies.read_json(request), request)


def answer(body: Any, request: Request) -> Response:
    """The PDF for a request body; raises Problem 422."""
    is_of_teams = isinstance(body, dict) and "teams" in body
    loaded = load(SHEETS_OF_TEAMS if is_of_teams else SHEETS_OF_TEAM, body)
    return document(teams_of(body), loaded, request, "/teams/{index}" if is_of_teams else "")


def document(
    teams: Sequence[Mapping[str, Any]], loaded: Mapping[str, Any], request: Request, at: str
) -> Response:
    """The PDF with the sheets of teams loaded by one of the sheet schemas."""
    response = Response(sheets.of_teams(teams, options(loaded, request), at=at))
    response.content_type = PDF
    response.headers.set("Content-Disposition", "inline", filename=_file_name(loaded))
    response.vary.add("Accept-Language")
    return response


def options(loaded: Mapping[str, Any], request: Request) -> Options:
    """The print options loaded by a sheet schema, completed from the request's headers."""
    language = loaded.get("language") or language_of(request)
    return Options(
        sheet=loaded["sheet"],
        paper=loaded["paper"],
        order=loaded["order"],
        sorted_by=loaded["sorted_by"],
        event=loaded["event"],
        location=loaded["location"],
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


def _file_name(loaded: Mapping[str, Any]) -> str:
    """`checklist-Team-Naturalize.pdf`: the kind of sheet, and the event or else the team."""
    name = loaded["event"] or loaded.get("team") or ""
    # Only letters without accents are safe in headers.
    plain = unicodedata.normalize("NFKD", name[:NAME_MAX]).encode("ascii", "ignore").decode()
    words = re.findall(r"\w+", plain)
    return "-".join((loaded["sheet"], *words)) + ".pdf"
